/**
 * Replaces the faults about one unknown id by a single fault at the cause: at the renamed entry of a shared file, such
 * as `sizes.json`, or at the wrong id in a product file.
 */

import type { Fault, Found } from '../content/findings/finding.ts';
import { suggest } from '../content/findings/suggest.ts';
import { suggestSize } from '../content/findings/suggest-size.ts';
import { groupBy } from '../content/group-by.ts';
import type { PartialContent } from '../content/partial-content.ts';
import { type SharedTable, sharedTables } from '../content/schemas/shared-tables.ts';
import { foldMissingEntries } from './fold-missing-entries.ts';
import { entriesOf, unusedIds } from './rules/unused-entries.ts';

/**
 * Merges faults about unknown ids that have the same cause, and returns all other faults unchanged. In this order:
 * 1. If no stock location is defined, one fault replaces those about all locations.
 * 2. If a product file misspells a size or colour, such as `nvy` for `navy`, the product seems to lack `navy`: the
 *    fault about `nvy` stays, and those about `navy` in table rows and size recommendations of the product are removed.
 * 3. If an unknown id is used at least twice and one unused entry of its shared file is similar, the entry was probably
 *    renamed: one fault at the entry replaces the faults about the uses of the id.
 * 4. If more than three faults about one unknown id remain, one fault where the id should be defined replaces them.
 */
export function foldReferences(found: readonly Found[], content: PartialContent): readonly Found[] {
  const steps = [foldLocations, foldProductReferences, foldRenamedEntries, foldMissingEntries];
  return steps.reduce((rest, step) => step(rest, content), found);
}

/**
 * If no location is defined, because `locations.json` is missing or has no entry, replaces the faults about the
 * locations of stock rows by one fault at this file.
 */
function foldLocations(found: readonly Found[], content: PartialContent): readonly Found[] {
  if (content.ids.locations?.size !== 0) return found;
  const { file, member } = sharedTables.locations;
  const isUnknown = ({ fault }: Found) => fault.about?.reference?.table === 'locations';
  const unknown = found.filter(isUnknown);
  const [first] = unknown;
  if (first === undefined) return found;
  const used = [...new Set(unknown.map(({ fault }) => fault.about?.reference?.id))].sort();
  const ofTable = `of ${content.inventory.file}: ${used.join(', ')}`;
  const fault = content.files.includes(file)
    ? { file, path: [member], message: `has no location; add those ${ofTable}` }
    : { file, message: `is missing; add it, with the locations ${ofTable}` };
  return [...found.filter((each) => !isUnknown(each)), { ...first, fault }];
}

/**
 * Returns a key such as `["sizes","3XL"]` if a fault reports an id that its shared table does not define. Returns
 * undefined for other faults, such as that of a row in a size that only its product lacks.
 */
function sharedReference({ fault: { about } }: Found): string | undefined {
  if (about?.reference === undefined || about.product !== undefined) return undefined;
  return JSON.stringify([about.reference.table, about.reference.id]);
}

/**
 * If an unknown id is used at least twice and one unused entry of the shared file has a similar id, that entry was
 * probably renamed: replaces the faults about the unknown id by one fault at the entry, or removes them if the
 * entry already has an error.
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
    // A size that became its own alias has a fault at the alias.
    const isAlias = table === 'sizes' && content.sizeAliases[entry] === id;
    // An entry with an invalid id has its own fault at the same place.
    const isReported =
      isAlias ||
      found.some(({ rule, fault: { file, path } }) => {
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

/**
 * Returns the id of the unused entry that is most similar to the unknown `id` and has probably replaced it. Returns
 * undefined if no entry is similar, or several are equally similar.
 */
function renamedEntry(table: SharedTable, id: string, content: PartialContent): string | undefined {
  const unused = unusedIds(table, content);
  return (table === 'sizes' ? suggestSize : suggest)(id, unused);
}

/** An entry of a shared file that was probably renamed, and the number of uses of its former id. */
interface Renaming {
  readonly table: SharedTable;
  /** The unknown id, which is still in use. */
  readonly id: string;
  /** The id of the entry in the shared table, which is similar to the unknown id and not in use. */
  readonly entry: string;
  /** Number of uses of the unknown id. */
  readonly uses: number;
}

function explainRenamed({ table, id, entry, uses }: Renaming, content: PartialContent): Fault {
  const place = new Map(entriesOf(table, content)).get(entry);
  const message = `"${entry}" is not used, and "${id}", which is used ${uses} times, does not exist; rename this entry or correct the uses`;
  return { file: sharedTables[table].file, ...place, message, suggestion: id };
}

/**
 * If a product file contains a misspelt size or colour such as `nvy`, its table rows and size recommendations with the
 * correct `navy` have faults too, because the product lacks `navy`. Removes the faults about the id that is suggested
 * for the misspelt one. If nothing is suggested, removes the faults about all ids that the shared file defines.
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
