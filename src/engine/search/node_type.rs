//! The types of nodes: the root, and nodes below it with an open or a closed window.

/// The type of a node, known at compile time.
pub(crate) trait NodeType {
    /// Whether the window is open, so that the node may lie on the principal variation.
    const PV: bool;
    /// Whether the node is the root, whose moves come from [`RootMoves`](super::root::RootMoves).
    const ROOT: bool;
    /// Number of first moves that are never reduced.
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
