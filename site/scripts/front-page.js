/** Entry of the front page: brings the map of levels to life. */

import { showCourse } from "./course-page.js";
import { pageProgress } from "./progress.js";

showCourse(pageProgress());
