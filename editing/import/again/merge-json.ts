/**
 * Three-way merge of a JSON file: as the last import wrote it, as editors changed it, and as this import
 * would write it.
 */
import { isDeepStrictEqual } from 'node:util';
import { editJson, type JsonEdit } from '../../text/json-text.ts';
import { parseJson } from '../options/import-options.ts';

type Members = Readonly<Record<string, unknown>>;

/** The three versions of a value; undefined if it is missing. */
interface States {
  readonly base: unknown;
  readonly current: unknown;
  readonly next: unknown;
}

/** In shared files an entry is a member or item of a member, such as `colors.navy` or `sizes.XL`. */
const entryDepth = 2;

export interface JsonMerge {
  /** Name of the file in messages. */
  readonly file: string;
  /**
   * Whether to keep entries that the source no longer has, because products of editors may refer to them.
   */
  readonly keepsEntries: boolean;
  /** Called for each member that keeps the editors' value although the import has another one. */
  readonly onKept: (path: string) => void;
}

/**
 * Returns the editors' text with the changes of the source. Keeps the editors' changes and formatting.
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
    // Below this level, entries that the source no longer has are kept.
    const hasEntries = merge.keepsEntries && path.length < entryDepth && current !== undefined;
    if (!hasEntries || typeof current !== 'object') return next;
  }
  if (isMembers(current) && isMembers(next)) {
    return mergeMembers(isMembers(base) ? base : {}, current, next, path, merge);
  }
  const lists = [base ?? [], current, next].map(toKeyed);
  const [before, now, then] = lists;
  if (before && now && then) return mergeLists(before, now, then, path, merge);
  // The import does not change members that only editors wrote.
  if (next !== undefined || base !== undefined) merge.onKept(path.join('.'));
  return current;
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
    const states = { base: base[name], current: current[name], next: next[name] };
    return [name, mergeValue(states, [...path, name], merge)];
  });
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
}

type Keyed = ReadonlyMap<string, unknown>;

/** Returns the items of a list by name, or undefined if they have no names or duplicates. */
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
        merge.onKept([...path, key].join('.'));
        continue;
      }
      keys.splice(previous + 1, 0, key);
      result.set(key, item);
    }
    previous = keys.indexOf(key);
  }
  return keys.map((key) => result.get(key));
}

/** Returns the edits that change a value to another; a list is written completely. */
function editsBetween(from: unknown, to: unknown, path: readonly string[]): JsonEdit[] {
  if (isDeepStrictEqual(from, to)) return [];
  if (!isMembers(from) || !isMembers(to)) return [{ path: [...path], value: to }];
  const names = new Set([...Object.keys(from), ...Object.keys(to)]);
  return [...names].flatMap((name) => editsBetween(from[name], to[name], [...path, name]));
}
