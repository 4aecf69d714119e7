//! Answers as Python objects: a serde serializer that makes dictionaries, lists, texts and numbers.

use std::fmt::Display;

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde::ser::{self, Impossible, Serialize};

use crate::errors::Error;

/// An answer as an object, equal to the result of `json.loads` on its JSON.
pub(crate) fn object(py: Python<'_>, answer: &impl Serialize) -> PyResult<Py<PyAny>> {
    answer.serialize(Objects { py }).map_err(|error| error.0)
}

#[derive(Clone, Copy)]
struct Objects<'py> {
    py: Python<'py>,
}

/// An exception raised by Python.
#[derive(Debug)]
struct Raised(PyErr);

impl Display for Raised {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Raised {}

impl ser::Error for Raised {
    fn custom<T: Display>(message: T) -> Raised {
        Raised(Error::new_err(message.to_string()))
    }
}

impl From<PyErr> for Raised {
    fn from(error: PyErr) -> Raised {
        Raised(error)
    }
}

type Made = Result<Py<PyAny>, Raised>;

/// A value that exists in Python too.
macro_rules! plain {
    ($($method:ident: $kind:ty),* $(,)?) => {$(
        fn $method(self, value: $kind) -> Made {
            Ok(value.into_py_any(self.py)?)
        }
    )*};
}

impl<'py> ser::Serializer for Objects<'py> {
    type Ok = Py<PyAny>;
    type Error = Raised;
    type SerializeSeq = List<'py>;
    type SerializeTuple = List<'py>;
    type SerializeTupleStruct = List<'py>;
    type SerializeTupleVariant = Impossible<Py<PyAny>, Raised>;
    type SerializeMap = Dictionary<'py>;
    type SerializeStruct = Dictionary<'py>;
    type SerializeStructVariant = Impossible<Py<PyAny>, Raised>;

    plain! {
        serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64, serialize_u8: u8,
        serialize_u16: u16, serialize_u32: u32, serialize_u64: u64, serialize_f32: f32, serialize_f64: f64, serialize_char: char,
        serialize_str: &str, serialize_bytes: &[u8],
    }

    fn serialize_none(self) -> Made {
        Ok(self.py.None())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Made {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Made {
        self.serialize_none()
    }

    fn serialize_unit_struct(self, _: &'static str) -> Made {
        self.serialize_none()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Made {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Made {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(self, _: &'static str, _: u32, variant: &'static str, value: &T) -> Made {
        let object = PyDict::new(self.py);
        object.set_item(variant, value.serialize(self)?)?;
        Ok(object.into_any().unbind())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<List<'py>, Raised> {
        Ok(List { objects: self, items: Vec::new() })
    }

    fn serialize_tuple(self, _: usize) -> Result<List<'py>, Raised> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<List<'py>, Raised> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_variant(self, name: &'static str, _: u32, _: &'static str, _: usize) -> Result<Self::SerializeTupleVariant, Raised> {
        Err(ser::Error::custom(format_args!("{name} has no form in Python")))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Dictionary<'py>, Raised> {
        Ok(Dictionary { objects: self, entries: PyDict::new(self.py), key: None })
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Dictionary<'py>, Raised> {
        self.serialize_map(None)
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Raised> {
        Err(ser::Error::custom(format_args!("{name} has no form in Python")))
    }
}

struct List<'py> {
    objects: Objects<'py>,
    items: Vec<Py<PyAny>>,
}

impl List<'_> {
    fn add<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Raised> {
        self.items.push(value.serialize(self.objects)?);
        Ok(())
    }

    fn made(self) -> Made {
        Ok(PyList::new(self.objects.py, self.items)?.into_any().unbind())
    }
}

macro_rules! lists {
    ($($kind:ident: $method:ident),* $(,)?) => {$(
        impl ser::$kind for List<'_> {
            type Ok = Py<PyAny>;
            type Error = Raised;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Raised> {
                self.add(value)
            }

            fn end(self) -> Made {
                self.made()
            }
        }
    )*};
}

lists! { SerializeSeq: serialize_element, SerializeTuple: serialize_element, SerializeTupleStruct: serialize_field }

struct Dictionary<'py> {
    objects: Objects<'py>,
    entries: Bound<'py, PyDict>,
    key: Option<Py<PyAny>>,
}

impl ser::SerializeStruct for Dictionary<'_> {
    type Ok = Py<PyAny>;
    type Error = Raised;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Raised> {
        Ok(self.entries.set_item(pyo3::types::PyString::intern(self.objects.py, name), value.serialize(self.objects)?)?)
    }

    fn end(self) -> Made {
        Ok(self.entries.into_any().unbind())
    }
}

impl ser::SerializeMap for Dictionary<'_> {
    type Ok = Py<PyAny>;
    type Error = Raised;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Raised> {
        self.key = Some(key.serialize(self.objects)?);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Raised> {
        let key = self.key.take().expect("a key before its value");
        Ok(self.entries.set_item(key, value.serialize(self.objects)?)?)
    }

    fn end(self) -> Made {
        Ok(self.entries.into_any().unbind())
    }
}
