/** Formats JSON examples compactly, unlike `JSON.stringify`, which puts each element on a line. */

/**
 * Returns a value as JSON text in which short objects and arrays are on one line, such as `{ "a": 1 }`. Short means
 * that this line and its indentation have at most `width` characters together; the name of the member before it is not
 * counted. In a longer object or array, each member or element is on a line of its own, indented by two more spaces.
 * `indent` is the indentation of the line on which the value begins; the returned text does not begin with it. Only the
 * recursive calls pass `indent`.
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
