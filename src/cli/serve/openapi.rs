//! The description of the endpoints for programs.

/// The answer to `GET /openapi.json`, in OpenAPI 3.1.
pub(crate) const TEXT: &str = include_str!("openapi.json");

#[cfg(test)]
mod tests {
    use crate::codes::{export_name, notation};
    use crate::convert::target;
    use crate::review::Words;
    use crate::serve::{analyse, best, convert, endpoints, judge, review};
    use chuhe::engine::level;
    use chuhe::engine::session::{MAX_DEPTH, MAX_LINES, MAX_TIME};
    use chuhe::records::{Encoding, Export, Format, ReadReason};
    use chuhe::rules::fen::Position;
    use chuhe::rules::game::{Reason, Ruleset};
    use chuhe::rules::notation::Notation;
    use serde_json::{Value, json};
    use std::collections::BTreeSet;
    use std::iter::successors;

    /// The fields that each endpoint takes.
    const FIELDS: [(&str, &[&str]); 6] = [
        ("/best", best::FIELDS),
        ("/analyse", analyse::FIELDS),
        ("/moves", judge::MOVES_FIELDS),
        ("/verdict", judge::VERDICT_FIELDS),
        ("/convert", convert::FIELDS),
        ("/review", review::FIELDS),
    ];

    fn description() -> Value {
        serde_json::from_str(super::TEXT).expect("JSON")
    }

    fn set<T: Into<String>>(names: impl IntoIterator<Item = T>) -> BTreeSet<String> {
        names.into_iter().map(Into::into).collect()
    }

    fn keys(object: &Value) -> BTreeSet<String> {
        set(object.as_object().expect("an object").keys())
    }

    fn codes(schema: &Value) -> BTreeSet<String> {
        set(schema["enum"].as_array().expect("an enumeration").iter().filter_map(Value::as_str))
    }

    /// Returns the properties of an endpoint's form.
    fn form(all: &Value, path: &str) -> Value {
        let contents = &all["paths"][path]["post"]["requestBody"]["content"];
        let schema = &contents["application/x-www-form-urlencoded"]["schema"]["$ref"];
        let pointer = schema.as_str().expect("a reference").trim_start_matches('#');
        all.pointer(pointer).expect("a schema")["properties"].clone()
    }

    #[test]
    fn the_description_has_every_endpoint_and_every_field() {
        let all = description();
        let taken: Vec<&str> = endpoints().iter().map(|endpoint| endpoint.path).collect();
        assert_eq!(taken, FIELDS.map(|(path, _)| path));
        let paths = set(taken.into_iter().chain(["/healthz", "/openapi.json", "/relays.json"]));
        assert_eq!(keys(&all["paths"]), paths);
        for (path, fields) in FIELDS {
            assert_eq!(keys(&all["paths"][path]), set(["post"]), "{path}");
            assert_eq!(keys(&form(&all, path)), set(fields.iter().copied()), "{path}");
            // A file has the fields in the address, with the same values.
            let post = &all["paths"][path]["post"];
            let in_address = post["parameters"].as_array().map_or(&[][..], Vec::as_slice);
            for parameter in in_address {
                let name = parameter["name"].as_str().expect("a name");
                assert_eq!(parameter["schema"], form(&all, path)[name], "{path}: {name}");
            }
            let takes_files = post["requestBody"]["content"]["application/octet-stream"].is_object();
            let expected = if takes_files { fields.len() - 1 } else { 0 };
            assert_eq!(in_address.len(), expected, "{path}");
        }
        assert_eq!(all["info"]["version"], env!("CARGO_PKG_VERSION"));
    }

