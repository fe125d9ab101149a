/** Edits a JSON file of the content without changing the text of other members. */
import { applyEdits, type JSONPath, modify } from 'jsonc-parser';

/**
 * A member to write, or to remove if the value is undefined. The path has member names and list indexes.
 */
export interface JsonEdit {
  readonly path: JSONPath;
  readonly value: unknown;
  /** The member after which a new one is written; by default at the end of its object. */
  readonly after?: string;
}

/** Returns the text after the edits, applied in order, with the indentation of the text. */
export function editJson(text: string, edits: readonly JsonEdit[]): string {
  const formattingOptions = formatOf(text);
  return edits.reduce((before, { path, value, after }) => {
    const options = {
      formattingOptions,
      ...(after !== undefined && {
        getInsertionIndex: (names: string[]) => names.indexOf(after) + 1,
      }),
    };
    return applyEdits(before, modify(before, path, value, options));
  }, text);
}

/** Uses the line ends of the text. */
function formatOf(text: string) {
  const [, indent = '  '] = /\n([ \t]+)\S/.exec(text) ?? [];
  return {
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    insertSpaces: !indent.startsWith('\t'),
  };
}
