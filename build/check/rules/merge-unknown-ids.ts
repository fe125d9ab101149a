/** Merges the faults about one unknown id into one fault at the place that should define the id. */
import type { Fault, Found } from '../../content/findings/finding.ts';
import type { PartialContent } from '../../content/partial-content.ts';
import {
  idSources,
  type ReferenceKind,
  type SharedTable,
  sharedTables,
} from '../../content/schemas/references.ts';
import { missingDrawingFiles } from './picture-rules.ts';
import { suggestOf } from './unknown-ids.ts';
import { entriesOf, unusedIds } from './unused-entries.ts';

/** Up to so many places with the same unknown id are reported one by one: the id is probably misspelt there. */
const maxPlaces = 3;

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
  const { kind, id, table, isAny } = factsOf(group);
  const uses = group.reduce((sum, { fault }) => sum + (fault.about?.rows ?? 1), 0);
  if (isAny && (kind === 'locations' || kind === 'assets'))
    return explainNone(kind, group, content);
  if (table === undefined && uses >= 2 && kind in sharedTables) {
    const renamed = explainRenamed(kind as SharedTable, id, uses, content);
    if (renamed !== undefined) return renamed;
  }
  return group.length <= maxPlaces ? undefined : explainUndefined(group, uses, content);
}

interface Facts {
  readonly kind: ReferenceKind;
  readonly id: string;
  /** The table with the id, if the product of its rows does not list the id either. */
  readonly table?: string;
  /** Positive if nothing of this kind is defined. */
  readonly isAny?: number;
}

function factsOf([first]: readonly Found[]): Facts {
  return { ...first?.fault.about?.facts } as Partial<Facts> as Facts;
}

/** Returns the fault of a catalogue without locations or pictures, which names the ids in use. */
function explainNone(
  kind: 'locations' | 'assets',
  group: readonly Found[],
  { files }: PartialContent,
): Fault {
  const used = [...new Set(group.map(({ fault }) => fault.about?.facts?.['id']))].sort();
  if (kind === 'assets') {
    const message = `has no picture, but ${group.length} places name one, such as ${used[0]}; add the folder`;
    return { file: 'assets/', message };
  }
  const { file, member } = sharedTables.locations;
  const ofTable = `of ${group[0]?.fault.file}: ${used.join(', ')}`;
  return files.includes(file)
    ? { file, path: [member], message: `has no location; add those ${ofTable}` }
    : { file, message: `is missing; add it, with the locations ${ofTable}` };
}

/** Returns the fault of an entry that nothing uses and that resembles an unknown id in use, if there is one. */
function explainRenamed(
  table: SharedTable,
  id: string,
  uses: number,
  content: PartialContent,
): Fault | undefined {
  const entry = suggestOf(table)(id, unusedIds(table, content));
  if (entry === undefined) return undefined;
  const place = new Map(entriesOf(table, content)).get(entry);
  const message = `"${entry}" is not used, and "${id}", which is used ${uses} times, does not exist; rename this entry or correct the uses`;
  const about = { yields: true };
  return { file: sharedTables[table].file, ...place, message, suggestion: id, about };
}

function explainUndefined(group: readonly Found[], uses: number, content: PartialContent): Fault {
  const { kind, id, table, isAny } = factsOf(group);
  const source = idSources[kind];
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
  if ('file' in source) {
    const message = `"${id}" does not exist, but is used ${uses} times, as in ${examples}; add it here, or correct the uses${meant}`;
    return { file: source.file, path: source.at, atName: true, message };
  }
  const missing =
    source.folder === 'assets'
      ? id.replace(/^.*\/$/, 'folder $&')
      : isAny
        ? 'drawing'
        : missingDrawingFiles(id, content).join(' and no ');
  const message = `has no ${missing}, but ${uses} places need it, as in ${examples}; add what is missing, or correct these places${meant}`;
  return { file: `${source.folder}/`, message };
}
