// A piece set for newcomers: a picture of each piece, drawn for this page, 1000 units to the em. The paths of solid
// parts run clockwise and those of holes counterclockwise, so parts may overlap.

import type { PieceSet } from "../looks.ts";

/** Returns the path of a disc, or of a hole if `sweep` is 0. */
const disc = (x: number, y: number, r: number, sweep: 0 | 1 = 1): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 ${sweep} ${2 * r} 0a${r} ${r} 0 1 ${sweep}-${2 * r} 0z`;

const hole = (x: number, y: number, r: number): string => disc(x, y, r, 0);

/** Returns the path of a wheel with eight spokes. */
function wheel(x: number, y: number, r: number): string {
  const spokes = Array.from({ length: 8 }, (_, i) => {
    const [cos, sin] = [Math.cos((i * Math.PI) / 4), Math.sin((i * Math.PI) / 4)];
    const at = (along: number, across: number) =>
      `${Math.round(x + along * cos - across * sin)} ${Math.round(y + along * sin + across * cos)}`;
    const half = r * 0.07;
    return `M${at(0, -half)}L${at(r * 0.86, -half)}L${at(r * 0.86, half)}L${at(0, half)}z`;
  });
  return disc(x, y, r) + hole(x, y, Math.round(r * 0.77)) + spokes.join("") + disc(x, y, r * 0.25);
}

/** A helmet with a plume, a brow band and cheek guards, over a moustache and a beard. */
const GENERAL =
  "M0-530C70-500 90-440 58-388H-58C-90-440-70-500 0-530z" +
  "M-265-125C-265-285-150-372 0-372S265-285 265-125z" +
  "M-325-88H325Q345-45 325 0H-325Q-345-45-325-88z" +
  hole(0, -44, 27) +
  "M-320 36H-205V150Q-200 285-118 372Q-300 318-320 36z" +
  "M205 36H320Q300 318 118 372Q200 285 205 150z" +
  disc(-88, 92, 27) +
  disc(88, 92, 27) +
  "M0 186Q70 152 150 244Q60 256 0 228Q-60 256-150 244Q-70 152 0 186z" +
  "M-66 296Q0 326 66 296Q58 430 0 512Q-58 430-66 296z";

/** An official's hat with its two wings, face and collar. */
const ADVISOR =
  "M-135-218V-312Q-125-440 0-440T135-312V-218z" +
  "M-200-42V-122Q-190-186 0-186T200-122V-42z" +
  "M-232-94L-522-104Q-552-130-522-156L-232-138z" +
  "M232-138L522-156Q552-130 522-104L232-94z" +
  "M190-6V60A190 190 0 0 1-190 60V-6z" +
  hole(-72, 66, 28) +
  hole(72, 66, 28) +
  "M-335 425Q-325 296-165 268L0 374L165 268Q325 296 335 425Q0 516-335 425z";

/** An elephant from the side with a curled trunk. Its ear and eye are holes. */
const ELEPHANT =
  "M-205-335C-120-392-40-356-8-312C120-376 325-348 405-190C446-100 438 0 428 120V362H290V196" +
  "C220 222 120 222 62 204V362H-82V150C-112 132-140 112-160 82C-200 106-228 106-248 92" +
  "C-250 210-262 332-345 384C-420 420-492 375-492 296L-420 286C-420 328-388 342-368 318" +
  "C-340 286-346 120-372 20C-432-120-378-300-205-335z" +
  "M-112-232C-6-226 14-84-66 22L-32 44C72-82 44-262-112-268z" +
  hole(-270, -128, 25) +
  "M424-150C482-64 494 40 474 112L444 102C458 30 440-40 404-92z";

/** A horse's head from the side with its mane. */
const HORSE =
  "M-6-515L52-408C250-352 384-150 396 120C402 250 388 350 366 432H-190" +
  "C-204 290-64 216-18 56C-88 106-168 108-222 92L-322 186C-386 234-462 202-474 132" +
  "C-474 82-444 42-412 0L-256-268C-236-322-194-362-138-382L-128-492L-66-424z" +
  "M66-306C200-222 286-40 288 160L330 160C328-62 232-276 66-352z" +
  hole(-176, -218, 31) +
  hole(-404, 104, 21);

/** A war chariot: canopy, car, pole and wheel. */
const CHARIOT =
  "M-310-306Q50-640 410-306Q50-374-310-306z" +
  "M24-400H76V-170H24z" +
  "M-225-212H330V-62H-225z" +
  "M-210-70L-478 26L-498-34L-210-140z" +
  wheel(60, 228, 262);

/** A barrel on a wheeled carriage, and a ball. */
const CANNON =
  "M-369-352L401-176Q432-55 339 46L-411-198z" +
  "M-360-385L-286-365L-348-146L-422-166z" +
  disc(432, -53, 50) +
  "M290 160L360 116L470 270L416 326z" +
  wheel(80, 258, 212) +
  disc(-280, 236, 104);

/** A foot soldier: conical hat, face, shoulders and a spear. */
const SOLDIER =
  "M-85-425L190-178Q-85-96-360-178z" +
  "M50-104A135 135 0 0 1-220-104Q-85-66 50-104z" +
  "M-385 385Q-382 112-212 66Q-85 150 42 66Q212 112 215 385Q-85 470-385 385z" +
  "M288-236H340V420H288z" +
  "M314-470L392-318Q366-248 314-214Q262-248 236-318z";

const SIGNS = {
  k: GENERAL,
  a: ADVISOR,
  b: ELEPHANT,
  n: HORSE,
  r: CHARIOT,
  c: CANNON,
  p: SOLDIER,
};

/** Both sides have the same pictures; their discs differ. */
export const PICTOGRAMS: PieceSet = {
  faces: Object.fromEntries(
    Object.entries(SIGNS).flatMap(([piece, path]) => [
      [piece.toUpperCase(), path],
      [piece, path],
    ]),
  ),
  size: 0.6,
  weight: [8, 0],
  rule: "nonzero",
};
