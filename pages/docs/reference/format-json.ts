/** Formats JSON examples compactly, unlike `JSON.stringify`, which puts each element on a line. */

/**
 * Returns a value as JSON text. An object or array stays on one line if its text and the indentation have at most
 * `width` characters together; the name of a member before it does not count. Otherwise each of its members or elements
 * is on a line of its own, two spaces deeper. `indent` is the indentation (spaces) of the line on which the value
 * begins; the text itself does not begin with it.
 */
export function formatJson(value: unknown, width = 72, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const line = toLine(value);
  if (indent.length + line.length <= width) return line;
  const deeper = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Array.isArray(value)
    ? value.map((element) => formatJson(element, width, deeper))
    : Object.entries(value).map(
        ([name, member]) => `${JSON.stringify(name)}: ${formatJson(member, width, deeper)}`,
      );
  return `${open}\n${parts.map((part) => deeper + part).join(',\n')}\n${indent}${close}`;
}

function toLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${toLine(member)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
