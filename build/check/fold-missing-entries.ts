/**
 * If many places use an id that does not exist, replaces the faults about it by one fault where the id should be
 * defined.
 */

import type { Fault, Found } from '../content/findings/finding.ts';
import { groupBy } from '../content/group-by.ts';
import type { PartialContent } from '../content/partial-content.ts';
import { idSources, type ReferenceKind } from '../content/schemas/references.ts';
import type { SharedTable } from '../content/schemas/shared-tables.ts';
import { missingDrawingFiles, noDrawing } from './rules/picture-rules.ts';

/**
 * Maximum number of faults that report the same unknown id one by one, because the id is probably misspelt in these
 * places. If there are more, the definition of the id is probably missing, and one fault replaces them.
 */
const maxPlaces = 3;

/** An id that faults report and that does not exist. */
interface MissingEntry {
  readonly kind: ReferenceKind;
  readonly id: string;
  /** Path of the table, if the id is in a table row whose product does not list it; otherwise undefined. */
  readonly table?: string;
}

/**
 * If more than three faults (`maxPlaces`) report the same unknown id, replaces them by one fault, because the
 * definition of the id is probably missing. The new fault is at the file, folder or member that should define the id,
 * such as `brands` in `brands.json`. Exception: faults about table rows with an undefined size or colour that the
 * product of the row does not list either. A table has one such fault for each product and id. If one table has more
 * than three for the same id, the new fault is in this table, at the row of the first fault that it replaces. Leaves
 * all other faults unchanged.
 */
export function foldMissingEntries(
  found: readonly Found[],
  content: PartialContent,
): readonly Found[] {
  const keyOf = (each: Found) => {
    const missing = missingEntryOf(each, content);
    return missing && JSON.stringify(missing);
  };
  const groups = groupBy(found, keyOf);
  return found.flatMap((each) => {
    const key = keyOf(each);
    const group = groups.get(key) ?? [];
    if (key === undefined || group.length <= maxPlaces) return [each];
    if (group[0] !== each) return [];
    const fault = explainMissingEntry(JSON.parse(key) as MissingEntry, group, content);
    return [{ ...each, fault }];
  });
}

/**
 * Returns the id that a fault reports and that the content does not define. Returns undefined for all other faults,
 * such as that of a stock row in a size that is defined, but that the product lacks, and for a recommended size that
 * the product lacks.
 */
function missingEntryOf(
  { fault: { file, line, about } }: Found,
  { ids }: PartialContent,
): MissingEntry | undefined {
  if (about?.reference === undefined) return undefined;
  const { table, id } = about.reference;
  const kind = table as ReferenceKind;
  if (about.product === undefined) return { kind, id };
  // Faults in product files have no line.
  if (line === undefined) return undefined;
  const known = ids[kind as SharedTable];
  // The product lacks the id, which may exist.
  return known === undefined || known.has(id) ? undefined : { kind, id, table: file };
}

function explainMissingEntry(
  { kind, id, table }: MissingEntry,
  group: readonly Found[],
  content: PartialContent,
): Fault {
  const source = idSources[kind];
  const uses = group.reduce((sum, { fault }) => sum + (fault.about?.rows ?? 1), 0);
  const [suggestion, ...others] = new Set(group.map(({ fault }) => fault.suggestion));
  const meant =
    suggestion === undefined || others.length > 0 ? '' : `: did you mean "${suggestion}"?`;
  if (table !== undefined && 'file' in source) {
    const { line = 1, column = 'sku' } = group[0]?.fault ?? {};
    const place = source.aliases === undefined ? '' : `"${source.aliases}" in `;
    const message = `"${id}" does not exist, but ${uses} rows of ${group.length} products have it; add it to ${place}${source.file}, or correct the rows${meant}`;
    return { file: table, line, column, message };
  }
  const places = group.map(({ fault: { file, line } }) => (line ? `${file}:${line}` : file));
  const examples = [...new Set(places)].slice(0, maxPlaces).join(', ');
  const used = `is used ${uses} times, as in ${examples}`;
  if ('file' in source) {
    const message = `"${id}" does not exist, but ${used}; add it here, or correct the uses${meant}`;
    return { file: source.file, path: source.at, atName: true, message };
  }
  const missing = explainMissingFile(source.folder, id, content);
  const message = `has no ${missing}, but ${uses} places need it, as in ${examples}; add what is missing, or correct these places${meant}`;
  return { file: `${source.folder}/`, message };
}

/**
 * Returns what `folder` (`assets` or `drawings`) lacks, for a message that begins with `has no`: `drawing` if there is
 * no drawing at all, `tee-front.svg and no tee-back.svg` for a drawing, `folder photos/`, or the path of a picture.
 */
function explainMissingFile(folder: string, id: string, content: PartialContent): string {
  if (id === noDrawing) return 'drawing';
  if (folder === 'drawings') return missingDrawingFiles(id, content).join(' and no ');
  return id.endsWith('/') ? `folder ${id}` : id;
}
