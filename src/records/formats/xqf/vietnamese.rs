//! Decodes Vietnamese text of old files, in Windows-1258 or TCVN3 (ABC). XQF does not say which encoding a text has.
//!
//! Sources: the table of Windows-1258 in the WHATWG's Encoding Standard, and TCVN 5712:1993 (VN3).

/// The letters of TCVN3 from 0xA1; `·` stands for bytes without a letter.
const TCVN3: &str =
    "ĂÂÊÔƠƯĐăâêôơưđ······àảãáạ·ằẳẵắ·······ặầẩẫấậè·ẻẽéẹềểễếệìỉ···ĩíịò·ỏõóọồổỗốộờởỡớợù·ủũúụừửữứựỳỷỹýỵ";
/// The letters of Windows-1258 from 0xC0; `·` stands for combining tones and for letters of other languages.
const WINDOWS: &str = "ÀÁÂĂ····ÈÉÊ··Í··Đ··ÓÔƠ···ÙÚ··Ư··àáâă····èéê··í··đ··óôơ···ùú··ư··";
/// The tones of Windows-1258, in the order of [`VOWELS`].
const TONES: [u8; 5] = [0xcc, 0xec, 0xd2, 0xde, 0xf2];
/// Each vowel without a tone, then with grave, acute, hook, tilde and dot.
const VOWELS: [&str; 12] = [
    "aàáảãạ",
    "ăằắẳẵặ",
    "âầấẩẫậ",
    "eèéẻẽẹ",
    "êềếểễệ",
    "iìíỉĩị",
    "oòóỏõọ",
    "ôồốổỗộ",
    "ơờớởỡợ",
    "uùúủũụ",
    "ưừứửữự",
    "yỳýỷỹỵ",
];
const UPPER: [&str; 12] = [
    "AÀÁẢÃẠ",
    "ĂẰẮẲẴẶ",
    "ÂẦẤẨẪẬ",
    "EÈÉẺẼẸ",
    "ÊỀẾỂỄỆ",
    "IÌÍỈĨỊ",
    "OÒÓỎÕỌ",
    "ÔỒỐỔỖỘ",
    "ƠỜỚỞỠỢ",
    "UÙÚỦŨỤ",
    "ƯỪỨỬỮỰ",
    "YỲÝỶỸỴ",
];
/// The consonants that may end a syllable.
const ENDS: [&str; 9] = ["", "c", "ch", "m", "n", "ng", "nh", "p", "t"];
/// One in this number of words with letters beyond ASCII need not be a syllable.
const SLIPS: usize = 5;

/// Decodes a text if it is Vietnamese: most words with letters beyond ASCII are syllables, and the text has more ASCII
/// letters than a Chinese text would have.
pub(crate) fn decode(bytes: &[u8]) -> Option<String> {
    let letters = bytes.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
    let high = bytes.iter().filter(|byte| !byte.is_ascii()).count();
    if high == 0 || letters < 2 || letters < high {
        return None;
    }
    [from_windows(bytes), from_tcvn3(bytes)].into_iter().flatten().find(|text| is_vietnamese(text))
}

fn letter_at(table: &str, first: u8, byte: u8) -> Option<char> {
    let letter = table.chars().nth(usize::from(byte.checked_sub(first)?));
    letter.filter(|letter| *letter != '·')
}

fn from_tcvn3(bytes: &[u8]) -> Option<String> {
    let letter =
        |byte: &u8| if byte.is_ascii() { Some(char::from(*byte)) } else { letter_at(TCVN3, 0xa1, *byte) };
    bytes.iter().map(letter).collect()
}

fn from_windows(bytes: &[u8]) -> Option<String> {
    let mut text = String::new();
    for byte in bytes {
        match TONES.iter().position(|tone| tone == byte) {
            Some(tone) => {
                let vowel = text.pop()?;
                let (row, 0) = place_of(vowel)? else { return None };
                text.push(row.chars().nth(tone + 1)?);
            }
            None if byte.is_ascii() => text.push(char::from(*byte)),
            None => text.push(letter_at(WINDOWS, 0xc0, *byte)?),
        }
    }
    Some(text)
}

/// Returns the row of a vowel, and the index of its tone in the row, 0 for no tone.
fn place_of(letter: char) -> Option<(&'static str, usize)> {
    let place = |row: &'static str| Some((row, row.chars().position(|other| other == letter)?));
    VOWELS.into_iter().chain(UPPER).find_map(place)
}

fn is_vietnamese(text: &str) -> bool {
    let words = text.split(|letter: char| !letter.is_alphabetic()).filter(|word| !word.is_ascii());
    let (mut all, mut slips) = (0, 0);
    for word in words {
        all += 1;
        slips += usize::from(!is_syllable(word));
    }
    all > 0 && slips * SLIPS <= all
}

/// Returns true if a word has initial consonants, vowels with at most one tone, and an end that a syllable can have.
fn is_syllable(word: &str) -> bool {
    let is_vowel = |letter: &char| place_of(*letter).is_some();
    let letters: Vec<char> = word.chars().collect();
    let begin = letters.iter().take_while(|letter| !is_vowel(letter)).count();
    let vowels = letters[begin..].iter().take_while(|letter| is_vowel(letter)).count();
    let end: String = letters[begin + vowels..].iter().map(char::to_ascii_lowercase).collect();
    let tones = letters.iter().filter(|letter| place_of(**letter).is_some_and(|(_, tone)| tone > 0)).count();
    begin <= 3 && (1..=3).contains(&vowels) && tones <= 1 && ENDS.contains(&end.as_str())
}
