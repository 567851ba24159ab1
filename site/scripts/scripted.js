// Runs before the first paint: what is hidden only where scripts can open it again hangs on this class.
const page = document.documentElement;
page.classList.add("scripted");

// Scripts that could not be fetched or that failed open nothing, so the page goes on without them.
addEventListener("load", () => {
  if (!("alive" in page.dataset)) page.classList.remove("scripted");
});
