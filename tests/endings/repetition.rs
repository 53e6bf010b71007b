//! Rules of repetition: no table of one attacker depends on them.

use crate::{is_long, one_attacker, solved, table};
use chuhe_endings::Offender;

#[test]
fn no_draw_depends_on_perpetual_checks_or_chases() {
    let texts =
        if is_long() { one_attacker() } else { ["N vs AE", "C vs AA", "P vs AE"].map(str::to_owned).into() };
    let tables = solved(&texts.iter().map(String::as_str).collect::<Vec<_>>());
    for text in texts {
        for offender in Offender::ALL {
            let report = tables.cycles(&table(&tables, &text), offender, 2).expect("all tables are there");
            assert_eq!(report.endless, [], "{text}, {offender:?}");
        }
    }
}
