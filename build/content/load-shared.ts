/** Reads single files of a content folder, and all its shared files: JSON files about all products, drawings, assets. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type AssetPicture, type KnownAssets, readAssets } from './assets.ts';
import { type Day, dayAt, defaultTimeZone } from './dates.ts';
import { type Found, foundBy } from './findings/finding.ts';
import { type ContentListing, isLinked } from './list-content.ts';
import { readDocument } from './read-document.ts';
import { explainSymbolicLink, findInDrawing, unreadableFile } from './rules/file-rules.ts';
import { toDeprecations } from './schemas/deprecations.ts';
import { type ContentOf, type JsonKind, jsonKinds } from './schemas/kinds.ts';
import { idSources, idsOf, type SharedTable } from './schemas/references.ts';
import { isAssetPath } from './schemas/values.ts';
import { chartsWithSizes, toSizeNames } from './size-names.ts';
import { findUnfinishedEdit } from './unfinished-edit.ts';

/** A content folder while its files are read. */
export interface Reading {
  readonly folder: string;
  /** The symbolic links in the folder; nothing is read through them. */
  readonly links: readonly string[];
  /** The faults found so far. */
  readonly found: Found[];
}

/** Begins the reading of a content folder; each symbolic link is a fault. */
export function startReading(folder: string, { links }: ContentListing): Reading {
  return { folder, links, found: links.map(explainSymbolicLink) };
}

/** Returns the bytes of a file in the content folder, or undefined and a fault if it cannot be read. */
export function readBytes({ folder, links, found }: Reading, file: string): Buffer | undefined {
  if (isLinked(file, links)) return undefined;
  try {
    // Synchronous: a long table would take a hundred turns of the event loop.
    return readFileSync(join(folder, file));
  } catch (error) {
    found.push(unreadable(file, error));
    return undefined;
  }
}

function unreadable(file: string, error: unknown): Found {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOENT') {
    return foundBy(unreadableFile, { file, message: `cannot be read (${code})` });
  }
  const about = { groups: file.includes('/') ? [`folder ${dirname(file)}`] : [] };
  return foundBy(unreadableFile, { file, message: 'is missing; add it', about });
}

/**
 * Reads the shared files of a content folder for the day of `at`; `known` is a cache of the files in `assets/`. Returns
 * the valid part of each file, and the faults in `found`.
 */
export async function loadShared(
  folder: string,
  listing: ContentListing,
  at: Date | Day,
  known: KnownAssets = new Map(),
) {
  const { files, links } = listing;
  const reading = startReading(folder, listing);
  const { found } = reading;
  const json = new Map<string, unknown>();
  const read = <Kind extends JsonKind>(kind: Kind): Partial<ContentOf<Kind>> => {
    const { path: file, schema } = jsonKinds[kind];
    const bytes = readBytes(reading, file);
    if (bytes === undefined) return {};
    const document = readDocument(file, bytes, schema);
    json.set(file, document.json);
    found.push(...document.found);
    return document.value as Partial<ContentOf<Kind>>;
  };
  const readIfPresent = <Kind extends JsonKind>(kind: Kind) =>
    files.includes(jsonKinds[kind].path) ? read(kind) : ({} as Partial<ContentOf<Kind>>);
  const catalogue = read('catalogue');
  // An invalid tier has no table of prices, so that no tier is known then.
  json.set(jsonKinds.catalogue.path, catalogue);
  const { brands = {} } = read('brands');
  const { categories = {} } = read('categories');
  const { tags = {} } = read('tags');
  const { families = {}, colors = {} } = read('colors');
  const facets = read('facets');
  const { decorations = {} } = read('decorations');
  const { companies = {} } = read('companies');
  const { sizes = [], aliases: sizeAliases = {} } = read('sizes');
  const { charts = {}, measures = {} } = read('size-charts');
  const { locations = {} } = readIfPresent('locations');
  const { asOf } = readIfPresent('inventory');
  const { routes } = readIfPresent('deprecations');
  const sizeNames = toSizeNames(sizeAliases, sizes);
  const assets = await readAssets(join(folder, 'assets'), pathsIn('assets/', files), {
    known,
    onError: (path, error) => found.push(unreadable(`assets/${path}`, error)),
  });
  found.push(...findUnfinishedEdit(folder, files));
  return {
    /** The day for which the content is read, in the time zone of the catalogue. */
    day: dayAt(at, catalogue.timeZone ?? defaultTimeZone),
    ...{ catalogue, brands, categories, tags, families, colors, decorations, companies },
    facets: { for: {}, inspiration: {}, fabrics: {}, materials: {}, ...facets },
    ...{ sizes, measures, locations },
    /** Alias → size, such as `XXL` → `2XL`, as in `sizes.json`. */
    sizeAliases,
    /** The valid aliases. Size charts, products and table rows have sizes in their place. */
    sizeNames,
    sizeCharts: chartsWithSizes(charts, sizeNames),
    /** When the stock was counted (ISO 8601), if `inventory.json` says so. */
    stock: { asOf },
    deprecations: toDeprecations(routes),
    /** Kind → its ids, also those of invalid entries; undefined if the file that defines them could not be read. */
    ids: Object.fromEntries(
      Object.entries(idSources).map(([kind, source]) => {
        const isAbsent = source.optional === 'file' && !files.includes(source.file);
        const ids = isAbsent ? [] : idsOf(source, json.get(source.file));
        return [kind, ids && new Set(ids)];
      }),
    ) as Record<SharedTable, ReadonlySet<string> | undefined>,
    /** File name in `drawings/`, such as `tee-front.svg` → SVG text. */
    drawings: await readDrawings(reading, files),
    /** Path relative to `assets/` → description. In a build, empty in worker threads. */
    assets,
    /** Path relative to `assets/` → hash and size, for each picture to which content can refer. */
    pictures: new Map<string, AssetPicture>(
      [...assets].flatMap(([path, { picture, sha256 }]) =>
        isAssetPath(path) ? [[path, { sha256, ...picture }]] : [],
      ),
    ),
    /** The faults found so far: while files were read and, in the content for the catalogue rules, in products. */
    found,
    /** Every file in the content folder except hidden ones, sorted. In a build, empty in worker threads. */
    files,
    /** Every symbolic link in the content folder, sorted; each one is an error. */
    links,
  };
}

/** Returns the paths below a folder, relative to it. */
function pathsIn(folder: string, files: readonly string[]): string[] {
  return files.flatMap((file) => (file.startsWith(folder) ? [file.slice(folder.length)] : []));
}

/** Faulty drawings are returned too, so that products that refer to them get no fault. */
async function readDrawings({ folder, found }: Reading, files: readonly string[]) {
  const names = pathsIn('drawings/', files).filter((name) => name.endsWith('.svg'));
  const texts = names.map(async (name) => {
    const file = `drawings/${name}`;
    const bytes = await readFile(join(folder, file)).catch((error: unknown) => {
      found.push(unreadable(file, error));
    });
    const fault = bytes && findInDrawing(file, bytes);
    if (fault) found.push(fault);
    return [name, new TextDecoder().decode(bytes ?? undefined)] as const;
  });
  return new Map(await Promise.all(texts));
}
