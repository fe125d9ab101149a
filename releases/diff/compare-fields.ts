/** Two documents in, every field that changed out; what has a comparison of its own is left out. */

/** A field's value: what JSON has but for objects. A list of plain values is one text. */
export type Leaf = string | number | boolean | null;

export interface FieldDifference {
  /** `descriptions.short`, `colors.navy.name`, or `images.0.alt` where entries have no id. */
  readonly path: string;
  /** Null where there was none. */
  readonly before: Leaf;
  /** Null where there is none any more. */
  readonly after: Leaf;
}

/** Compares the fields of two JSON objects but for those whose path is among `without`. */
export function compareFields(
  before: object,
  after: object,
  without: readonly string[],
): FieldDifference[] {
  const [old, now] = [leavesOf(before, without), leavesOf(after, without)];
  const paths = [...new Set([...old.keys(), ...now.keys()])].sort();
  return paths.flatMap((path): FieldDifference[] => {
    const [was, is] = [old.get(path) ?? null, now.get(path) ?? null];
    return was === is ? [] : [{ path, before: was, after: is }];
  });
}

/** Whether a change is one of words: not of an address, a hex colour, a number or a yes or no. */
export function isTextChange({ before, after }: FieldDifference): boolean {
  return [before, after].every((leaf) => leaf === null || isText(leaf));
}

function isText(leaf: Leaf): boolean {
  return typeof leaf === 'string' && !/^(?:https?:|\/)|^#[0-9A-F]{6}\b/i.test(leaf);
}

function leavesOf(root: object, without: readonly string[]): Map<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  const visit = (value: unknown, path: string): void => {
    if (without.includes(path)) return;
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
    const names = namesOf(list);
    // So that another order is a change as well.
    leaves.set(path, names.join(', '));
    visitEntries(
      list.map((item, index) => [names[index] ?? '', item]),
      path,
    );
  };
  visit(root, '');
  return leaves;
}

/** What entries of a list are called by: their id or code where each has its own, else their place. */
function namesOf(list: readonly unknown[]): string[] {
  const ids = list.flatMap((item) => {
    const { id, code } = (item ?? {}) as { id?: unknown; code?: unknown };
    const name = id ?? code;
    return typeof name === 'string' ? [name] : [];
  });
  const areNames = ids.length === list.length && new Set(ids).size === ids.length;
  return areNames ? ids : list.map((_item, index) => String(index));
}
