//! Reads the commands and moves that a person types, in both languages.

/// The meaning of a typed line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    /// A blank line.
    Empty,
    Undo,
    Redo,
    Hint,
    New,
    Flip,
    Board,
    Moves,
    Fen,
    Level(String),
    Resign,
    Draw,
    PlayOn,
    Save {
        file: String,
        replaces: bool,
    },
    Load(String),
    Help,
    Quit,
    /// Any other text, taken for a move.
    Move(String),
}

impl Command {
    pub(crate) fn read(line: &str) -> Command {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim().to_owned();
        match word.to_lowercase().as_str() {
            "" => Command::Empty,
            "undo" | "悔棋" | "悔" => Command::Undo,
            "redo" | "重走" => Command::Redo,
            "hint" | "提示" => Command::Hint,
            "new" | "新局" => Command::New,
            "flip" | "翻转" => Command::Flip,
            "board" | "棋盘" => Command::Board,
            "moves" | "棋谱" => Command::Moves,
            "fen" | "局面" => Command::Fen,
            "level" | "级别" => Command::Level(rest),
            "resign" | "认输" => Command::Resign,
            "draw" | "和棋" => Command::Draw,
            "playon" | "再走" => Command::PlayOn,
            "save" | "保存" => Command::Save { file: rest, replaces: false },
            "save!" | "保存!" | "保存！" => Command::Save { file: rest, replaces: true },
            "load" | "打开" => Command::Load(rest),
            "help" | "?" | "？" | "帮助" => Command::Help,
            "quit" | "exit" | "q" | "退出" => Command::Quit,
            _ => Command::Move(line.to_owned()),
        }
    }
}
