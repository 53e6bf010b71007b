//! A mailbox board of 10 by 9 points with piece lists, and perft on it.
//!
//! The mailbox is the alternative representation of the board. `main.rs` compares its speed with
//! that of the bitboards of `chuhe::rules`, and `tests/perft.rs` compares its counts with theirs.
//! It shares no code with the bitboards. Rooks and cannons look up the occupancy of their lines in
//! tables, as ElephantEye does. The other pieces use lists of targets with their blockers.

use arrayvec::ArrayVec;

/// Number of points; index `rank * 9 + file`, rank 0 is Red's back rank.
const POINTS: usize = 90;
/// The piece code of an empty point. Red's pieces are 0 to 15, Black's 16 to 31.
const EMPTY: u8 = 32;
/// The point of a captured piece.
const NOWHERE: u8 = 255;

const GENERAL: u8 = 0;
const ADVISOR: u8 = 1;
const ELEPHANT: u8 = 2;
const HORSE: u8 = 3;
const ROOK: u8 = 4;
const CANNON: u8 = 5;
const SOLDIER: u8 = 6;

/// Role by piece code modulo 16.
const ROLE: [u8; 16] = [
    GENERAL, ADVISOR, ADVISOR, ELEPHANT, ELEPHANT, HORSE, HORSE, ROOK, ROOK, CANNON, CANNON, SOLDIER,
    SOLDIER, SOLDIER, SOLDIER, SOLDIER,
];

/// A pair of points, from and to.
type Step = (u8, u8);
type Steps = ArrayVec<Step, 128>;

/// The reach along one line from one of its points, for one occupancy.
#[derive(Clone, Copy)]
struct Line {
    /// The lowest and the highest point reached without a capture.
    span: [u8; 2],
    /// The first piece each way; the point itself when there is none.
    rook: [u8; 2],
    /// The second piece each way; the point itself when there is none.
    cannon: [u8; 2],
}

const fn line(length: u8, at: u8, occupied: usize) -> Line {
    let mut line = Line { span: [at; 2], rook: [at; 2], cannon: [at; 2] };
    let mut way = 0;
    while way < 2 {
        let mut pieces = 0;
        let mut point = at;
        while pieces < 2 && (if way == 0 { point > 0 } else { point + 1 < length }) {
            point = if way == 0 { point - 1 } else { point + 1 };
            let is_occupied = occupied >> point & 1 == 1;
            match (is_occupied, pieces) {
                (false, 0) => line.span[way] = point,
                (true, 0) => line.rook[way] = point,
                (true, _) => line.cannon[way] = point,
                (false, _) => {}
            }
            pieces += is_occupied as u8;
        }
        way += 1;
    }
    line
}

/// `[file][occupancy of the rank]`
static RANK_LINES: [[Line; 512]; 9] = {
    let mut table = [[line(9, 0, 0); 512]; 9];
    let mut i = 0;
    while i < 9 * 512 {
        table[i / 512][i % 512] = line(9, (i / 512) as u8, i % 512);
        i += 1;
    }
    table
};

/// `[rank][occupancy of the file]`
static FILE_LINES: [[Line; 1024]; 10] = {
    let mut table = [[line(10, 0, 0); 1024]; 10];
    let mut i = 0;
    while i < 10 * 1024 {
        table[i / 1024][i % 1024] = line(10, (i / 1024) as u8, i % 1024);
        i += 1;
    }
    table
};

/// Up to eight (target, blocker) pairs of a point; a pair without a blocker names the target twice.
#[derive(Clone, Copy)]
struct Leaps {
    pairs: [Step; 8],
    length: usize,
}

impl Leaps {
    fn iter(&self) -> impl Iterator<Item = Step> + '_ {
        self.pairs.iter().take(self.length).copied()
    }
}

const fn offset(point: u8, file: i8, rank: i8) -> Option<u8> {
    let (file, rank) = ((point % 9) as i8 + file, (point / 9) as i8 + rank);
    if file < 0 || file > 8 || rank < 0 || rank > 9 { None } else { Some((rank * 9 + file) as u8) }
}

const fn in_palace(point: u8) -> bool {
    let (file, rank) = (point % 9, point / 9);
    file >= 3 && file <= 5 && (rank <= 2 || rank >= 7)
}

/// Returns the leaps of a role: 0 to 4 as above, [`SOLDIER`] for Red's soldiers and `SOLDIER + 1`
/// for Black's.
const fn leaps(role: u8, point: u8) -> Leaps {
    let mut leaps = Leaps { pairs: [(0, 0); 8], length: 0 };
    let mut file = -2;
    while file <= 2 {
        let mut rank = -2;
        while rank <= 2 {
            if let (Some(target), true) = (offset(point, file, rank), has_shape(role, point, file, rank)) {
                leaps.pairs[leaps.length] = (target, blocker(role, point, target, file, rank));
                leaps.length += 1;
            }
            rank += 1;
        }
        file += 1;
    }
    leaps
}

