//! Compares texts so that numbers in them are in the order of their values: 第2局 before 第10局, 第二局 before 第十局.

use std::cmp::Ordering;

/// A part of a text: a number, or a character that belongs to none.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Number(u64),
    Letter(char),
}

/// Returns the value of a decimal digit, also a full-width one.
fn digit(letter: char) -> Option<u64> {
    let letter = if matches!(letter, '０'..='９') { u32::from(letter) - 0xfee0 } else { u32::from(letter) };
    char::from_u32(letter)?.to_digit(10).map(u64::from)
}

/// Returns the value of a Chinese digit.
fn chinese_digit(letter: char) -> Option<u64> {
    let digits = "〇一二三四五六七八九";
    let letter = if letter == '零' { '〇' } else { letter };
    digits.chars().position(|other| other == letter).map(|value| value as u64)
}

/// Returns the value of a Chinese unit.
fn chinese_unit(letter: char) -> Option<u64> {
    match letter {
        '十' => Some(10),
        '百' => Some(100),
        '千' => Some(1_000),
        _ => None,
    }
}

/// Reads the Chinese number at the beginning of a text. Returns its value and its bytes.
fn chinese_number(text: &str) -> Option<(u64, usize)> {
    let (mut sum, mut last, mut len) = (0_u64, None::<u64>, 0);
    for letter in text.chars() {
        if let Some(value) = chinese_digit(letter) {
            // 一九九八 is written digit by digit.
            last = Some(last.map_or(value, |last| last.saturating_mul(10).saturating_add(value)));
        } else if let Some(unit) = chinese_unit(letter) {
            sum = last.take().unwrap_or(1).saturating_mul(unit).saturating_add(sum);
        } else {
            break;
        }
        len += letter.len_utf8();
    }
    (len > 0).then(|| (sum.saturating_add(last.unwrap_or(0)), len))
}

/// Takes the part at the beginning of a text. A Chinese number counts only behind 第, since names have its characters,
/// too.
fn part(text: &mut &str, is_counted: &mut bool) -> Option<Part> {
    let first = text.chars().next()?;
    let was_counted = std::mem::replace(is_counted, first == '第');
    if digit(first).is_some() {
        let len = text.find(|letter| digit(letter).is_none()).unwrap_or(text.len());
        let (number, rest) = text.split_at(len);
        *text = rest;
        let value = number.chars().filter_map(digit);
        return Some(Part::Number(
            value.fold(0, |sum: u64, digit| sum.saturating_mul(10).saturating_add(digit)),
        ));
    }
    if let Some((value, len)) = Some(()).filter(|()| was_counted).and_then(|()| chinese_number(text)) {
        *text = &text[len..];
        return Some(Part::Number(value));
    }
    *text = &text[first.len_utf8()..];
    Some(Part::Letter(first))
}

/// Compares two texts by their numbers and characters, and equal ones by their bytes.
pub(crate) fn compare(one: &str, other: &str) -> Ordering {
    let (mut first, mut second) = (one, other);
    let (mut is_first_counted, mut is_second_counted) = (false, false);
    loop {
        let parts = (part(&mut first, &mut is_first_counted), part(&mut second, &mut is_second_counted));
        match parts {
            (None, None) => return one.cmp(other),
            (one, other) if one != other => return one.cmp(&other),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_in_the_order_of_their_values() {
        for order in [
            ["第1局", "第2局", "第10局"],
            ["第二局", "第九局", "第十局"],
            ["第十一章", "第二十章", "第一百零二章"],
            ["第９局", "第１０局", "第11局"],
            ["a", "a1", "a02"],
            ["", "Hu", "Li"],
            ["第一九九七届", "第一九九八届", "第二〇〇〇届"],
        ] {
            assert!(order.is_sorted_by(|one, next| compare(one, next) == Ordering::Less), "{order:?}");
            assert!(order.iter().all(|text| compare(text, text) == Ordering::Equal));
        }
        assert_eq!(compare("王天一", "王天丁"), "王天一".cmp("王天丁"), "no number in a name");
        assert_eq!(compare("99999999999999999999999", "1"), Ordering::Greater);
    }
}
