/**
 * Removes consequences, which are faults that exist only because of another fault, so that one mistake is reported
 * once, at its cause (decisions.md, "One mistake is one finding"). Each step removes a fault only
 * if another fault of the same or a higher severity remains, which the editor must correct first.
 */

import type { Fault, Found } from '../content/findings/finding.ts';
import { groupBy } from '../content/group-by.ts';
import type { PartialContent } from '../content/partial-content.ts';
import { foldIncompleteLists, foldMissingPrices } from './fold-missing-rows.ts';
import { foldPrices } from './fold-prices.ts';
import { foldReferences } from './fold-references.ts';
import { foldRenamedTier } from './fold-renamed-tier.ts';
import { foldTexts } from './fold-texts.ts';

/**
 * A step of `foldConsequences`: removes or merges faults that follow from one sort of mistake, such as a misspelt SKU.
 * Returns all faults that remain.
 */
type FoldStep = (found: readonly Found[], content: PartialContent) => readonly Found[];

const foldSteps: readonly FoldStep[] = [
  foldTexts,
  foldExtraCells,
  foldImplausibleDates,
  foldRenamedTier,
  foldReferences,
  foldProductNames,
  foldMissingPrices,
  foldIncompleteLists,
  foldPrices,
  foldTables,
];

/**
 * Removes faults that only follow from another fault, or replaces several by one fault at their cause, so that one
 * mistake is reported once. The other faults keep their order. A new fault takes the place of the first fault that it
 * replaces, but one about a whole price table or about missing stock locations is at the end. Does not change the
 * arguments.
 */
export function foldConsequences(
  found: readonly Found[],
  content: PartialContent,
): readonly Found[] {
  return foldSteps.reduce((rest, step) => step(rest, content), found);
}

/**
 * Removes faults about rows with too many or too few cells if the first line of their table has another fault than a
 * misspelt column name, such as an unknown or an empty name: the first line is then the cause.
 */
function foldExtraCells(found: readonly Found[]): readonly Found[] {
  const headers = new Set(
    found
      .filter(({ rule, fault }) => rule.id === 'csv/columns' && fault.suggestion === undefined)
      .map(({ fault }) => fault.file),
  );
  return found.filter(({ rule, fault }) => rule.id !== 'csv/cells' || !headers.has(fault.file));
}

/**
 * Removes the warning about an implausible year if another fault is at the same cell or member, because that fault
 * makes the editor look at the date anyway.
 */
function foldImplausibleDates(found: readonly Found[]): readonly Found[] {
  const isImplausible = ({ rule }: Found) => rule.id.endsWith('/implausible-date');
  const placeOf = ({ fault: { file, path, line, column } }: Found) =>
    JSON.stringify([file, path, line, column]);
  if (!found.some(isImplausible)) return found;
  const others = new Set(found.filter((each) => !isImplausible(each)).map(placeOf));
  return found.filter((each) => !isImplausible(each) || !others.has(placeOf(each)));
}

/**
 * Removes faults about missing prices of a product whose file is not named after its SKU, or whose SKU
 * another file also has. Rows are assigned to products by file name, so the prices may exist and not be
 * found.
 */
function foldProductNames(found: readonly Found[]): readonly Found[] {
  const misnamed = new Set(
    found
      .filter(({ rule }) => rule.id === 'product/file-name' || rule.id === 'product/same-sku')
      .map(({ fault }) => fault.about?.product),
  );
  return found.filter(
    ({ fault: { about } }) => about?.missing === undefined || !misnamed.has(about.product),
  );
}

/**
 * Merges faults that several tables have in common: about the same unknown SKU, or about the same product in a currency
 * in which it is not sold. One fault remains, in the first of these tables; its message names the others, as in `also
 * in prices/net-A3.csv (4 rows)`.
 */
function foldTables(found: readonly Found[]): readonly Found[] {
  const groups = groupBy(
    found.filter(({ fault }) => fault.about?.same !== undefined),
    ({ fault }) => fault.about?.same,
  );
  return found.flatMap((each) => {
    const group = groups.get(each.fault.about?.same);
    if (each.fault.about?.same === undefined || group === undefined) return [each];
    if (group[0] !== each) return [];
    return [{ ...each, fault: withTables(each.fault, group.slice(1)) }];
  });
}

function withTables(fault: Fault, others: readonly Found[]): Fault {
  if (others.length === 0) return fault;
  const named = others.map(({ fault: { file, about } }) => {
    const rows = about?.rows ?? 1;
    return `${file} (${rows} row${rows === 1 ? '' : 's'})`;
  });
  return { ...fault, message: `${fault.message}; also in ${named.join(', ')}` };
}
