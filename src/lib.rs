//! Chuhe: Xiangqi rules, a search engine and the shells around them.
