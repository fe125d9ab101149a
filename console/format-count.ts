/**
 * Returns a number and a text, for messages: `1 row`, `12 rows`. `one` is the text after the number 1; `several` is the
 * text after all other numbers, by default `one` with an s. Both may contain a verb, such as `row was added`.
 */
export function formatCount(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}
