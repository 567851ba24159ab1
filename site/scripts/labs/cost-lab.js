/** `<cost-lab>`: what attention keeps and multiplies, and where T² takes over. */

import { defineLab } from "./lab-element.js";
import { lab } from "./cost-view.js";

defineLab(lab);
