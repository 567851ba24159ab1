/** `<convention-lab>`: whose True means what. */

import { defineLab } from "./lab-element.js";
import { lab } from "./convention-view.js";

defineLab(lab);
