/**
 * Returns a number with its noun, for messages: `1 row`, `12 rows`. `several` is the text after other numbers than 1,
 * by default `one` with an s; both may go on after the noun, as in `row changes` and `rows change`.
 */
export function formatCount(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}
