/**
 * Three-way merge of a JSON file: the version of the last import, the version that editors changed, and the
 * version of this import.
 */
import { isDeepStrictEqual } from 'node:util';
import { editJson, type JsonEdit } from '../../text/json-text.ts';
import { parseJson } from '../options/import-options.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * The three versions of a value: of the last import, of the editors, and of this import. A version that lacks
 * the value is undefined.
 */
interface States {
  readonly base: unknown;
  readonly current: unknown;
  readonly next: unknown;
}

/**
 * Number of path segments of an entry, such as the colour `colors.navy`, in the files that all products share.
 * `keepsEntries` keeps entries of this depth.
 */
const entryDepth = 2;

/** Options of `mergeJson`. */
export interface JsonMerge {
  /** Path of the file, for messages. */
  readonly file: string;
  /**
   * True to keep entries (such as the colour `colors.navy`) that the source no longer has, because products that
   * editors added may refer to them.
   */
  readonly keepsEntries: boolean;
  /**
   * Called for each member or list item to which this import does not write its own value, because editors changed,
   * added or removed it. `path` is such as `colors.navy.name.en`. `isNew` is true if the value in the source has
   * changed since the last import, too.
   */
  readonly onKept: (path: string, isNew: boolean) => void;
}

/**
 * Merges three versions of a JSON file: `base` of the last import, `current` of the editors, and `next` of this import.
 * Returns the text of `current`, in its own formatting, with the differences between `base` and `next` applied. Members
 * that editors changed stay. If `merge.keepsEntries` is true, entries that `next` lacks, such as `colors.navy`, stay
 * too. Throws an `ImportError` if `current` is not JSON.
 */
export function mergeJson(
  texts: { readonly base: string; readonly current: string; readonly next: string },
  merge: JsonMerge,
): string {
  const current = parseJson(merge.file, texts.current);
  const states = { base: JSON.parse(texts.base), current, next: JSON.parse(texts.next) };
  return editJson(texts.current, editsBetween(current, mergeValue(states, [], merge), []));
}

function mergeValue(
  { base, current, next }: States,
  path: readonly string[],
  merge: JsonMerge,
): unknown {
  if (isDeepStrictEqual(current, next)) return current;
  if (isDeepStrictEqual(current, base)) {
    if (next === undefined)
      return merge.keepsEntries && path.length === entryDepth ? current : next;
    // Merges member by member, so that entries that the source no longer has are kept.
    const hasEntries = merge.keepsEntries && path.length < entryDepth && current !== undefined;
    if (!hasEntries || typeof current !== 'object') return next;
  }
  if (isMembers(current) && isMembers(next)) {
    return mergeMembers(isMembers(base) ? base : {}, current, next, path, merge);
  }
  const lists = [base ?? [], current, next].map(toKeyed);
  const [before, now, then] = lists;
  if (before && now && then) return mergeLists(before, now, then, path, merge);
  // Members that only the editors wrote are no conflict.
  if (next !== undefined || base !== undefined) {
    merge.onKept(path.join('.'), !isDeepStrictEqual(base, next));
  }
  return current;
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a member of a JSON object, or undefined. A colour may be named like a member of every object (`valueOf`). */
function memberOf(members: Members, name: string): unknown {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

function mergeMembers(
  base: Members,
  current: Members,
  next: Members,
  path: readonly string[],
  merge: JsonMerge,
): Members {
  const names = new Set([...Object.keys(current), ...Object.keys(next)]);
  const merged = [...names].map((name): [string, unknown] => {
    const [before, now, then] = [base, current, next].map((one) => memberOf(one, name));
    const states = { base: before, current: now, next: then };
    return [name, mergeValue(states, [...path, name], merge)];
  });
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
}

type Keyed = ReadonlyMap<string, unknown>;

/**
 * Returns key → item for the items of a list, so that versions of the list can be compared item by item. The key of a
 * text is the text itself; the key of an object is its `color` or `file`. Returns undefined if the value is not a list,
 * or if items have no key or equal keys.
 */
function toKeyed(list: unknown): Keyed | undefined {
  if (!Array.isArray(list)) return undefined;
  const items = list.map((item: unknown): [unknown, unknown] => [
    isMembers(item) ? (item['color'] ?? item['file']) : item,
    item,
  ]);
  const keyed = new Map(items.filter(([key]) => typeof key === 'string') as [string, unknown][]);
  return keyed.size === list.length ? keyed : undefined;
}

function mergeLists(
  base: Keyed,
  current: Keyed,
  next: Keyed,
  path: readonly string[],
  merge: JsonMerge,
): unknown[] {
  const result = new Map<string, unknown>();
  for (const [key, item] of current) {
    const states = { base: base.get(key), current: item, next: next.get(key) };
    const merged = mergeValue(states, [...path, key], merge);
    if (merged !== undefined) result.set(key, merged);
  }
  const keys = [...result.keys()];
  let previous = -1;
  for (const [key, item] of next) {
    if (!keys.includes(key)) {
      if (base.has(key)) {
        // Editors removed it.
        merge.onKept([...path, key].join('.'), !isDeepStrictEqual(base.get(key), item));
        continue;
      }
      keys.splice(previous + 1, 0, key);
      result.set(key, item);
    }
    previous = keys.indexOf(key);
  }
  return keys.map((key) => result.get(key));
}

/**
 * Returns the edits that change the value `from` at `path` to the value `to`, member by member. A list that differs is
 * replaced completely.
 */
function editsBetween(from: unknown, to: unknown, path: readonly string[]): JsonEdit[] {
  if (isDeepStrictEqual(from, to)) return [];
  if (!isMembers(from) || !isMembers(to)) return [{ path: [...path], value: to }];
  const names = new Set([...Object.keys(from), ...Object.keys(to)]);
  return [...names].flatMap((name) =>
    editsBetween(memberOf(from, name), memberOf(to, name), [...path, name]),
  );
}