/// Returns whether a role can move by this number of files and ranks from a point, ignoring
/// blockers.
const fn has_shape(role: u8, point: u8, file: i8, rank: i8) -> bool {
    let (long, short) =
        if file.abs() > rank.abs() { (file.abs(), rank.abs()) } else { (rank.abs(), file.abs()) };
    let Some(target) = offset(point, file, rank) else { return false };
    match (role, long, short) {
        (GENERAL, 1, 0) | (ADVISOR, 1, 1) => in_palace(point) && in_palace(target),
        (ELEPHANT, 2, 2) => point / 45 == target / 45,
        (HORSE, 2, 1) => true,
        (SOLDIER, 1, 0) => rank == 1 || (rank == 0 && point >= 45),
        (7, 1, 0) => rank == -1 || (rank == 0 && point < 45),
        _ => false,
    }
}

const fn blocker(role: u8, point: u8, target: u8, file: i8, rank: i8) -> u8 {
    match (role, offset(point, file / 2, rank / 2)) {
        (HORSE | ELEPHANT, Some(blocker)) => blocker,
        _ => target,
    }
}

/// `[role][point]`, soldiers of Black in row 7; the rows of rook and cannon are empty.
static LEAPS: [[Leaps; POINTS]; 8] = {
    let mut table = [[Leaps { pairs: [(0, 0); 8], length: 0 }; POINTS]; 8];
    let mut i = 0;
    while i < 8 * POINTS {
        table[i / POINTS][i % POINTS] = leaps((i / POINTS) as u8, (i % POINTS) as u8);
        i += 1;
    }
    table
};

/// `[point]`: (horse's point, its leg) for each point from which a horse attacks this one.
static HORSE_TO: [Leaps; POINTS] = {
    let mut table = [Leaps { pairs: [(0, 0); 8], length: 0 }; POINTS];
    let mut i = 0;
    while i < POINTS * 8 {
        let (origin, leaps) = ((i / 8) as u8, LEAPS[HORSE as usize][i / 8]);
        if i % 8 < leaps.length {
            let (target, leg) = leaps.pairs[i % 8];
            let list = &mut table[target as usize];
            list.pairs[list.length] = (origin, leg);
            list.length += 1;
        }
        i += 1;
    }
    table
};

/// Zobrist keys, `[role + 7 for Black][point]`: any well-mixed numbers do.
static KEYS: [[u64; POINTS]; 14] = {
    let mut table = [[0; POINTS]; 14];
    let mut state = 88_172_645_463_325_252_u64;
    let mut i = 0;
    while i < 14 * POINTS {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        table[i / POINTS][i % POINTS] = state;
        i += 1;
    }
    table
};

/// Points that may expose the general of the side to move if a piece leaves or enters them.
struct Risks {
    in_check: bool,
    /// `[point]`: bit 0 for leaving, bit 1 for entering.
    points: [u8; POINTS],
}

/// A board that stores pieces by point and points by piece.
#[derive(Clone)]
pub struct Mailbox {
    /// `[point]`: a piece code.
    board: [u8; POINTS],
    /// `[piece code]`: its point.
    places: [u8; 32],
    /// `[rank]`: nine bits, file a in bit 0.
    ranks: [u16; 10],
    /// `[file]`: ten bits, rank 0 in bit 0.
    files: [u16; 9],
    black_moves: bool,
    key: u64,
}

const fn role_of(piece: u8) -> u8 {
    ROLE[piece as usize % 16]
}

const fn is_black(piece: u8) -> bool {
    piece >> 4 == 1
}

impl Mailbox {
    /// Returns the position of a FEN with canonical letters; `None` if the board cannot represent
    /// it.
    pub fn from_fen(fen: &str) -> Option<Mailbox> {
        let mut fields = fen.split_whitespace();
        let mut mailbox = Mailbox {
            board: [EMPTY; POINTS],
            places: [NOWHERE; 32],
            ranks: [0; 10],
            files: [0; 9],
            black_moves: false,
            key: 0,
        };
        for (rank, text) in (0..10).rev().zip(fields.next()?.split('/')) {
            let mut file = 0;
            for letter in text.chars() {
                match letter.to_digit(10) {
                    Some(empty) => file += empty as u8,
                    None => {
                        mailbox.put(mailbox.free_code(letter)?, rank * 9 + file);
                        file += 1;
                    }
                }
            }
        }
        mailbox.black_moves = fields.next()? == "b";
        Some(mailbox)
    }

