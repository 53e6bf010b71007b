//! Tags of a game, such as names of players and events, and its result.

use super::text::replace;
use chuhe_rules::game::Outcome;
use chuhe_rules::types::Color;

/// Names in files that do not become tags of a record. Their values belong to the start position or the result, or are
/// ignored.
const STRUCTURAL: [&str; 6] = ["Game", "Variant", "Result", "FEN", "SetUp", "Format"];

/// The usual names in their usual spelling. The comparison ignores case.
const NAMES: [&str; 34] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "Red",
    "Black",
    "White",
    "RedTeam",
    "BlackTeam",
    "WhiteTeam",
    "RedElo",
    "BlackElo",
    "WhiteElo",
    "RedTime",
    "BlackTime",
    "TimeControl",
    "Title",
    "Opening",
    "Variation",
    "ECCO",
    "ECO",
    "Annotator",
    "Author",
    "Group",
    "Table",
    "Type",
    "Labels",
    "Termination",
    "Game",
    "Variant",
    "Result",
    "FEN",
    "SetUp",
    "Format",
];

/// The Chinese forms of the usual names, in simplified characters.
const CHINESE_NAMES: [(&str, &str); 27] = [
    ("标题", "Title"),
    ("赛事", "Event"),
    ("比赛", "Event"),
    ("赛名", "Event"),
    ("轮次", "Round"),
    ("组别", "Group"),
    ("台次", "Table"),
    ("布局", "Opening"),
    ("开局", "Opening"),
    ("红方", "Red"),
    ("红方姓名", "Red"),
    ("红方棋手", "Red"),
    ("红棋", "Red"),
    ("黑方", "Black"),
    ("黑方姓名", "Black"),
    ("黑方棋手", "Black"),
    ("黑棋", "Black"),
    ("日期", "Date"),
    ("地点", "Site"),
    ("记时规则", "TimeControl"),
    ("红方用时", "RedTime"),
    ("黑方用时", "BlackTime"),
    ("红方团体", "RedTeam"),
    ("黑方团体", "BlackTeam"),
    ("评论", "Annotator"),
    ("棋谱主人", "Author"),
    ("结果", "Result"),
];

/// Returns the usual spelling of a name, which may be in any letter case or in Chinese; `None` for other names.
pub(crate) fn usual_name(name: &str) -> Option<&'static str> {
    if name.is_ascii() {
        return NAMES.iter().find(|usual| usual.eq_ignore_ascii_case(name)).copied();
    }
    let name = simplified(name);
    CHINESE_NAMES.iter().find(|(chinese, _)| *chinese == name).map(|(_, usual)| *usual)
}

/// Replaces traditional characters of names and results by simplified ones, and full-width characters and dashes by
/// ASCII.
fn simplified(text: &str) -> String {
    let simple = |letter| match letter {
        '標' => '标',
        '題' => '题',
        '賽' => '赛',
        '輪' => '轮',
        '組' => '组',
        '別' => '别',
        '開' => '开',
        '紅' => '红',
        '團' => '团',
        '體' => '体',
        '時' => '时',
        '間' => '间',
        '點' => '点',
        '記' => '记',
        '規' => '规',
        '則' => '则',
        '評' => '评',
        '論' => '论',
        '譜' => '谱',
        '結' => '结',
        '勝' => '胜',
        '負' => '负',
        '獲' => '获',
        '認' => '认',
        '輸' => '输',
        '贏' => '赢',
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' => '-',
        '！'..='～' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        _ => letter,
    };
    text.chars().map(simple).collect()
}

/// The tags of a record, in the order in which they were added. A name occurs only once, whatever its letter case.
/// Values have one line and are never blank.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// Returns all tags, each with its name and value.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Returns the value of a tag such as `Red`, whatever the letter case of its name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// Sets the value of a tag. A blank value removes the tag.
    ///
    /// A name consists of letters, digits and `_`; other characters are removed. The usual names, also in Chinese, get
    /// the spelling of PGN: `红方` becomes `Red`. `White`, `WhiteElo` and `WhiteTeam`, which engines write, become `Red`,
    /// `RedElo` and `RedTeam`. Line breaks and other control characters in a value become spaces, and white space at
    /// its ends is removed. Empty names are ignored, and so are the PGN names of other parts of a record (`Game`,
    /// `Variant`, `Result`, `FEN`, `SetUp`, `Format`).
    pub fn set(&mut self, name: &str, value: &str) {
        let name = own_name(name);
        let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let value = value.trim();
        if name.is_empty() || STRUCTURAL.contains(&name.as_str()) {
            return;
        }
        let place = self.0.iter().position(|(other, _)| other.eq_ignore_ascii_case(&name));
        match (place, value.is_empty()) {
            (Some(place), true) => drop(self.0.remove(place)),
            (Some(place), false) => self.0[place].1 = value.to_owned(),
            (None, true) => {}
            (None, false) => self.0.push((name, value.to_owned())),
        }
    }

    /// Sets the value of a tag unless the record already has the tag.
    pub(crate) fn set_missing(&mut self, name: &str, value: &str) {
        if self.get(&own_name(name)).is_none() {
            self.set(name, value);
        }
    }
}

/// Returns the form in which a record stores a name.
fn own_name(name: &str) -> String {
    let name: String = name.chars().filter(|letter| is_name(*letter)).collect();
    match usual_name(&name) {
        Some(name @ ("White" | "WhiteElo" | "WhiteTeam")) => replace(name, "White", "Red"),
        Some(name) => name.to_owned(),
        None => name,
    }
}

