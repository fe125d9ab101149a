/**
 * Check: an opened content folder in; what a list tells of every product and all warnings out, or every
 * finding thrown (decision 31). Products that are as an earlier build found them clean are not read.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProductFile } from '../content/content.ts';
import type { Draft } from '../content/draft.ts';
import { ContentError, type Finding, type Found } from '../content/findings/finding.ts';
import { isLinked } from '../content/list-content.ts';
import { loadDraft } from '../content/load-draft.ts';
import { measureCoverage } from '../content/localize/coverage.ts';
import { productTexts } from '../content/localize/localized-texts.ts';
import {
  ContentChangedError,
  type ContentSource,
  type SourceUnit,
  unitsAtOnce,
} from '../content/open-source.ts';
import { type ListedUnit, listedOf, type Outline, outlineOf } from '../content/outline.ts';
import { locateFaults } from './findings/locate.ts';
import { foldConsequences } from './fold-consequences.ts';
import { catalogueRules, checkDraft, productRules } from './rules/index.ts';

export interface CheckedContent {
  /** Every product, sorted by SKU. */
  readonly units: readonly ListedUnit[];
  /** No error among them. */
  readonly warnings: readonly Finding[];
}

export interface CheckOptions {
  /** Takes warnings for errors. */
  readonly strict?: boolean;
  /** The outline of a unit that a check found clean beside the same shared content. */
  readonly cleanOutline?: (unit: SourceUnit) => Outline | undefined;
}

/**
 * Holds every rule against the content. Throws `ContentError` with errors and warnings when there is
 * any error, `ContentChangedError` when it was edited meanwhile, and what reading throws. Wherever
 * anything is amiss, the whole folder is read anew: what is told does not depend on what was known before.
 */
export async function checkContent(
  source: ContentSource,
  { strict = false, cleanOutline = () => undefined }: CheckOptions = {},
): Promise<CheckedContent> {
  if (!source.isSeparable) {
    await findAll(source, strict);
    throw changedMeanwhile();
  }
  const checked: CheckedUnit[] = [];
  const suspects: SourceUnit[] = [];
  for (const unit of source.units) {
    const outline = cleanOutline(unit);
    if (outline === undefined) suspects.push(unit);
    else checked.push({ unit, outline, isClean: true });
  }
  const { isSound, warnings } = createJudge(source, strict);
  for (let at = 0; at < suspects.length; at += unitsAtOnce) {
    const units = suspects.slice(at, at + unitsAtOnce);
    const draft = await source.draftOf(units);
    const isClean = await isSound([...draft.found, ...checkDraft(draft, productRules)]);
    checked.push(
      ...units.map((unit, index) => ({ unit, outline: outlineIn(draft, index), isClean })),
    );
  }
  const sorted = sortedLike(source.units, checked);
  const { found } = source.shared;
  await isSound([...found, ...checkDraft(outlineDraft(source, sorted), catalogueRules)]);
  return { units: listedUnits(sorted), warnings: warnings() };
}

/** Judges what was found in parts of the content. */
function createJudge(source: ContentSource, strict: boolean) {
  let warnings: readonly Finding[] | undefined;
  return {
    /**
     * Whether nothing was found; otherwise the whole folder is read anew, once. Throws what that finds,
     * and `ContentChangedError` for an error that is gone then: what was read with it does not hold.
     */
    async isSound(found: readonly Found[]): Promise<boolean> {
      if (found.length === 0) return true;
      warnings ??= await findAll(source, strict);
      if (found.some(({ rule }) => rule.severity === 'error')) throw changedMeanwhile();
      return false;
    },
    warnings: () => warnings ?? [],
  };
}

function changedMeanwhile(): ContentChangedError {
  return new ContentChangedError('the content was edited while it was read; build again');
}

/** A unit while the catalogue is looked at as a whole. */
interface CheckedUnit {
  readonly unit: SourceUnit;
  readonly outline: Outline;
  readonly isClean: boolean;
}

/**
 * Everything that reading and rules find in a draft, with its places. Rules compare files with each other:
 * without those behind a symbolic link they would report what is not wrong, so then they are not applied.
 */
export function findFaults(folder: string, draft: Draft): Promise<readonly Finding[]> {
  const all = draft.links.length > 0 ? draft.found : [...draft.found, ...checkDraft(draft)];
  const found = foldConsequences(all, draft);
  return locateFaults(found, async (file) => {
    if (isLinked(file, draft.links)) return undefined;
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
  // Where a part of it could not be read, an error was thrown.
  const product = draft.products[index] as ProductFile;
  const { fallbackLanguage } = draft.catalogue;
  return outlineOf(product.product, measureCoverage([productTexts(product)], fallbackLanguage));
}

function sortedLike(
  units: readonly SourceUnit[],
  checked: readonly CheckedUnit[],
): readonly CheckedUnit[] {
  const byFile = new Map(checked.map((each) => [each.unit.file, each]));
  return units.map(({ file }) => byFile.get(file) as CheckedUnit);
}

/** Lets go of all that the catalogue's rules alone have looked at. Most coverages are equal: each is held once. */
function listedUnits(checked: readonly CheckedUnit[]): readonly ListedUnit[] {
  const coverages = new Map<string, Outline['texts']>();
  return checked.map(({ unit, outline, isClean }) => {
    const { product, texts } = outline;
    const key = JSON.stringify(texts);
    const held = coverages.get(key) ?? texts;
    coverages.set(key, held);
    return { ...unit, product: listedOf(product), texts: held, isClean };
  });
}

/** A draft for rules that need no more of products than their outlines. */
function outlineDraft({ shared }: ContentSource, checked: readonly CheckedUnit[]): Draft {
  const products = checked.map(({ unit: { file, sku }, outline: { product } }) => {
    return { file, sku, product, whole: true };
  });
  return { ...shared, products };
}
