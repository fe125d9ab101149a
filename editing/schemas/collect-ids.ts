/** The ids that references may name, collected from the files that hold them. */
import {
  type ReferenceHome,
  type ReferenceKind,
  referenceHomes,
} from '../../build/content/schemas/references.ts';
import { isAssetPath } from '../../build/content/schemas/values.ts';

/** Ids by kind, sorted; a kind whose file cannot be read is left out. */
export type ReferenceIds = ReadonlyMap<ReferenceKind, readonly string[]>;

/** What ids are collected from. */
export interface IdSources {
  /** Text of each file of `referenceHomes` that could be read, by name. */
  readonly texts: ReadonlyMap<string, string>;
  /** Files below each of its folders, as paths from there. */
  readonly files: Readonly<Record<'assets' | 'drawings', readonly string[]>>;
}

/** The files of `referenceHomes`. */
export const idFiles: readonly string[] = [
  ...new Set(homes().flatMap(([, home]) => ('file' in home ? [home.file] : []))),
];

/** Collects the ids of every kind; of a broken file it takes none and throws nothing. */
export function collectIds({ texts, files }: IdSources): ReferenceIds {
  const ids = new Map<ReferenceKind, readonly string[]>();
  for (const [kind, home] of homes()) {
    const found =
      'file' in home
        ? idsOf(texts.get(home.file), home.at)
        : namesOf[home.folder](files[home.folder]);
    if (found !== undefined) ids.set(kind, [...new Set(found)].sort());
  }
  return ids;
}

/** The files that some kind should be found in and is not. */
export function brokenFiles(ids: ReferenceIds): string[] {
  const broken = homes().flatMap(([kind, home]) =>
    'file' in home && !ids.has(kind) ? [home.file] : [],
  );
  return [...new Set(broken)];
}

function homes(): [ReferenceKind, ReferenceHome][] {
  return Object.entries(referenceHomes) as [ReferenceKind, ReferenceHome][];
}

function idsOf(text: string | undefined, at: readonly string[]): string[] | undefined {
  let value = text === undefined ? undefined : parse(text);
  for (const member of at) {
    value = (value as Readonly<Record<string, unknown>> | null | undefined)?.[member];
  }
  if (typeof value !== 'object' || value === null) return undefined;
  return Array.isArray(value)
    ? value.filter((item) => typeof item === 'string')
    : Object.keys(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined; // Told as a broken file; the build says what is wrong with it.
  }
}

const namesOf: Readonly<Record<keyof IdSources['files'], (files: readonly string[]) => string[]>> =
  {
    assets: (files) => files.filter(isAssetPath),
    /** A drawing has a front and a back. */
    drawings: (files) =>
      files
        .flatMap((file) => /^(.+)-front\.svg$/.exec(file)?.[1] ?? [])
        .filter((name) => files.includes(`${name}-back.svg`)),
  };
