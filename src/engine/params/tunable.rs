//! Parameters that can change at run time.
//!
//! All threads share the table of values. A tuner changes it between games, never during a search.

use super::{ALL, Param};
use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Neg, Rem, Sub};
use std::sync::atomic::{self, AtomicI32};

/// `[index in ALL]`: the current values.
static VALUES: [AtomicI32; ALL.len()] = {
    let mut values = [const { AtomicI32::new(0) }; ALL.len()];
    let mut index = 0;
    while index < ALL.len() {
        values[index] = AtomicI32::new(ALL[index].value);
        index += 1;
    }
    values
};

/// A parameter whose value is looked up at each use.
#[derive(Clone, Copy, Debug)]
pub struct Tunable(usize);

impl Tunable {
    pub(crate) const fn new(index: usize) -> Tunable {
        Tunable(index)
    }

    /// Returns the current value.
    #[inline]
    pub fn get(self) -> i32 {
        VALUES[self.0].load(atomic::Ordering::Relaxed)
    }
}

/// The reason why a parameter was not set.
#[derive(Clone, Copy, Debug)]
pub enum Refused {
    /// No parameter has this name.
    Name,
    /// The text is not a number in the range of this parameter.
    Value(Param),
}

/// Sets a parameter.
///
/// # Errors
/// [`Refused`] if the name is unknown or the value is out of range.
pub fn set(name: &str, text: &str) -> Result<(), Refused> {
    let index = ALL.iter().position(|param| param.name == name).ok_or(Refused::Name)?;
    let param = ALL[index];
    let value = text.parse().ok().filter(|value| (param.min..=param.max).contains(value));
    VALUES[index].store(value.ok_or(Refused::Value(param))?, atomic::Ordering::Relaxed);
    Ok(())
}

impl From<Tunable> for i32 {
    fn from(param: Tunable) -> i32 {
        param.get()
    }
}

impl From<Tunable> for i64 {
    fn from(param: Tunable) -> i64 {
        param.get().into()
    }
}

impl Neg for Tunable {
    type Output = i32;

    fn neg(self) -> i32 {
        -self.get()
    }
}

macro_rules! arithmetic {
    ($($operation:ident $method:ident;)*) => {$(
        impl $operation<i32> for Tunable {
            type Output = i32;

            fn $method(self, other: i32) -> i32 {
                self.get().$method(other)
            }
        }

        impl $operation<Tunable> for i32 {
            type Output = i32;

            fn $method(self, other: Tunable) -> i32 {
                self.$method(other.get())
            }
        }

        impl $operation for Tunable {
            type Output = i32;

            fn $method(self, other: Tunable) -> i32 {
                self.get().$method(other.get())
            }
        }
    )*};
}

arithmetic! {
    Add add;
    Sub sub;
    Mul mul;
    Div div;
    Rem rem;
}

impl PartialEq<i32> for Tunable {
    fn eq(&self, other: &i32) -> bool {
        self.get() == *other
    }
}

impl PartialEq<Tunable> for i32 {
    fn eq(&self, other: &Tunable) -> bool {
        *self == other.get()
    }
}

impl PartialOrd<i32> for Tunable {
    fn partial_cmp(&self, other: &i32) -> Option<Ordering> {
        self.get().partial_cmp(other)
    }
}

impl PartialOrd<Tunable> for i32 {
    fn partial_cmp(&self, other: &Tunable) -> Option<Ordering> {
        self.partial_cmp(&other.get())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::RAZOR_DEPTH;

    /// A single test, since all tests share the table.
    #[test]
    fn a_parameter_takes_the_value_that_is_set() {
        let built = RAZOR_DEPTH.get();
        assert!(matches!(set("RAZOR_DEPHT", "2"), Err(Refused::Name)));
        for bad in ["", "x", "0", "6"] {
            assert!(matches!(set("RAZOR_DEPTH", bad), Err(Refused::Value(_))), "{bad}");
        }
        assert_eq!(RAZOR_DEPTH.get(), built);
        assert!(set("RAZOR_DEPTH", "2").is_ok());
        assert_eq!(
            (RAZOR_DEPTH + 1, 10 / RAZOR_DEPTH, RAZOR_DEPTH * RAZOR_DEPTH, -RAZOR_DEPTH),
            (3, 5, 4, -2)
        );
        assert!(RAZOR_DEPTH < 3 && 1 < RAZOR_DEPTH && RAZOR_DEPTH == 2);
        assert!(set("RAZOR_DEPTH", &built.to_string()).is_ok());
    }
}
