/** JSON for people: what fits on a line stays on it. */

/** Formats a value with an indent of two spaces; objects and arrays are broken up if they exceed `width`. */
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
