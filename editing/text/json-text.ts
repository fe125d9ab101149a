/** Edits members of a JSON file of the content, and keeps the text of all members that are not edited. */
import { applyEdits, type JSONPath, modify } from 'jsonc-parser';

/**
 * A member of a JSON text to write, or to remove if `value` is undefined. The path consists of member names and list
 * indexes.
 */
export interface JsonEdit {
  readonly path: JSONPath;
  readonly value: unknown;
  /** The member after which a new member is inserted; by default the last one of the object. */
  readonly after?: string;
}

/** Applies edits to a JSON text in order, and returns the edited text. New members get the indentation of the text. */
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

/** Returns the indentation of a JSON text, as formatting options for `modify` of `jsonc-parser`. */
function formatOf(text: string) {
  const [, indent = '  '] = /\n([ \t]+)\S/.exec(text) ?? [];
  return {
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    insertSpaces: !indent.startsWith('\t'),
  };
}