    fn free_code(&self, letter: char) -> Option<u8> {
        let role = "KABNRCP".find(letter.to_ascii_uppercase())? as u8;
        let first = if letter.is_ascii_lowercase() { 16 } else { 0 };
        (first..first + 16).find(|code| role_of(*code) == role && self.places[*code as usize] == NOWHERE)
    }

    #[inline]
    fn put(&mut self, piece: u8, point: u8) {
        self.board[point as usize] = piece;
        self.places[piece as usize] = point;
        self.ranks[point as usize / 9] |= 1 << (point % 9);
        self.files[point as usize % 9] |= 1 << (point / 9);
        self.key ^= KEYS[(role_of(piece) + 7 * (piece >> 4)) as usize][point as usize];
    }

    #[inline]
    fn take(&mut self, piece: u8, point: u8) {
        self.board[point as usize] = EMPTY;
        self.places[piece as usize] = NOWHERE;
        self.ranks[point as usize / 9] &= !(1 << (point % 9));
        self.files[point as usize % 9] &= !(1 << (point / 9));
        self.key ^= KEYS[(role_of(piece) + 7 * (piece >> 4)) as usize][point as usize];
    }

    /// Moves a piece to an empty point.
    #[inline(always)]
    fn shift(&mut self, piece: u8, from: u8, to: u8) {
        self.board[from as usize] = EMPTY;
        self.board[to as usize] = piece;
        self.places[piece as usize] = to;
        self.ranks[from as usize / 9] ^= 1 << (from % 9);
        self.files[from as usize % 9] ^= 1 << (from / 9);
        self.ranks[to as usize / 9] ^= 1 << (to % 9);
        self.files[to as usize % 9] ^= 1 << (to / 9);
        let keys = &KEYS[(role_of(piece) + 7 * (piece >> 4)) as usize];
        self.key ^= keys[from as usize] ^ keys[to as usize];
    }

    #[inline]
    fn make(&mut self, (from, to): Step) -> u8 {
        let (piece, captured) = (self.board[from as usize], self.board[to as usize]);
        if captured != EMPTY {
            self.take(captured, to);
        }
        self.shift(piece, from, to);
        self.black_moves = !self.black_moves;
        captured
    }

    #[inline]
    fn unmake(&mut self, (from, to): Step, captured: u8) {
        let piece = self.board[to as usize];
        self.shift(piece, to, from);
        if captured != EMPTY {
            self.put(captured, to);
        }
        self.black_moves = !self.black_moves;
    }

    #[inline]
    fn lines(&self, point: u8) -> (&'static Line, &'static Line) {
        let (rank, file) = (point as usize / 9, point as usize % 9);
        (
            &RANK_LINES[file][self.ranks[rank] as usize & 511],
            &FILE_LINES[rank][self.files[file] as usize & 1023],
        )
    }

    /// Returns the points that `of_line` selects on the rank and the file of `point`; each may be
    /// `point` itself.
    #[inline]
    fn line_pieces(&self, point: u8, of_line: fn(&Line) -> [u8; 2]) -> [u8; 4] {
        let (rank, file) = self.lines(point);
        let ([west, east], [south, north]) = (of_line(rank), of_line(file));
        let (row, column) = (point - point % 9, point % 9);
        [row + west, row + east, south * 9 + column, north * 9 + column]
    }

    fn general(&self, black: bool) -> u8 {
        self.places[usize::from(black) * 16]
    }

    /// Returns whether the general of a side could be taken.
    fn is_attacked(&self, black: bool) -> bool {
        let general = self.general(black);
        let holds = |point: u8, role: u8| {
            let piece = self.board[point as usize];
            piece != EMPTY && is_black(piece) != black && role_of(piece) == role
        };
        let rooks = self.line_pieces(general, |line| line.rook);
        let cannons = self.line_pieces(general, |line| line.cannon);
        rooks.iter().any(|point| holds(*point, ROOK) || holds(*point, GENERAL))
            || cannons.iter().any(|point| holds(*point, CANNON))
            || HORSE_TO[general as usize]
                .iter()
                .any(|(origin, leg)| self.board[leg as usize] == EMPTY && holds(origin, HORSE))
            || soldier_places(general, black).into_iter().flatten().any(|point| holds(point, SOLDIER))
    }

    /// Returns the points at which a move of the side to move needs a full test of safety.
    fn risks(&self) -> Risks {
        let black = self.black_moves;
        let general = self.general(black);
        let mut risks = Risks { in_check: self.is_attacked(black), points: [0; POINTS] };
        let enemy = usize::from(!black) * 16;
        for piece in [0, 7, 8, 9, 10] {
            let point = self.places[enemy + piece];
            let is_on_line = point != NOWHERE && (point / 9 == general / 9 || point % 9 == general % 9);
            if is_on_line {
                self.mark_line(&mut risks, general, point, piece >= 9);
            }
        }
        if self.places[enemy + 5] != NOWHERE || self.places[enemy + 6] != NOWHERE {
            for (_, leg) in HORSE_TO[general as usize].iter() {
                risks.points[leg as usize] |= 1;
            }
        }
        risks
    }

