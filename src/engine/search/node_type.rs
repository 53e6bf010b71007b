//! The kinds of nodes: the root, and those below it with an open or a closed window.

/// The kind of a node, known when the search is compiled.
pub(crate) trait NodeType {
    /// Whether the window is open, so that the node may lie on the principal variation.
    const PV: bool;
    /// Whether it is the root, whose moves are those of [`RootMoves`](super::root::RootMoves).
    const ROOT: bool;
    /// How many of its moves, the first ones, are never reduced.
    const UNREDUCED: usize;
}

/// The root of the tree.
pub(crate) struct Root;

impl NodeType for Root {
    const PV: bool = true;
    const ROOT: bool = true;
    const UNREDUCED: usize = 3;
}

/// A node below the root with an open window.
pub(crate) struct Pv;

impl NodeType for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
    const UNREDUCED: usize = 2;
}

/// A node below the root with a closed window.
pub(crate) struct NonPv;

impl NodeType for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
    const UNREDUCED: usize = 1;
}
