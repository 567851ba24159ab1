/** Entry of pages with exercises: one classic script for all that runs before the first paint, so that no page waits for a file of Python's. */

import "./scripted.js";
import "./python-early.js";