    /// Marks the points between the general and an enemy rook, general or cannon on its line.
    fn mark_line(&self, risks: &mut Risks, general: u8, point: u8, is_cannon: bool) {
        let (low, high) = if general < point { (general, point) } else { (point, general) };
        let stride = if low / 9 == high / 9 { 1 } else { 9 };
        let inner = || (low + stride..high).step_by(stride as usize);
        let blockers = inner().filter(|point| self.board[*point as usize] != EMPTY).count();
        let mark = match (is_cannon, blockers) {
            (true, 0) => 2,
            (true, 2) | (false, 1) => 1,
            _ => return,
        };
        for point in inner() {
            risks.points[point as usize] |= mark;
        }
    }

    /// Returns the legal moves.
    fn legal_moves(&mut self) -> Steps {
        let mut steps = self.pseudo_moves();
        let risks = self.risks();
        let general = self.general(self.black_moves);
        steps.retain(|step| {
            let marks = risks.points[step.0 as usize] & 1 | risks.points[step.1 as usize] & 2;
            let is_risky = risks.in_check || step.0 == general || marks != 0;
            !is_risky || self.is_safe(*step)
        });
        steps
    }

    fn is_safe(&mut self, step: Step) -> bool {
        let captured = self.make(step);
        let is_safe = !self.is_attacked(!self.black_moves);
        self.unmake(step, captured);
        is_safe
    }

    fn pseudo_moves(&self) -> Steps {
        let mut steps = Steps::new();
        let first = u8::from(self.black_moves) * 16;
        for piece in first..first + 16 {
            let from = self.places[piece as usize];
            if from == NOWHERE {
                continue;
            }
            match role_of(piece) {
                ROOK => self.line_moves(&mut steps, from, |line| line.rook),
                CANNON => self.line_moves(&mut steps, from, |line| line.cannon),
                SOLDIER if self.black_moves => self.leap_moves(&mut steps, from, 7),
                role => self.leap_moves(&mut steps, from, role),
            }
        }
        steps
    }

    fn leap_moves(&self, steps: &mut Steps, from: u8, row: u8) {
        for (target, blocker) in LEAPS[row as usize][from as usize].iter() {
            let is_open = blocker == target || self.board[blocker as usize] == EMPTY;
            if is_open && self.is_free_for_mover(target) {
                steps.push((from, target));
            }
        }
    }

    #[inline]
    fn is_free_for_mover(&self, target: u8) -> bool {
        self.board[target as usize] >> 4 != u8::from(self.black_moves)
    }

    #[inline]
    fn line_moves(&self, steps: &mut Steps, from: u8, captures: fn(&Line) -> [u8; 2]) {
        let (rank, file) = self.lines(from);
        let row = from - from % 9;
        steps.extend((row + rank.span[0]..from).map(|to| (from, to)));
        steps.extend((from + 1..=row + rank.span[1]).map(|to| (from, to)));
        let column = from % 9;
        steps.extend((file.span[0]..from / 9).map(|rank| (from, rank * 9 + column)));
        steps.extend((from / 9 + 1..=file.span[1]).map(|rank| (from, rank * 9 + column)));
        for to in self.line_pieces(from, captures) {
            if to != from && self.is_free_for_mover(to) {
                steps.push((from, to));
            }
        }
    }

    /// Returns the number of move sequences of `depth` plies. The last ply is counted without being
    /// played.
    pub fn perft(&mut self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal_moves().len() as u64,
            _ => self.children(depth, Mailbox::perft),
        }
    }

    /// Returns [`Mailbox::perft`], but plays every move of the last ply too.
    pub fn perft_playing_all(&mut self, depth: u32) -> u64 {
        if depth == 0 { 1 } else { self.children(depth, Mailbox::perft_playing_all) }
    }

    fn children(&mut self, depth: u32, count: fn(&mut Mailbox, u32) -> u64) -> u64 {
        let mut total = 0;
        for step in self.legal_moves() {
            let captured = self.make(step);
            total += count(self, depth - 1);
            self.unmake(step, captured);
        }
        total
    }
}

/// Returns the points from which enemy soldiers attack the general of a side.
fn soldier_places(general: u8, black: bool) -> [Option<u8>; 3] {
    [offset(general, 0, if black { -1 } else { 1 }), offset(general, -1, 0), offset(general, 1, 0)]
}
