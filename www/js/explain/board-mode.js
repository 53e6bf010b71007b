/**
 * Something else on the board than the study, for a while: a line that is played out, a turning point that is retried.
 * The study stays where it is.
 *
 * @typedef {object} BoardMode
 * @property {() => Partial<import("../board/index.ts").BoardState>} board
 * @property {() => string} words                 how it stands, in one line
 * @property {(move: string) => void} [move]      a person's move; without it the board only shows
 * @property {(move: string) => string|undefined} [refusal]
 * @property {() => { startFen: string|null, moves: string[] }} [position]  where its moves are typed from
 * @property {() => HTMLElement} [typing]         what they are typed below
 * @property {(name: StepName) => void} step      the buttons and keys for stepping
 * @property {() => { back: boolean, on: boolean }} ends  whether there is anything left that way
 * @property {() => void} left                    the board was taken from it
 *
 * @typedef {"first"|"back"|"on"|"last"} StepName
 *
 * @typedef {object} BoardOwner  The board, to be had by one mode at a time.
 * @property {(mode: BoardMode) => void} take
 * @property {(mode: BoardMode) => void} give        back to the study
 * @property {() => void} changed                 the mode shows something else
 */

// oxlint-disable-next-line unicorn/require-module-specifiers -- it is what makes this file a module
export {};
