/** `<scores-lab>`: from scores to weights to an output. */

import { defineLab } from "./lab-element.js";
import { lab } from "./scores-view.js";

defineLab(lab);
