"""Reads levels and exercises, checks them and renders the site; runs only on the author's machine."""
