/** A link to a lab as it stands. */

/**
 * Copies the link where the browser lets the page, and shows it in a field, for copying by hand.
 * @param {string} id of the lab's element
 * @param {string} state its state as text
 * @param {(words: string) => HTMLElement} say gives the place where the words stand
 */
export async function copyLink(id, state, say) {
  const link = new URL(location.href);
  link.search = new URLSearchParams({ [id]: state }).toString();
  link.hash = id;
  const isCopied = await navigator.clipboard?.writeText(link.href).then(() => true, () => false);
  const field = Object.assign(document.createElement("input"), { className: "lab-link", readOnly: true, value: link.href, ariaLabel: "Link to this state" });
  say(isCopied ? "The link is copied." : "The page may not copy. Copy it from here:").append(field);
  if (!isCopied) field.select();
}
