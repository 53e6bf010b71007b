//! What a position is worth, from the side to move, in hundredths of a soldier.

pub mod hand;
