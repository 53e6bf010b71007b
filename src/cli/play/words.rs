//! The messages of the game in the terminal, in Chinese and English.

use chuhe::rules::game::{Outcome, Reason, Refusal, Verdict};
use chuhe::rules::types::{Color, Piece, Role};

/// A language of the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// Chinese.
    Chinese,
    /// English.
    English,
}

impl Language {
    /// Returns the language with the code `zh` or `en`.
    pub fn from_code(code: &str) -> Option<Language> {
        match code {
            "zh" => Some(Language::Chinese),
            "en" => Some(Language::English),
            _ => None,
        }
    }

    /// Returns the language of a locale such as `zh_CN.UTF-8`.
    pub fn of_locale(locale: &str) -> Language {
        if locale.starts_with("zh") { Language::Chinese } else { Language::English }
    }

    /// Returns the text in this language.
    pub(crate) fn pick<'a>(self, chinese: &'a str, english: &'a str) -> &'a str {
        match self {
            Language::Chinese => chinese,
            Language::English => english,
        }
    }

    pub(crate) fn side(self, color: Color) -> &'static str {
        match color {
            Color::Red => self.pick("红方", "Red"),
            Color::Black => self.pick("黑方", "Black"),
        }
    }

    pub(crate) fn piece(self, piece: Piece) -> &'static str {
        if self == Language::Chinese {
            return glyph(piece);
        }
        match piece.role() {
            Role::General => "general",
            Role::Advisor => "advisor",
            Role::Elephant => "elephant",
            Role::Horse => "horse",
            Role::Rook => "rook",
            Role::Cannon => "cannon",
            Role::Soldier => "soldier",
        }
    }

    pub(crate) fn refusal(self, refusal: Refusal) -> &'static str {
        match refusal {
            Refusal::NoPiece => self.pick("那里没有棋子。", "There is no piece there."),
            Refusal::NotYours => self.pick("那是对方的棋子。", "That piece is your opponent's."),
            Refusal::CannotReach(_) => self.pick("这枚棋子走不到那里。", "That piece cannot go there."),
            Refusal::OwnPiece => self.pick("那里有自己的棋子。", "Your own piece stands there."),
            Refusal::LeavesCheck => self.pick("这样走会送将。", "Your general would be in check then."),
            Refusal::StillInCheck => {
                self.pick("正被将军，必须应将。", "You are in check and must answer it.")
            }
            Refusal::GeneralsFace => self.pick("将帅不能照面。", "The generals would face each other."),
        }
    }

    /// Returns the result of the game as a sentence.
    pub(crate) fn verdict(self, verdict: &Verdict) -> String {
        let reason = verdict.reason.map_or("", |reason| self.reason(reason));
        match (verdict.outcome, self) {
            (Outcome::Ongoing, _) => String::new(),
            (Outcome::Draw, Language::Chinese) => format!("和棋：{reason}。"),
            (Outcome::Draw, Language::English) => format!("The game is a draw: {reason}."),
            (Outcome::Win(color), Language::Chinese) => format!("{}胜：{reason}。", self.side(color)),
            (Outcome::Win(color), Language::English) => format!("{} wins: {reason}.", self.side(color)),
        }
    }

    fn reason(self, reason: Reason) -> &'static str {
        match reason {
            Reason::Checkmate => self.pick("将死", "checkmate"),
            Reason::Stalemate => self.pick("困毙", "stalemate"),
            Reason::PerpetualCheck => self.pick("对方长将", "the other side checked for ever"),
            Reason::PerpetualChase => self.pick("对方长捉", "the other side chased for ever"),
            Reason::PerpetualAttack => self.pick("对方长打", "the other side attacked for ever"),
            Reason::Repetition => self.pick("重复局面", "repetition"),
            Reason::NaturalLimit => self.pick("自然限着", "no capture for too long"),
            Reason::NoAttackers => self.pick("双方都无力进攻", "nobody can attack any more"),
            Reason::Resignation => self.pick("对方认输", "the other side resigned"),
            Reason::Time => self.pick("对方超时", "the other side ran out of time"),
            Reason::Agreement => self.pick("双方同意", "both agreed"),
        }
    }

    pub(crate) fn help(self) -> &'static str {
        self.pick(HELP_CHINESE, HELP_ENGLISH)
    }
}

/// Returns the character on a piece.
pub(crate) fn glyph(piece: Piece) -> &'static str {
    let glyphs = match piece.role() {
        Role::General => ["帅", "将"],
        Role::Advisor => ["仕", "士"],
        Role::Elephant => ["相", "象"],
        Role::Horse => ["马", "马"],
        Role::Rook => ["车", "车"],
        Role::Cannon => ["炮", "炮"],
        Role::Soldier => ["兵", "卒"],
    };
    glyphs[piece.color().index()]
}

const HELP_CHINESE: &str = "\
着法：炮二平五、C2.5、h2e2 都行。另外可以输入
  悔棋 undo        重走 redo         提示 hint
  新局 new         翻转 flip         棋盘 board
  棋谱 moves       局面 fen          级别 level N（1 到 15）
  认输 resign      和棋 draw         再走 playon（电脑认输以后）
  保存 save 文件   打开 load 文件    （save! 覆盖已有的文件）
  帮助 help        退出 quit
";

const HELP_ENGLISH: &str = "\
A move may be typed as C2.5, h2e2 or 炮二平五. Besides that:
  undo             redo              hint
  new              flip              board
  moves            fen               level N (1 to 15)
  resign           draw              playon (after the engine has resigned)
  save FILE        load FILE         (save! replaces a file that is there)
  help             quit
";
