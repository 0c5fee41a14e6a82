//! The WASM viewer.
