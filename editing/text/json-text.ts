/** Edits a JSON file of the content and keeps the text of every member that does not change. */
import { applyEdits, type JSONPath, modify } from 'jsonc-parser';

/** A member to write, or to remove if the value is undefined. Members of objects by name, elements of lists by index. */
export interface JsonEdit {
  readonly path: JSONPath;
  readonly value: unknown;
  /** The member after which a new one is written; at the end of its object by default. */
  readonly after?: string;
}

/** Returns the text with the edits, made one after the other, indented as the text is. */
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

/** Line ends are those of the text without being named. */
function formatOf(text: string) {
  const [, indent = '  '] = /\n([ \t]+)\S/.exec(text) ?? [];
  return {
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    insertSpaces: !indent.startsWith('\t'),
  };
}
