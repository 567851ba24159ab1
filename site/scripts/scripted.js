// Runs before the first paint: what is hidden only where scripts can open it again hangs on this class.
document.documentElement.classList.add("scripted");
