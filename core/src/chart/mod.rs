//! Drawing on any plotters backend: SVG at build time, the canvas in a browser.
