/**
 * Finds the faults of the whole catalogue: applies the rules or, if the data that they use is unchanged, takes the
 * faults from the previous release. After most edits, such as a new name, this data is unchanged.
 */
import { checkCatalogue } from './check/check-content.ts';
import type { Found } from './content/findings/finding.ts';
import type { OpenContent } from './content/open-content.ts';
import { sha256 } from './content/sha256.ts';
import { type DocumentFrame, outlinesFile } from './output/long-documents.ts';
import type { PreviousRelease } from './output/previous-release.ts';
import type { Product } from './product.ts';

/**
 * The faults in a content folder, and hashes of the data in which the rules found them. Each release contains this
 * record in the file `foundRecordFile`. If the hashes are the same in the next build, it takes the faults from the
 * record and does not run the rules.
 */
export interface FoundRecord {
  /** Hash of the data that the rules use. */
  readonly key: string;
  /**
   * Hash of the same data, but with whole tables instead of only the rows that the rules use. It takes less work to
   * compute, so a build computes and compares `key` only if this hash has changed.
   */
  readonly quickKey: string;
  readonly found: readonly Found[];
}

/** Path of the file with the `FoundRecord` in a release; private, because messages of faults may contain net prices. */
export const foundRecordFile = 'private/findings.json';

/** The input of `findFaults` besides content and products. */
export interface FaultsOptions {
  readonly previous: Pick<PreviousRelease, 'compiler' | 'readRecord' | 'readOutline'>;
  /** The long documents of the release, in the order of `longDocuments`; one of them contains the outlines. */
  readonly documents: readonly DocumentFrame[];
}

/**
 * Returns the record for the new release: the faults in the content, and hashes of the data that the rules about the
 * catalogue use. If one of the hashes is the same as in the record of the previous release, takes the faults from that
 * record. Otherwise applies the rules (`checkCatalogue`). The rules need the outline of every product, so the
 * function reads the missing ones from the previous release; throws file-system errors if they cannot be read.
 */
export function findFaults(
  content: OpenContent,
  products: readonly Product[],
  { previous, documents }: FaultsOptions,
): FoundRecord {
  const common = describeCommon(content, products, previous.compiler);
  const record = previous.readRecord(foundRecordFile) as FoundRecord | undefined;
  const quickKey = sha256(`${common}\n${content.hashTables()}`);
  if (record?.quickKey === quickKey) return record;
  const { variants, strayRows } = content;
  const key = sha256(`${common}\n${variants.hash()}\n${toJson(strayRows())}`);
  if (record?.key === key) return { ...record, quickKey };
  const at = documents.findIndex(({ paths: [path] }) => path === outlinesFile);
  const checked = products.map((product) => {
    const outline = product.outline ?? previous.readOutline(product.released.parts, at);
    return { ...product, outline };
  });
  return { key, quickKey, found: checkCatalogue(content, checked) };
}

/**
 * Returns as a text the data that `checkCatalogue` uses; the hashes of `FoundRecord` are made from it. Leaves out the
 * tables with rows of products, whose hash `findFaults` adds. Includes the compiler version, because the compiler
 * contains the rules.
 */
function describeCommon(
  { shared, tables, activeProducts }: OpenContent,
  products: readonly Product[],
  compiler: string,
): string {
  // Without the path of the file, which depends on the content folder.
  const assets = Array.from(shared.assets, ([path, { file: _, ...asset }]) => [path, asset]);
  const ofAll = [compiler, { ...shared, assets }, tables, activeProducts.hash()];
  const ofProducts = products.map(
    ({ file, whole, found, outlineHash }) => `\n${file} ${whole} ${outlineHash} ${toJson(found)}`,
  );
  return toJson(ofAll) + ofProducts.join('');
}

function toJson(value: unknown): string {
  return JSON.stringify(value, (_name, member) =>
    member instanceof Map || member instanceof Set ? [...member] : member,
  );
}
