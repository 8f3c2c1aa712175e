"""The entry point of the command line: `python -m ruleboard`."""

import sys

from ruleboard.console.main import main

sys.exit(main())
