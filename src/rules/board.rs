//! The pieces on the board and the side to move, without the history of the game.
//!
//! A [`Board`] stores the pieces in three ways: as a set of points for each role, as a set for each colour, and as the
//! piece on each point. Sets are two `u64` words, because these were faster than a mailbox with piece lists and the
//! same rank and file look-ups. The table gives millions of nodes a second from the start position, as medians of
//! alternating runs on one core of a shared Xeon (2026). The figures for Chromium are wall-clock times on a loaded
//! machine, the others are processor times.
//!
//! | perft 5, Chromium perft 4 | bitboards | mailbox | bitboards, last ply counted | mailbox, last ply counted |
//! | --- | --- | --- | --- | --- |
//! | native, x86-64-v2 | 71 | 60 | 217 | 176 |
//! | wasm, Node 20 | 54 | 47 | 160 | 138 |
//! | wasm, Chromium 156 | 55 | 47 | 174 | 135 |
//!
//! `cargo run --release --example representation` repeats the measurement; `examples/representation/wasm.mjs` repeats
//! it in wasm.
//!
//! ```
//! use chuhe_rules::{Move, Position};
//! let mut board = Position::default().board;
//! let mv: Move = "b2b9".parse()?;
//! let captured = board.make(mv);
//! assert_eq!(captured.map(|piece| piece.letter()), Some('n'));
//! board.unmake(mv, captured);
//! assert_eq!(board, Position::default().board);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::attacks;
use super::bitboard::Bitboard;
use super::types::{ByColor, Color, Move, POINTS, Piece, Role, Square};
use core::fmt;

/// Returns the output of the SplitMix64 generator (Steele, Lea, Flood 2014) for a state.
const fn split_mix(state: u64) -> u64 {
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Zobrist keys, `[piece][point]`.
static PIECE_KEYS: [[u64; POINTS]; Piece::NUM] = {
    let mut table = [[0; POINTS]; Piece::NUM];
    let mut state = 0x0063_6875_6865_u64;
    let mut piece = 0;
    while piece < Piece::NUM {
        let mut point = 0;
        while point < POINTS {
            state = state.wrapping_add(GOLDEN);
            table[piece][point] = split_mix(state);
            point += 1;
        }
        piece += 1;
    }
    table
};

/// The Zobrist key for Black to move.
const BLACK_TO_MOVE: u64 = split_mix(GOLDEN);

/// Returns the Zobrist key of a piece on a point.
#[inline]
pub fn piece_key(piece: Piece, square: Square) -> u64 {
    PIECE_KEYS[piece.index()][square.index()]
}

/// An observer of every piece that enters or leaves a point. Evaluations use it to update their sums.
pub trait Observer {
    /// Records that `piece` was put on `square`.
    fn put(&mut self, piece: Piece, square: Square);
    /// Records that `piece` was removed from `square`.
    fn remove(&mut self, piece: Piece, square: Square);
}

/// The observer that does nothing.
impl Observer for () {
    #[inline]
    fn put(&mut self, _: Piece, _: Square) {}
    #[inline]
    fn remove(&mut self, _: Piece, _: Square) {}
}

/// Pieces on points and the side to move. Both generals are always on the board.
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    /// `[role]`, both colours together.
    by_role: [Bitboard; Role::NUM],
    by_color: ByColor<Bitboard>,
    /// The piece on each point, `[point]`.
    squares: [Option<Piece>; POINTS],
    generals: ByColor<Square>,
    turn: Color,
    key: u64,
}

impl Board {
    /// Returns a board with these pieces, `[point]`; `None` unless each side has exactly one general. Other rules are
    /// not checked (see [`super::fen::Setup::validate`]).
    pub fn from_pieces(squares: &[Option<Piece>; POINTS], turn: Color) -> Option<Board> {
        let general = |color| {
            let piece = Some(Piece::new(color, Role::General));
            let mut places = Square::all().filter(|square| squares[square.index()] == piece);
            places.next().filter(|_| places.next().is_none())
        };
        let mut board = Board {
            by_role: [Bitboard::EMPTY; Role::NUM],
            by_color: ByColor([Bitboard::EMPTY; 2]),
            squares: [None; POINTS],
            generals: ByColor([general(Color::Red)?, general(Color::Black)?]),
            turn,
            key: if turn == Color::Black { BLACK_TO_MOVE } else { 0 },
        };
        for square in Square::all() {
            if let Some(piece) = squares[square.index()] {
                board.put(piece, square);
            }
        }
        Some(board)
    }

