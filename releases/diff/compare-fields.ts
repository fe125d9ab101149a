/** Compares the fields of two JSON documents. */

/** The value of a field. A list of plain values is compared as one string. */
export type Leaf = string | number | boolean | null;

export interface FieldDifference {
  /**
   * For example `descriptions.short`, `colors.navy.name`, or `images.0.alt` if the entries have no id.
   */
  readonly path: string;
  /** Null if the field is new. */
  readonly before: Leaf;
  /** Null if the field was removed. */
  readonly after: Leaf;
}

/** Returns the fields that differ, sorted by path, except those whose path or parent is in `ignored`. */
export function compareFields(
  before: object,
  after: object,
  ignored: readonly string[],
): FieldDifference[] {
  const [old, now] = [leavesOf(before, ignored), leavesOf(after, ignored)];
  const paths = [...new Set([...old.keys(), ...now.keys()])].sort();
  return paths.flatMap((path): FieldDifference[] => {
    const [was, is] = [old.get(path) ?? null, now.get(path) ?? null];
    return was === is ? [] : [{ path, before: was, after: is }];
  });
}

/** Returns true if a field is text for people: not a URL, a hex colour, a number or a boolean. */
export function isTextChange({ before, after }: FieldDifference): boolean {
  return [before, after].every((leaf) => leaf === null || isText(leaf));
}

function isText(leaf: Leaf): boolean {
  return typeof leaf === 'string' && !/^(?:https?:|\/)|^#[0-9A-F]{6}\b/i.test(leaf);
}

function leavesOf(root: object, ignored: readonly string[]): Map<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  const visit = (value: unknown, path: string): void => {
    if (ignored.includes(path)) return;
    if (Array.isArray(value)) visitList(value, path);
    else if (typeof value === 'object' && value !== null) visitEntries(Object.entries(value), path);
    else leaves.set(path, value as Leaf);
  };
  const visitEntries = (entries: readonly (readonly [string, unknown])[], path: string) => {
    for (const [name, value] of entries) visit(value, path === '' ? name : `${path}.${name}`);
  };
  const visitList = (list: readonly unknown[], path: string) => {
    if (!list.some((item) => typeof item === 'object' && item !== null)) {
      leaves.set(path, list.join(', '));
      return;
    }
    const names = entryNames(list);
    // The order of the entries counts as a separate field.
    leaves.set(path, names.join(', '));
    visitEntries(
      list.map((item, index) => [names[index] ?? '', item]),
      path,
    );
  };
  visit(root, '');
  return leaves;
}

/** Returns the ids or codes of a list's entries if all have a distinct one, otherwise their indexes. */
function entryNames(list: readonly unknown[]): string[] {
  const ids = list.flatMap((item) => {
    const { id, code } = (item ?? {}) as { id?: unknown; code?: unknown };
    const name = id ?? code;
    return typeof name === 'string' ? [name] : [];
  });
  const areNames = ids.length === list.length && new Set(ids).size === ids.length;
  return areNames ? ids : list.map((_item, index) => String(index));
}
