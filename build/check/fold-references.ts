/** Folds faults about unknown names into the entry or the product with the wrong name. */

import type { Fault, Found } from '../content/findings/finding.ts';
import { suggest } from '../content/findings/suggest.ts';
import { suggestSize } from '../content/findings/suggest-size.ts';
import { groupBy } from '../content/group-by.ts';
import type { PartialContent } from '../content/partial-content.ts';
import { type SharedTable, sharedTables } from '../content/schemas/shared-tables.ts';
import { entriesOf, unusedIds } from './rules/unused-entries.ts';

/**
 * Removes the consequences of a renamed entry of a shared file, and of a misspelt name in a product.
 */
export function foldReferences(found: readonly Found[], content: PartialContent): readonly Found[] {
  return foldProductReferences(foldRenamedEntries(found, content), content);
}

/** Returns the table and id of a name that a shared file lacks; undefined for names that a product lacks. */
function sharedReference({ fault: { about } }: Found): string | undefined {
  if (about?.reference === undefined || about.product !== undefined) return undefined;
  return JSON.stringify([about.reference.table, about.reference.id]);
}

/**
 * If a missing id is used at least twice, and its table has one similar entry that is not in use, the entry
 * was probably renamed: the fault is reported there.
 */
function foldRenamedEntries(found: readonly Found[], content: PartialContent): readonly Found[] {
  const groups = groupBy(found, sharedReference);
  groups.delete(undefined);
  const replacements = new Map<string, Found | undefined>();
  for (const [key, group] of groups) {
    const [first] = group;
    if (first === undefined || key === undefined) continue;
    const [table, id] = JSON.parse(key) as [SharedTable, string];
    const uses = group.reduce((sum, { fault }) => sum + (fault.about?.rows ?? 1), 0);
    const entry = uses < 2 ? undefined : renamedEntry(table, id, content);
    if (entry === undefined) continue;
    const fault = explainRenamed({ table, id, entry, uses }, content);
    // An invalid name has its own fault at the same place.
    const isReported = found.some(({ rule, fault: { file, path } }) => {
      const isHere = file === fault.file && JSON.stringify(path) === JSON.stringify(fault.path);
      return isHere && rule.severity === 'error';
    });
    replacements.set(key, isReported ? undefined : { rule: first.rule, fault });
  }
  const done = new Set<string>();
  return found.flatMap((each) => {
    const key = sharedReference(each);
    if (key === undefined || !replacements.has(key)) return [each];
    const replacement = replacements.get(key);
    if (done.has(key) || replacement === undefined) return [];
    done.add(key);
    return [replacement];
  });
}

function renamedEntry(table: SharedTable, id: string, content: PartialContent): string | undefined {
  const unused = unusedIds(table, content);
  return (table === 'sizes' ? suggestSize : suggest)(id, unused);
}

interface Renaming {
  readonly table: SharedTable;
  readonly id: string;
  readonly entry: string;
  readonly uses: number;
}

function explainRenamed({ table, id, entry, uses }: Renaming, content: PartialContent): Fault {
  const place = new Map(entriesOf(table, content)).get(entry);
  const message = `nothing names "${entry}", and "${id}", which is named ${uses} times, does not exist; rename this entry or correct the names`;
  return { file: sharedTables[table].file, ...place, message, suggestion: id };
}

/**
 * If a product names an unknown size or colour, its rows and recommendations may use the intended one: the
 * suggested one, or any existing one if the suggestion is not certain.
 */
function foldProductReferences(found: readonly Found[], content: PartialContent): readonly Found[] {
  const misspelt = groupBy(
    found.filter((each) => sharedReference(each) !== undefined),
    ({ fault: { file, about } }) => `${file} ${about?.reference?.table}`,
  );
  return found.filter(({ fault: { about } }) => {
    if (about?.product === undefined || about.reference === undefined) return true;
    const { table, id } = about.reference;
    const causes = misspelt.get(`${about.product} ${table}`) ?? [];
    const exists = content.ids[table as SharedTable]?.has(id) ?? false;
    return !causes.some(({ fault: { suggestion } }) =>
      suggestion === undefined ? exists : suggestion === id,
    );
  });
}
