/** Finds the fields whose values differ between two JSON documents. */

/**
 * The value of a field. That of a list is a text of its items or, for objects, of their names; if an old and a new value
 * would look the same, such as the list `["S", "M"]` and the string `S, M`, both are JSON text.
 */
export type Leaf = string | number | boolean | null;

/** A field whose value differs between two documents. */
export interface FieldDifference {
  /** Names from the root, joined by dots: `descriptions.short`, `colors.navy.name`. */
  readonly path: string;
  /** The earlier value; null if the field is new or was null. */
  readonly before: Leaf;
  /** The new value; null if the field was removed or is null. */
  readonly after: Leaf;
}

/** Returns the fields that differ between two JSON documents, sorted by path. */
export function compareFields(
  before: object,
  after: object,
  ignored: readonly string[],
): FieldDifference[] {
  const [old, now] = [leavesOf(before, ignored), leavesOf(after, ignored)];
  const paths = [...new Set([...old.keys(), ...now.keys()])].sort();
  return paths.flatMap((path): FieldDifference[] => {
    const [was, is] = [old.get(path) ?? missing, now.get(path) ?? missing];
    if (was.json === is.json) return [];
    return was.shown === is.shown
      ? [{ path, before: was.json, after: is.json }]
      : [{ path, before: was.shown, after: is.shown }];
  });
}

/** Returns true if both values of a changed field, before and after, are text for people or null. */
export function isTextChange({ path, before, after }: FieldDifference): boolean {
  if (/\.(partId|gtin)$/.test(path)) return false;
  return [before, after].every((leaf) => leaf === null || isText(leaf));
}

function isText(leaf: Leaf): boolean {
  return typeof leaf === 'string' && !/^(?:https?:|\/)|^#[0-9A-F]{6}\b/i.test(leaf);
}

/** The value of a field, as it is shown and as JSON text. */
interface Value {
  readonly shown: Leaf;
  readonly json: string;
}

const missing: Value = { shown: null, json: 'null' };

function listValue(list: readonly unknown[]): Value {
  return { shown: list.join(', '), json: JSON.stringify(list) };
}

/** Returns path → value of all fields of a document; a path is, for example, `descriptions.short`. */
function leavesOf(root: object, ignored: readonly string[]): Map<string, Value> {
  const leaves = new Map<string, Value>();
  const visit = (value: unknown, path: string): void => {
    if (ignored.includes(path)) return;
    if (Array.isArray(value)) visitList(value, path);
    else if (typeof value === 'object' && value !== null) visitEntries(Object.entries(value), path);
    else leaves.set(path, { shown: value as Leaf, json: JSON.stringify(value) });
  };
  const visitEntries = (entries: readonly (readonly [string, unknown])[], path: string) => {
    for (const [name, value] of entries) visit(value, path === '' ? name : `${path}.${name}`);
  };
  const visitList = (list: readonly unknown[], path: string) => {
    if (!list.some((item) => typeof item === 'object' && item !== null)) {
      leaves.set(path, listValue(list));
      return;
    }
    const names = entryNames(list);
    // The order of the entries counts as a separate field.
    leaves.set(path, listValue(names));
    visitEntries(
      list.map((item, index) => [names[index] ?? '', item]),
      path,
    );
  };
  visit(root, '');
  return leaves;
}

/**
 * Returns the names that identify the entries of a list: the `id` of each entry, or its `code` if it has no `id`.
 * Returns the indexes (`0`, `1`, …) instead if an entry has neither or two names are equal.
 */
function entryNames(list: readonly unknown[]): string[] {
  const ids = list.flatMap((item) => {
    const { id, code } = (item ?? {}) as { id?: unknown; code?: unknown };
    const name = id ?? code;
    return typeof name === 'string' ? [name] : [];
  });
  const areNames = ids.length === list.length && new Set(ids).size === ids.length;
  return areNames ? ids : list.map((_item, index) => String(index));
}
