"""The one command: ``python3 build.py`` says what there is.

Kept so plain that a Python far too old can still read it and say so.
"""

import sys

if __name__ == "__main__":
    if sys.version_info < (3, 11):  # noqa: UP036
        sys.exit(
            "build.py: Python 3.11 or newer is needed, this is "
            + sys.version.split()[0]
            + ". Install a newer one (python.org, or your system's packages) and run it with that."
        )
    try:
        from builder.cli import main

        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.stderr.write("\nbuild.py: stopped. Running it again continues.\n")
        sys.exit(130)
