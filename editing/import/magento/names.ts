/** Names of things in an export and the ids that the content gives them. */

import { groupBy } from '../../../build/content/group-by.ts';

/** Gives a name its id: lower-case words joined by hyphens, the same for every letter case. */
export function toId(name: string): string {
  const id = name
    .normalize('NFD')
    .replaceAll(/\p{M}|['’]/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  if (id !== '') return id;
  // A name in another script still needs an id of its own, and always the same one.
  const codePoints = Array.from(name, (character) => character.codePointAt(0)?.toString(16) ?? '');
  return ['x', ...codePoints].join('-');
}

/** A thing that an export names, perhaps in several letter cases. */
interface Named {
  /** The spelling that is used most; the first of these where several are. */
  readonly name: string;
  readonly spellings: readonly string[];
}

function toNamed(names: readonly string[]): Named {
  const counts = groupBy(names, (name) => name);
  const [name = ''] = [...counts].sort(([, one], [, other]) => other.length - one.length)[0] ?? [];
  return { name, spellings: [...counts.keys()] };
}

/** Joins names that have the same id, in the order of their first use. */
export function joinNames(names: Iterable<string>): ReadonlyMap<string, Named> {
  const groups = [...groupBy(names, toId)];
  return new Map(groups.map(([id, spellings]) => [id, toNamed(spellings)]));
}

/** Names by id, in the order of their first use. */
export function namesById(names: Iterable<string>): ReadonlyMap<string, string> {
  return new Map([...joinNames(names)].map(([id, { name }]) => [id, name]));
}

/** A content table of English names: `{ "fleece": { "en": "Fleece" } }`, sorted by id. */
export function toNameTable(names: ReadonlyMap<string, string>): Record<string, { en: string }> {
  const sorted = [...names].sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([id, name]) => [id, { en: name }]));
}
