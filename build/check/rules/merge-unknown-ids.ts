/** Merges the faults about one unknown id into one fault at the place that should define the id. */
import type { Fault, Found } from '../../content/findings/finding.ts';
import type { PartialContent } from '../../content/partial-content.ts';
import { allSources, type ReferenceKind } from '../../content/schemas/references.ts';
import { missingDrawingFiles } from './pictures.ts';
import { suggestOf } from './unknown-ids.ts';
import { entriesOf, unusedIds } from './unused-entries.ts';

/** Up to so many places with the same unknown id are reported one by one: the id is probably misspelt there. */
const maxPlaces = 3;

interface Facts {
  readonly kind: ReferenceKind;
  readonly id: string;
  /** The table with the id, if the product of its rows does not list the id either. */
  readonly table?: string;
  /** Positive if nothing of this kind is defined. */
  readonly isAny?: number;
}

/**
 * Returns one fault in place of those about an unknown id, or undefined if they stay:
 * - at the shared file or folder, if it defines nothing of this kind;
 * - at an unused entry with a similar id, which was probably renamed, if the id is used at least twice;
 * - where the id should be defined, if more than three places use it.
 */
export function mergeUnknownIds(
  group: readonly Found[],
  content: PartialContent,
): Fault | undefined {
  const facts = group[0]?.fault.about?.facts as unknown as Facts;
  const uses = group.reduce((sum, { fault }) => sum + (fault.about?.rows ?? 1), 0);
  if (facts.isAny) return explainNone(facts, group, content);
  const renamed = explainRenamed(facts, uses, content);
  if (renamed !== undefined || group.length <= maxPlaces) return renamed;
  return explainUndefined(facts, group, uses, content);
}

/** Returns the fault of content that defines no id of a kind: it names the ids in use. */
function explainNone({ kind }: Facts, group: readonly Found[], { files }: PartialContent): Fault {
  const { file, at, one, several } = allSources[kind];
  const used = [...new Set(group.map(({ fault }) => fault.about?.facts?.['id']))].sort();
  const names = `${used.slice(0, 9).join(', ')}${used.length > 9 ? ' …' : ''}`;
  const isPresent = files.includes(file);
  const message = `${isPresent ? `has no ${one}` : 'is missing'}; add the ${several} in use: ${names}`;
  return { file, message, ...(isPresent && { path: at }) };
}

/** Returns the fault of an entry that nothing uses and that resembles an unknown id in use, if there is one. */
function explainRenamed(
  { kind, id, table }: Facts,
  uses: number,
  content: PartialContent,
): Fault | undefined {
  const isFile = kind === 'assets' || kind === 'drawings';
  if (table !== undefined || isFile || uses < 2) return undefined;
  const entry = suggestOf(kind)(id, unusedIds(kind, content)) ?? '';
  const place = entriesOf(kind, content).get(entry);
  const message = `"${entry}" is not used, and "${id}", which is used ${uses} times, does not exist; rename this entry or correct the uses`;
  return place && { ...place, message, suggestion: id, about: { yields: true } };
}

function explainUndefined(
  { kind, id, table }: Facts,
  group: readonly Found[],
  uses: number,
  content: PartialContent,
): Fault {
  const [suggestion, ...others] = new Set(group.map(({ fault }) => fault.suggestion));
  const isMeant = suggestion !== undefined && others.length === 0;
  const meant = isMeant ? `: did you mean "${suggestion}"?` : '';
  const places = group.map(({ fault: { file, line } }) => (line ? `${file}:${line}` : file));
  const used = `is used ${uses} times, as in ${[...new Set(places)].slice(0, maxPlaces).join(', ')}`;
  const { file, at, aliases } = allSources[kind];
  if (table !== undefined) {
    const { line = 1, column = 'sku' } = group[0]?.fault ?? {};
    const place = aliases === undefined ? file : `"${aliases}" in ${file}`;
    const message = `"${id}" does not exist, but ${used}; add it to ${place}, or correct the rows${meant}`;
    return { file: table, line, column, message };
  }
  const missing = kind === 'drawings' ? missingDrawingFiles(id, content) : [id];
  const message = `has no "${missing.join('" and no "')}", which ${used}; add it, or correct the uses${meant}`;
  return { file, message, ...(at.length > 0 && { path: at, atName: true }) };
}