    #[test]
    fn the_description_has_the_values_and_limits_of_the_fields() {
        let all = description();
        let (best, convert, review) = (form(&all, "/best"), form(&all, "/convert"), form(&all, "/review"));
        assert_eq!(codes(&best["from"]), set(Notation::ALL.map(Notation::code)));
        assert!(codes(&best["from"]).iter().all(|code| notation(code).is_ok()));
        assert_eq!(codes(&best["rules"]), set(Ruleset::ALL.map(|ruleset| ruleset.code)));
        let exports = || set(Export::ALL.map(Export::code).into_iter().chain(["pgn"]));
        let targets = codes(&convert["to"]);
        assert!(targets.iter().all(|code| target(code).is_ok()), "{targets:?}");
        assert_eq!(targets, exports().into_iter().chain(["xqf".to_owned()]).collect());
        assert!(Export::ALL.into_iter().all(|export| targets.contains(export_name(export))));
        let pgn = exports().into_iter().filter(|code| code.starts_with("pgn")).collect();
        assert_eq!(codes(&review["to"]), pgn);
        assert_eq!(codes(&review["lang"]), set(Words::CODES));
        let schemas = &all["components"]["schemas"];
        let converted = &schemas["Converted"]["properties"];
        assert_eq!(codes(&converted["format"]), set(Format::ALL.iter().map(|format| format.code())));
        assert_eq!(codes(&converted["to"]), set(Export::ALL.map(Export::code)));
        let encodings =
            [Encoding::Utf8, Encoding::Utf16, Encoding::Gb18030, Encoding::Big5, Encoding::Binary];
        assert_eq!(codes(&converted["encoding"]), set(encodings.map(Encoding::code)));
        let mut reasons = schemas["Verdict"]["properties"]["reason"].clone();
        assert_eq!(reasons["enum"].as_array_mut().and_then(Vec::pop), Some(Value::Null));
        assert_eq!(codes(&reasons), set(Reason::ALL.map(Reason::code)));
        for (schema, least, most) in [
            (&best["depth"], json!(1), json!(MAX_DEPTH)),
            (&best["nodes"], json!(1), json!(u64::MAX)),
            (&best["movetime"], json!(1), json!(MAX_TIME.as_millis() as u64)),
            (&best["multipv"], json!(1), json!(MAX_LINES)),
            (&best["level"], json!(level::MIN), json!(level::MAX)),
            (&best["strength"], json!(0), json!(level::MAX)),
            (&best["seed"], json!(0), json!(u64::MAX)),
            (&review["nodes"], json!(1), json!(u32::MAX)),
            (&review["game"], json!(1), json!(u32::MAX)),
        ] {
            assert_eq!((&schema["minimum"], &schema["maximum"]), (&least, &most), "{schema}");
        }
    }

    /// Returns the next kind of reason. The compiler keeps this list complete.
    fn next(reason: &ReadReason) -> Option<ReadReason> {
        Some(match reason {
            ReadReason::Empty => ReadReason::TooLarge(0),
            ReadReason::TooLarge(_) => ReadReason::TooManyPlies,
            ReadReason::TooManyPlies => ReadReason::TooManyMoves,
            ReadReason::TooManyMoves => ReadReason::Encoding,
            ReadReason::Encoding => ReadReason::UnknownText,
            ReadReason::UnknownText => ReadReason::NoSuchPiece,
            ReadReason::NoSuchPiece => ReadReason::Ambiguous,
            ReadReason::Ambiguous => ReadReason::IllegalMove(None),
            ReadReason::IllegalMove(_) => ReadReason::BadPosition("".parse::<Position>().err()?),
            ReadReason::BadPosition(_) => ReadReason::AfterResult,
            ReadReason::AfterResult => ReadReason::Unclosed,
            ReadReason::Unclosed => ReadReason::BadField(""),
            ReadReason::BadField(_) => ReadReason::UnknownVersion(0),
            ReadReason::UnknownVersion(_) => ReadReason::Truncated,
            ReadReason::Truncated => ReadReason::NoRecord,
            ReadReason::NoRecord => return None,
        })
    }

    #[test]
    fn the_description_has_the_codes_of_all_errors() {
        let of_records = successors(Some(ReadReason::Empty), next).map(|reason| reason.code());
        let of_requests = [
            "badFen",
            "badForm",
            "badHost",
            "badMove",
            "badOption",
            "busy",
            "failed",
            "gameOver",
            "illegalMove",
            "repeatedField",
            "severalGames",
            "slow",
            "unknownField",
            "unknownHost",
        ];
        let described = codes(&description()["components"]["schemas"]["ErrorCode"]);
        assert_eq!(described, set(of_records.chain(of_requests)));
    }
}
