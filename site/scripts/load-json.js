/** Fetches a JSON file of the site once a page. */

/** @type {Map<string, Promise<any>>} */
const loaded = new Map();

/**
 * The content of a file of this site. A failure says so in words for the learner, and the next call tries again.
 *
 * @param {string} address
 * @returns {Promise<any>}
 */
export function loadJson(address) {
  let loading = loaded.get(address);
  if (!loading) {
    loading = load(address).catch((error) => {
      loaded.delete(address);
      throw error;
    });
    loaded.set(address, loading);
  }
  return loading;
}

/** @param {string} address */
async function load(address) {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(address);
  } catch {
    throw new Error("A file of this exercise could not be fetched: there is no connection to the site.");
  }
  if (!response.ok) {
    throw new Error(`A file of this exercise could not be fetched: the site answered with status ${response.status}.`);
  }
  return response.json();
}