    /// Returns the side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Returns the Zobrist key of pieces and side to move, which is updated incrementally.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Computes the Zobrist key from the pieces.
    pub fn recomputed_key(&self) -> u64 {
        let side = if self.turn == Color::Black { BLACK_TO_MOVE } else { 0 };
        self.pieces().fold(side, |key, (square, piece)| key ^ PIECE_KEYS[piece.index()][square.index()])
    }

    /// Returns all pieces with their points, in point order.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().into_iter().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// Returns the piece on a point.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// Returns whether the position is its own mirror image.
    pub fn is_symmetric(&self) -> bool {
        self.pieces().all(|(square, piece)| self.piece_at(square.mirror_files()) == Some(piece))
    }

    /// Returns the canonical form of a move. In a position that is its own mirror image, a move and its mirror image
    /// are equivalent, and the one nearer to file i is canonical, as in game records.
    ///
    /// ```
    /// let board = chuhe_rules::fen::start();
    /// assert_eq!(board.canonical("b2e2".parse()?), "h2e2".parse()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn canonical(&self, mv: Move) -> Move {
        let files = |mv: Move| (mv.from().file(), mv.to().file());
        let mirrored = mv.mirror_files();
        if files(mirrored) > files(mv) && self.is_symmetric() { mirrored } else { mv }
    }

    /// Returns the points that hold a piece.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.by_color[Color::Red] | self.by_color[Color::Black]
    }

    /// Returns the points of a side's pieces.
    #[inline]
    pub fn of_color(&self, color: Color) -> Bitboard {
        self.by_color[color]
    }

    /// Returns the points of a role's pieces of both sides.
    #[inline]
    pub fn of_role(&self, role: Role) -> Bitboard {
        self.by_role[role.index()]
    }

    /// Returns the points of a side's pieces of one role.
    #[inline]
    pub fn of(&self, color: Color, role: Role) -> Bitboard {
        self.by_color[color] & self.by_role[role.index()]
    }

    /// Returns the points of a side's rooks, horses and cannons: its attacking pieces except soldiers.
    #[inline]
    pub fn heavy(&self, color: Color) -> Bitboard {
        let roles = self.of_role(Role::Rook) | self.of_role(Role::Horse) | self.of_role(Role::Cannon);
        roles & self.by_color[color]
    }

    /// Returns the point of a side's general.
    #[inline]
    pub fn general(&self, color: Color) -> Square {
        self.generals[color]
    }

    /// Returns the pieces of `by` on `among` that attack `square` if the points of `occupied` hold pieces. A general
    /// also attacks along an open line (the flying general).
    #[inline]
    pub fn attackers(&self, square: Square, occupied: Bitboard, by: Color, among: Bitboard) -> Bitboard {
        let (rook, cannon) = attacks::rook_and_cannon(square, occupied);
        let straight = self.of_role(Role::Rook) | self.of_role(Role::General);
        (rook & straight
            | cannon & self.of_role(Role::Cannon)
            | attacks::horse_to(square, occupied) & self.of_role(Role::Horse)
            | attacks::soldier_to(by, square) & self.of_role(Role::Soldier))
            & self.by_color[by]
            & among
    }

    /// Returns the pieces that give check to the side to move.
    pub fn checkers(&self) -> Bitboard {
        self.attackers(self.generals[self.turn], self.occupied(), !self.turn, Bitboard::FULL)
    }

    /// Returns whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Returns whether `color` could take the other general on its turn. For the side to move this is true only in
    /// impossible positions.
    pub fn attacks_general(&self, color: Color) -> bool {
        let general = self.generals[!color];
        !self.attackers(general, self.occupied(), color, Bitboard::FULL).is_empty()
    }

    /// Returns whether a pseudo-legal move gives check, directly or by uncovering another piece.
    pub fn gives_check(&self, mv: Move) -> bool {
        let Some(piece) = self.piece_at(mv.from()) else { return false };
        let us = piece.color();
        let general = self.generals[!us];
        let near = attacks::near(general);
        if !near.has(mv.from()) && !near.has(mv.to()) {
            return false;
        }
        let occupied = self.occupied().without(mv.from()).with(mv.to());
        let others = !Bitboard::of(mv.from());
        let whence = match piece.role() {
            Role::Rook => attacks::rook(general, occupied),
            Role::Cannon => attacks::cannon(general, occupied),
            Role::Horse => attacks::horse_to(general, occupied),
            Role::Soldier => attacks::soldier_to(us, general),
            Role::General | Role::Advisor | Role::Elephant => Bitboard::EMPTY,
        };
        whence.has(mv.to()) || !self.attackers(general, occupied, us, others).is_empty()
    }

    /// Returns the points that `piece` on `square` reaches, including those of its own side's pieces. For a cannon
    /// these are the empty points before the first piece on each line, and the point of the second piece.
    #[inline]
    pub fn reach(&self, piece: Piece, square: Square) -> Bitboard {
        let occupied = self.occupied();
        match piece.role() {
            Role::General => attacks::general(square),
            Role::Advisor => attacks::advisor(square),
            Role::Elephant => attacks::elephant(square, occupied),
            Role::Horse => attacks::horse(square, occupied),
            Role::Rook => attacks::rook(square, occupied),
            Role::Cannon => {
                let (slide, jump) = attacks::rook_and_cannon(square, occupied);
                slide & !occupied | jump
            }
            Role::Soldier => attacks::soldier(piece.color(), square),
        }
    }

    /// Plays a move and returns the captured piece. The move must be pseudo-legal, which is not checked. Nothing
    /// happens if no piece stands on its source.
    #[inline]
    pub fn make(&mut self, mv: Move) -> Option<Piece> {
        self.make_observed(mv, &mut ())
    }

    /// Plays a move like [`Board::make`] and reports its changes to an observer.
    #[inline]
    pub fn make_observed<O: Observer>(&mut self, mv: Move, observer: &mut O) -> Option<Piece> {
        let piece = self.piece_at(mv.from())?;
        let captured = self.piece_at(mv.to());
        if let Some(captured) = captured {
            self.remove(captured, mv.to());
            observer.remove(captured, mv.to());
        }
        self.shift(piece, mv.from(), mv.to());
        observer.remove(piece, mv.from());
        observer.put(piece, mv.to());
        self.pass();
        captured
    }

    /// Takes back a move that [`Board::make`] played; `captured` is the piece that it returned.
    #[inline]
    pub fn unmake(&mut self, mv: Move, captured: Option<Piece>) {
        let Some(piece) = self.piece_at(mv.to()) else { return };
        self.shift(piece, mv.to(), mv.from());
        if let Some(captured) = captured {
            self.put(captured, mv.to());
        }
        self.pass();
    }

    /// Gives the turn to the other side without a move. A second call undoes this.
    #[inline]
    pub fn pass(&mut self) {
        self.turn = !self.turn;
        self.key ^= BLACK_TO_MOVE;
    }

    /// Returns the key that the board will have after `mv`.
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        let mut key = self.key ^ BLACK_TO_MOVE;
        if let Some(captured) = self.piece_at(mv.to()) {
            key ^= PIECE_KEYS[captured.index()][mv.to().index()];
        }
        if let Some(piece) = self.piece_at(mv.from()) {
            key ^= PIECE_KEYS[piece.index()][mv.from().index()] ^ PIECE_KEYS[piece.index()][mv.to().index()];
        }
        key
    }

    /// Moves a piece to an empty point.
    #[inline(always)]
    fn shift(&mut self, piece: Piece, from: Square, to: Square) {
        let both = Bitboard::of(from) | Bitboard::of(to);
        self.by_role[piece.role().index()] ^= both;
        self.by_color[piece.color()] ^= both;
        self.squares[from.index()] = None;
        self.squares[to.index()] = Some(piece);
        let keys = &PIECE_KEYS[piece.index()];
        self.key ^= keys[from.index()] ^ keys[to.index()];
        if piece.role() == Role::General {
            self.generals[piece.color()] = to;
        }
    }

    #[inline]
    fn put(&mut self, piece: Piece, square: Square) {
        let set = Bitboard::of(square);
        self.by_role[piece.role().index()] |= set;
        self.by_color[piece.color()] |= set;
        self.squares[square.index()] = Some(piece);
        self.key ^= PIECE_KEYS[piece.index()][square.index()];
        if piece.role() == Role::General {
            self.generals[piece.color()] = square;
        }
    }

    #[inline]
    fn remove(&mut self, piece: Piece, square: Square) {
        let set = Bitboard::of(square);
        self.by_role[piece.role().index()] ^= set;
        self.by_color[piece.color()] ^= set;
        self.squares[square.index()] = None;
        self.key ^= PIECE_KEYS[piece.index()][square.index()];
    }
}

impl fmt::Display for Board {
    /// Writes ten rows of nine letters, Black's back rank first, with `.` for an empty point.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..10).rev() {
            for file in 0..9 {
                let piece = Square::at(file, rank).and_then(|square| self.piece_at(square));
                write!(f, "{}", piece.map_or('.', Piece::letter))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}{} to move", self.turn.name())
    }
}
