//! Enums with stable names for programs.

/// Gives an enum its stable names: `ALL` in the listed order, `code`, and `from_code`, which is the inverse of `code`.
///
/// ```
/// #[derive(Clone, Copy, PartialEq, Debug)]
/// enum Speed {
///     Slow,
///     Fast,
/// }
/// chuhe_rules::codes! { Speed: Slow = "slow", Fast = "fast" }
/// assert_eq!(Speed::from_code("fast"), Some(Speed::Fast));
/// assert_eq!(Speed::ALL.map(Speed::code), ["slow", "fast"]);
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! codes {
    ($name:ident: $($variant:ident = $code:literal),+ $(,)?) => {
        impl $name {
            /// Every value.
            pub const ALL: [$name; [$($code),+].len()] = [$($name::$variant),+];

            /// Returns the stable name for programs.
            pub const fn code(self) -> &'static str {
                match self { $($name::$variant => $code),+ }
            }

            /// Returns the value with a stable name; `None` if no value has it. The comparison is case-sensitive.
            pub fn from_code(code: &str) -> Option<$name> {
                match code { $($code => Some($name::$variant),)+ _ => None }
            }
        }
    };
}
