/** Makes a cell's code give its last value: what Python calls afterwards returns it. Pure. */

/** The function that gives it. */
export const RESULT = "last_value";

const STATEMENT = /^(?:import|from|def|class|for|while|if|with|try|return|raise|assert|del|pass|global|print|async|@)\b|^@/;

/**
 * The code with a function behind it that returns the value of its last line, and what that line makes.
 * Lines keep their numbers, so that an error is told where it stands.
 * @param {string} code
 * @returns {{code: string, name: string}}
 */
export function withResult(code) {
  const lines = code.trimEnd().split("\n");
  const start = lines.findLastIndex((line) => /^[^\s#)\]}]/.test(line));
  const first = lines[start] ?? "";
  const assigned = /^([A-Za-z_]\w*)(?:\[.*\])?\s*(?:[-+*/%@&|^]|\*\*|\/\/)?=(?!=)/.exec(first)?.[1];
  let name = assigned ?? "";
  if (!assigned && start >= 0 && !STATEMENT.test(first)) {
    name = first.trim();
    lines[start] = `${RESULT}_ = (${first}`;
    lines.push(")");
  }
  const value = assigned ?? (name ? `${RESULT}_` : "None");
  return { code: `${lines.join("\n")}\n\n\ndef ${RESULT}():\n    return ${value}\n`, name };
}
