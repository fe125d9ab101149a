/**
 * Check: an opened content folder in; the outline of every product and all warnings out, or every
 * finding thrown (decision 31). Products that are as an earlier build found them clean are not read.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ContentError, type Finding } from './findings/finding.ts';
import { locateFaults } from './findings/locate.ts';
import type { ProductFile } from './load/content.ts';
import type { Draft, ProductDraft } from './load/draft.ts';
import { loadDraft } from './load/load-draft.ts';
import { type ContentSource, type SourceUnit, unitsAtOnce } from './load/open-source.ts';
import { listedOf, type Outline, type OutlinedUnit, outlineOf } from './load/outline.ts';
import { catalogueRules, checkDraft, productRules } from './rules/index.ts';

export interface CheckedContent {
  /** Every product, sorted by SKU. */
  readonly units: readonly OutlinedUnit[];
  /** No error among them. */
  readonly warnings: readonly Finding[];
}

export interface CheckOptions {
  /** Takes warnings for errors. */
  readonly strict?: boolean;
  /** The outline, as JSON, of a unit that a check found clean beside the same shared content. */
  readonly cleanOutline?: (unit: SourceUnit) => string | undefined;
}

/**
 * Holds every rule against the content. Throws `ContentError` with errors and warnings when there is
 * any error, and what reading throws. Wherever anything is amiss, the whole folder is read anew: what
 * is told does not depend on what was known before.
 */
export async function checkContent(
  source: ContentSource,
  { strict = false, cleanOutline = () => undefined }: CheckOptions = {},
): Promise<CheckedContent> {
  const checked: CheckedUnit[] = [];
  const suspects: SourceUnit[] = [];
  for (const unit of source.units) {
    const text = cleanOutline(unit);
    if (text === undefined) suspects.push(unit);
    else checked.push({ unit, outline: JSON.parse(text) as Outline, text, isClean: true });
  }
  let warnings = source.isSeparable ? undefined : await findAll(source, strict);
  for (let at = 0; at < suspects.length; at += unitsAtOnce) {
    const units = suspects.slice(at, at + unitsAtOnce);
    const draft = await source.draftOf(units);
    const isClean = draft.found.length === 0 && checkDraft(draft, productRules).length === 0;
    if (!isClean) warnings ??= await findAll(source, strict);
    checked.push(
      ...units.map((unit, index) => ({ unit, outline: outlineIn(draft, index), isClean })),
    );
  }
  const sorted = sortedLike(source.units, checked);
  const isAmiss = checkDraft(outlineDraft(source, sorted), catalogueRules).length > 0;
  if (isAmiss) warnings ??= await findAll(source, strict);
  return { units: outlinedUnits(sorted), warnings: warnings ?? [] };
}

/** A unit while the catalogue is looked at as a whole. */
interface CheckedUnit {
  readonly unit: SourceUnit;
  readonly outline: Outline;
  /** The outline as JSON, where an earlier build has made it. */
  readonly text?: string;
  readonly isClean: boolean;
}

/** Everything that reading and rules have to tell of a draft, with its places. */
export function findFaults(folder: string, draft: Draft): Promise<readonly Finding[]> {
  return locateFaults([...draft.found, ...checkDraft(draft)], async (file) => {
    const bytes = await readFile(join(folder, file)).catch(() => undefined);
    return bytes && new TextDecoder().decode(bytes);
  });
}

/** What the folder as a whole has to be told of; thrown where it keeps a release from being made. */
async function findAll({ folder }: ContentSource, strict: boolean): Promise<readonly Finding[]> {
  const findings = await findFaults(folder, await loadDraft(folder));
  const isFatal = findings.some(({ severity }) => strict || severity === 'error');
  if (isFatal) throw new ContentError(findings);
  return findings;
}

function outlineIn(draft: Draft, index: number): Outline {
  const { file, product } = draft.products[index] as ProductDraft;
  // Where a part of it could not be read, an error was thrown.
  return outlineOf({ file, product } as ProductFile, draft.catalogue);
}

function sortedLike(
  units: readonly SourceUnit[],
  checked: readonly CheckedUnit[],
): readonly CheckedUnit[] {
  const byFile = new Map(checked.map((each) => [each.unit.file, each]));
  return units.map(({ file }) => byFile.get(file) as CheckedUnit);
}

/** Lets go of all that the catalogue's rules alone have looked at. Most coverages are equal: each is held once. */
function outlinedUnits(checked: readonly CheckedUnit[]): readonly OutlinedUnit[] {
  const coverages = new Map<string, Outline['texts']>();
  return checked.map(({ unit, outline, text = JSON.stringify(outline), isClean }) => {
    const { product, texts } = outline;
    const key = JSON.stringify(texts);
    const held = coverages.get(key) ?? texts;
    coverages.set(key, held);
    return { ...unit, product: listedOf(product), texts: held, outline: text, isClean };
  });
}

/** A draft for rules that need no more of products than their outlines. */
function outlineDraft({ shared }: ContentSource, checked: readonly CheckedUnit[]): Draft {
  const products = checked.map(({ unit: { file, sku }, outline: { product } }) => {
    return { file, sku, product, whole: true };
  });
  return { ...shared, products };
}
