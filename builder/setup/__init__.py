"""Makes a machine ready: the Python environment, npm packages, the page's Python, browsers."""
