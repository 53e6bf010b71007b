//! The table of exports: the texts in which records can be written.

use super::{Format, dhtmlxq, pgn, ucci};
use crate::Record;
use chuhe_rules::notation::Notation;

/// A text format in which a record can be written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Export {
    /// PGN with the moves in Chinese, WXF, Vietnamese or ICCS. For every other notation the moves are in ICCS.
    Pgn(Notation),
    /// DhtmlXQ.
    Dhtmlxq,
    /// The FEN of the position at the end of the main line.
    Fen,
    /// The main line in ICCS, after the FEN of the start position unless that is the usual one.
    Iccs,
    /// The command `position` of UCCI with the main line.
    Ucci,
}

/// Defines the table of exports: the code, the export, the format, the extension of files, whether the text holds the
/// whole record, and the writer.
macro_rules! exports {
    ($($code:literal = $export:ident $(($notation:path))?, $format:ident, $extension:literal, $is_lossless:literal,
        $write:expr;)+) => {
        impl Export {
            /// Every export. If a format has several exports, the default comes first.
            pub const ALL: [Export; [$($code),+].len()] = [$(Export::$export $(($notation))?),+];

            /// The codes of all exports, and the extensions of their files, as types of TypeScript.
            #[doc(hidden)]
            pub const TYPE_SCRIPT: &str = concat!(
                "export type RecordExtensions = {", $(" \"", $code, "\": \"", $extension, "\";",)+ " };\n",
                "export type RecordExport = keyof RecordExtensions;\n",
            );

            /// Returns the stable name: `pgn-chinese`, `pgn-wxf`, `pgn-vietnamese`, `pgn-iccs`, `dhtmlxq`, `fen`,
            /// `iccs` or `ucci`.
            pub const fn code(self) -> &'static str {
                match self {
                    $(Export::$export $(($notation))? => $code,)+
                    Export::Pgn(Notation::Ucci | Notation::Uci) => OTHER_PGN.code(),
                }
            }

            /// Returns the format of the text.
            pub const fn format(self) -> Format {
                match self {
                    $(Export::$export $(($notation))? => Format::$format,)+
                    Export::Pgn(Notation::Ucci | Notation::Uci) => OTHER_PGN.format(),
                }
            }

            /// Returns true if the text holds the whole record, so that [`read`](crate::read) returns an equal record.
            pub const fn is_lossless(self) -> bool {
                match self {
                    $(Export::$export $(($notation))? => $is_lossless,)+
                    Export::Pgn(Notation::Ucci | Notation::Uci) => OTHER_PGN.is_lossless(),
                }
            }

            fn write(self, record: &Record) -> String {
                match self {
                    $(Export::$export $(($notation))? => $write(record $(, $notation)?),)+
                    Export::Pgn(Notation::Ucci | Notation::Uci) => OTHER_PGN.write(record),
                }
            }
        }
    };
}

/// The export for PGN in notations without an export of their own.
const OTHER_PGN: Export = Export::Pgn(Notation::Iccs);

exports! {
    "pgn-chinese" = Pgn(Notation::Chinese), Pgn, "pgn", true, pgn::write;
    "pgn-wxf" = Pgn(Notation::Wxf), Pgn, "pgn", true, pgn::write;
    "pgn-vietnamese" = Pgn(Notation::Vietnamese), Pgn, "pgn", true, pgn::write;
    "pgn-iccs" = Pgn(Notation::Iccs), Pgn, "pgn", true, pgn::write;
    "dhtmlxq" = Dhtmlxq, Dhtmlxq, "txt", true, dhtmlxq::write;
    "fen" = Fen, Fen, "fen", false, ucci::write_fen;
    "iccs" = Iccs, Moves, "txt", false, pgn::write_list;
    "ucci" = Ucci, Ucci, "txt", false, ucci::write;
}

impl Export {
    /// Returns the export with this [code](Export::code); `pgn` is PGN in Chinese.
    pub fn from_code(code: &str) -> Option<Export> {
        match code {
            "pgn" => Some(Export::Pgn(Notation::Chinese)),
            _ => Export::ALL.into_iter().find(|export| export.code() == code),
        }
    }
}

/// Writes a record. PGN and DhtmlXQ hold the whole record: [`read`](crate::read) returns an equal one.
///
/// ```
/// use chuhe_records::{self as records, Export, Record};
/// let record = Record::from_moves(Default::default(), &["h2e2".parse()?, "h9g7".parse()?])?;
/// assert_eq!(records::write(&record, Export::Iccs), "H2-E2 H9-G7\n");
/// let pgn = records::write(&record, Export::from_code("pgn-wxf").unwrap());
/// assert_eq!(records::read(pgn.as_bytes(), &|_, _| None)?.record, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(record: &Record, export: Export) -> String {
    export.write(record)
}
