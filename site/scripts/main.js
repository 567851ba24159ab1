/** Entry: brings the page's elements to life and loads the rest when it is needed. */

import { pageProgress } from "./progress.js";
import { pageStore } from "./storage.js";
import { showLevel } from "./level-page.js";
import { listenToKeys } from "./keys.js";
import { loadLabs } from "./load-labs.js";
import { loadOffline } from "./load-offline.js";
import { tellMissingExercises } from "./missing-exercises.js";
import { watchScrollers } from "./scrollers.js";
import { restoreTyped } from "./typed.js";
import "./elements/choose-question.js";
import "./elements/number-question.js";
import "./elements/shape-question.js";
import "./elements/level-gate.js";
import "./elements/try-task.js";

const progress = pageProgress();

document.addEventListener("verdict", (event) => {
  const { id, passed } = /** @type {CustomEvent<{id: string, passed: boolean}>} */ (event).detail;
  if (passed) progress.record(id, "passed");
});

pageStore().onTrouble((trouble) => {
  const notice = document.getElementById("notice");
  if (!notice) return;
  const words = notice.querySelector(".notice-trouble") ?? document.createElement("p");
  words.className = "notice-trouble";
  words.textContent =
    trouble === "full"
      ? "This browser's storage is full, so nothing more is saved. Your work stays here until you close this tab."
      : "This browser does not let the page save anything. Your work stays here until you close this tab.";
  notice.prepend(words);
});

showLevel(progress);
restoreTyped();
listenToKeys();
watchScrollers();
document.documentElement.dataset.alive = "";

loadLabs();
tellMissingExercises();

const offline = document.getElementById("offline");
if (offline) loadOffline(offline);
