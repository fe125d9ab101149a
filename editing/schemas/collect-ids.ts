/**
 * Collects ids from the content files that define them. References, such as the member `brand` of a product, contain
 * these ids.
 */
import {
  type IdSource,
  idSources,
  optionalFiles,
  optionalMembers,
  type ReferenceKind,
} from '../../build/content/schemas/references.ts';
import { isAssetPath } from '../../build/content/schemas/values.ts';

/** Kind of reference, such as `assets` → the sorted ids to which references of this kind may refer. */
export type ReferenceIds = ReadonlyMap<ReferenceKind, readonly string[]>;

/** The content files that define the ids to which other files refer. */
export interface IdSources {
  readonly texts: ReadonlyMap<string, string>;
  readonly files: Readonly<Record<'assets' | 'drawings', readonly string[]>>;
}

/** Paths, within the content folder, of the files that define ids to which other files refer. */
export const idFiles: readonly string[] = [
  ...new Set(idSourceEntries().flatMap(([, home]) => ('file' in home ? [home.file] : []))),
];

/** Returns the ids to which content files may refer, by kind of reference. */
export function collectIds({ texts, files }: IdSources): ReferenceIds {
  const ids = new Map<ReferenceKind, readonly string[]>();
  for (const [kind, home] of idSourceEntries()) {
    const found =
      'file' in home
        ? idsOfSource(texts.get(home.file), home)
        : namesOf[home.folder](files[home.folder]);
    if (found !== undefined) ids.set(kind, [...new Set(found)].sort());
  }
  return ids;
}

/** Returns the content files whose ids `collectIds` has omitted, because the files cannot be read or are invalid. */
export function brokenFiles(ids: ReferenceIds): string[] {
  const broken = idSourceEntries().flatMap(([kind, home]) =>
    'file' in home && !ids.has(kind) ? [home.file] : [],
  );
  return [...new Set(broken)];
}

function idSourceEntries(): [ReferenceKind, IdSource][] {
  return Object.entries(idSources) as [ReferenceKind, IdSource][];
}

function idsOfSource(
  text: string | undefined,
  { file, at, aliases }: Extract<IdSource, { readonly file: string }>,
): readonly string[] | undefined {
  if (text === undefined && optionalFiles.has(file)) return [];
  const ids = idsOf(text, at);
  const others = aliases === undefined ? undefined : idsOf(text, [aliases]);
  return ids && [...ids, ...(others ?? [])];
}

function idsOf(text: string | undefined, at: readonly string[]): string[] | undefined {
  let value = text === undefined ? undefined : parse(text);
  for (const member of at) {
    value = (value as Readonly<Record<string, unknown>> | null | undefined)?.[member];
  }
  if (value === undefined && text !== undefined && optionalMembers.has(at.join())) return [];
  if (typeof value !== 'object' || value === null) return undefined;
  return Array.isArray(value)
    ? value.filter((item) => typeof item === 'string')
    : Object.keys(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined; // `brokenFiles` reports the file; the build reports the reason.
  }
}

const namesOf: Readonly<Record<keyof IdSources['files'], (files: readonly string[]) => string[]>> =
  {
    assets: (files) => files.filter(isAssetPath),
    // A drawing has a front and a back.
    drawings: (files) =>
      files
        .flatMap((file) => /^(.+)-front\.svg$/.exec(file)?.[1] ?? [])
        .filter((name) => files.includes(`${name}-back.svg`)),
  };
