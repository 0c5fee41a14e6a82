//! Numbers as a page prints them, and the range each stands for.