/// Returns true if a character may be part of a name.
pub(crate) fn is_name(letter: char) -> bool {
    let is_mark = "“”＂［］：，；、。（）｜".contains(letter);
    letter.is_ascii_alphanumeric()
        || letter == '_'
        || !(letter.is_ascii() || letter.is_whitespace() || letter.is_control() || is_mark)
}

/// The largest number of tags that a reader takes from a file.
pub(crate) const MAX_TAGS: usize = 200;

/// Returns the PGN text of a result, such as `1-0`.
pub fn result_text(result: Outcome) -> &'static str {
    match result {
        Outcome::Win(Color::Red) => "1-0",
        Outcome::Win(Color::Black) => "0-1",
        Outcome::Draw => "1/2-1/2",
        Outcome::Ongoing => "*",
    }
}

/// Returns the DhtmlXQ text of a result, such as `红胜`.
pub fn result_word(result: Outcome) -> &'static str {
    match result {
        Outcome::Win(Color::Red) => "红胜",
        Outcome::Win(Color::Black) => "黑胜",
        Outcome::Draw => "和棋",
        Outcome::Ongoing => "未知",
    }
}

/// Reads the value of a result field. It also accepts `W`, `L`, `D` and phrases such as `red wins`, which would be
/// ambiguous among moves.
pub(crate) fn read_result_field(text: &str) -> Option<Outcome> {
    let small = text.trim().to_ascii_lowercase();
    match small.as_str() {
        "w" | "red" | "red wins" | "red won" | "đỏ thắng" | "Đỏ thắng" => {
            Some(Outcome::Win(Color::Red))
        }
        "l" | "black" | "black wins" | "black won" | "đen thắng" | "Đen thắng" => {
            Some(Outcome::Win(Color::Black))
        }
        "d" | "drawn" | "hòa" | "hoà" | "Hòa" | "Hoà" => Some(Outcome::Draw),
        _ => read_result(text),
    }
}

/// Reads a result in a form that PGN, DhtmlXQ or titles of files use. It also accepts any kind of dash or colon in
/// `1-0`, and traditional characters.
pub fn read_result(text: &str) -> Option<Outcome> {
    /// The longest result has five characters of three bytes.
    const LONGEST: usize = 18;
    let text = text.trim();
    if text.len() > LONGEST {
        return None;
    }
    let text = replace(&simplified(text), ":", "-");
    Some(match text.as_str() {
        "1-0" | "红胜" | "红先胜" | "红方胜" | "先胜" | "黑负" | "黑先负" | "黑方负" | "红方获胜"
        | "红赢" | "黑方认输" => Outcome::Win(Color::Red),
        "0-1" | "黑胜" | "黑先胜" | "黑方胜" | "先负" | "红负" | "红先负" | "红方负" | "黑方获胜"
        | "黑赢" | "红方认输" => Outcome::Win(Color::Black),
        "1/2-1/2" | "1/2" | "½-½" | "½" | "0.5-0.5" | "和棋" | "和" | "和局" | "先和" | "红先和" | "平局"
        | "双方和棋" => Outcome::Draw,
        "*" | "未知" | "不明" | "未完" => Outcome::Ongoing,
        _ if text.eq_ignore_ascii_case("draw") => Outcome::Draw,
        _ => return None,
    })
}

// Labels: lines such as `红方：甲 黑方：乙` before the moves of a text. dpxq.com exports games in this form.

/// Returns true if a text begins like an export of dpxq.com: each of the first two lines has a Chinese name and a
/// value, and the first name is a usual one.
pub(crate) fn begins_dpxq(text: &str) -> bool {
    let mut lines = text.trim_start().lines();
    let mut name = || Some(lines.next()?.trim().split_once([':', '：'])?.0).filter(|name| !name.is_ascii());
    name().is_some_and(|name| usual_name(name).is_some()) && name().is_some()
}

/// Reads the tags and the result in the labels of a text. If two labels set the same tag, the later one counts:
/// dpxq.com writes `红方` with the team, and then `红方姓名`.
pub(crate) fn read_labels(text: &str) -> (Tags, Option<Outcome>) {
    let (mut tags, mut result) = (Tags::default(), None);
    for (name, value) in text.lines().flat_map(labels).filter(|(_, value)| !value.is_empty()) {
        match name {
            "Result" => result = result.or(read_result_field(value)),
            _ => tags.set(name, value),
        }
    }
    (tags, result)
}

/// Returns the labels of a line: usual names before a colon, with their values. A value ends before the next usual
/// name.
fn labels(line: &str) -> Vec<(&'static str, &str)> {
    let mut found: Vec<(&'static str, usize, usize)> = Vec::new();
    for (colon, mark) in line.char_indices().filter(|(_, letter)| matches!(letter, ':' | '：')) {
        let begin = line[..colon].trim_end_matches(is_name).len();
        if let Some(name) = usual_name(&line[begin..colon]) {
            found.push((name, begin, colon + mark.len_utf8()));
        }
    }
    let ends = found.iter().skip(1).map(|(_, begin, _)| *begin).chain([line.len()]);
    let labels =
        found.iter().zip(ends).map(|((name, _, begin), end)| (*name, label_value(&line[*begin..end])));
    labels.collect()
}

/// Removes the separators around a value, and the number of the first move if it follows on the same line.
fn label_value(text: &str) -> &str {
    let is_edge =
        |letter: char| letter.is_whitespace() || matches!(letter, ',' | '，' | ';' | '；' | '、' | '|');
    let text = text.trim_matches(is_edge);
    text.strip_suffix("1.").map_or(text, |text| text.trim_end_matches(is_edge))
}
