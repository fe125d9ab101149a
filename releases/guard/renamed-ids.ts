/**
 * Finds ids of shared content, such as categories, that have another spelling than before. Clients store ids, so an id
 * must keep its entry (decisions.md, "Ids keep their entries").
 */
import type { SharedTable } from '../../build/content/schemas/references.ts';
import type { ReleaseIndex } from '../../build/output/release-index.ts';

/** An entry that lost its id: an entry with the same name has another one. */
export interface RenamedId {
  readonly table: SharedTable;
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** Returns the ids that are missing in the later release, while a new id has their name; a release without ids has none. */
export function findRenamedIds(before: ReleaseIndex, after: ReleaseIndex): RenamedId[] {
  const tables = Object.entries(before.ids ?? {}) as [SharedTable, Record<string, string>][];
  return tables.flatMap(([table, old]) => {
    const now = after.ids?.[table] ?? {};
    const added = Object.entries(now).filter(([id]) => !Object.hasOwn(old, id));
    return Object.entries(old).flatMap(([id, name]) => {
      const renamed = Object.hasOwn(now, id)
        ? undefined
        : added.find(([, other]) => other === name);
      return renamed === undefined ? [] : [{ table, name, before: id, after: renamed[0] }];
    });
  });
}

/** Formats a renamed id as text such as `the id t-shirts of "T-shirts" (categories) became tees`. */
export function formatRenamedId({ table, name, before, after }: RenamedId): string {
  return `the id ${before} of "${name}" (${table}) became ${after}`;
}
