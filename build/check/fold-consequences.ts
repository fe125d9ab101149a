/**
 * Removes consequences, which are faults that exist only because of another fault, so that one mistake is
 * reported once, at its cause (decision 31). Each step removes a fault only if another fault of the same
 * severity remains, which the editor must correct first.
 */

import type { Fault, Found } from '../content/findings/finding.ts';
import { groupBy } from '../content/group-by.ts';
import type { PartialContent } from '../content/partial-content.ts';
import { foldPrices } from './fold-prices.ts';
import { foldReferences } from './fold-references.ts';
import { foldTexts } from './fold-texts.ts';
import { explainMissing } from './rules/missing-prices.ts';

/**
 * A step of `foldConsequences`: removes or merges faults that follow from one sort of mistake, such as a misspelt SKU.
 * Returns all faults that remain.
 */
type FoldStep = (found: readonly Found[], content: PartialContent) => readonly Found[];

const foldSteps: readonly FoldStep[] = [
  foldTexts,
  foldExtraCells,
  foldImplausibleDates,
  foldReferences,
  foldProductNames,
  foldMissingPrices,
  foldIncompleteLists,
  foldPrices,
  foldTables,
];

/**
 * Removes faults that only follow from another fault, or merges them with it, so that one mistake is reported once.
 * Returns the remaining faults in the same order; does not change its arguments.
 */
export function foldConsequences(
  found: readonly Found[],
  content: PartialContent,
): readonly Found[] {
  return foldSteps.reduce((rest, step) => step(rest, content), found);
}

/**
 * Removes faults about the number of cells in rows if the first line of their table has an unknown column, which is the
 * cause.
 */
function foldExtraCells(found: readonly Found[]): readonly Found[] {
  const headers = new Set(
    found
      .filter(({ rule, fault }) => rule.id === 'csv/columns' && fault.suggestion === undefined)
      .map(({ fault }) => fault.file),
  );
  return found.filter(({ rule, fault }) => rule.id !== 'csv/cells' || !headers.has(fault.file));
}

/** Removes a warning about the year of a day if another fault is at the same cell or member, and shows the day. */
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
 * Removes from each fault about missing prices the tables that may have the price: those with a row that was not
 * assigned to the product (`lostRowsOf`), and tables without any row, which get one fault each. Removes the fault if no
 * table remains. Then merges the faults about public and net prices of the same product, market and currency.
 */
function foldMissingPrices(
  found: readonly Found[],
  { emptyTables }: PartialContent,
): readonly Found[] {
  const lost = lostRowsOf(found);
  /**
   * Key of product, market and currency → index in `rest` of the fault about its missing prices.
   */
  const markets = new Map<string, number>();
  const rest: Found[] = [];
  for (const each of found) {
    const { missing, sku = '', product } = each.fault.about ?? {};
    if (missing === undefined) {
      rest.push(each);
      continue;
    }
    const key = `${product} ${missing.market} ${missing.currency}`;
    const index = markets.get(key) ?? rest.length;
    const before = rest[index] ?? each;
    const named = before === each ? [] : (before.fault.about?.missing?.tables ?? []);
    const isKnown = (table: string) => !lost.has(`${table} ${sku}`) && !emptyTables.has(table);
    const tables = [...named, ...missing.tables.filter(isKnown)];
    if (tables.length === 0) continue;
    const all = { ...missing, tables };
    const about = { ...each.fault.about, missing: all };
    const fault = { ...before.fault, message: explainMissing(sku, all), about };
    rest[index] = { ...before, fault };
    markets.set(key, index);
  }
  return [...rest, ...[...emptyTables].flatMap((file) => explainEmptyTable(file, found))];
}

/** Returns a fault of a price table without rows, if faults in `found` are about prices that products lack in it. */
function explainEmptyTable(file: string, found: readonly Found[]): Found[] {
  const lacking = found.filter(({ fault }) => fault.about?.missing?.tables.includes(file));
  const [first] = lacking;
  if (first === undefined) return [];
  const { size } = new Set(lacking.map(({ fault }) => fault.about?.product));
  const need = size === 1 ? 'product needs' : 'products need';
  const message = `has no rows, and ${size} ${need} prices in it; add them`;
  return [{ rule: first.rule, fault: { file, line: 1, message } }];
}

/** Ids of rules whose faults may only exist because a row of the product is missing in a table. */
const missingRowRuleIds: ReadonlySet<string> = new Set([
  'price/first-bracket',
  'price/gap',
  'price/net-above-msrp',
  'surcharge/missing-list',
]);

/**
 * Removes a fault of a rule in `missingRowRuleIds` if the table of the fault, or a table whose price the rule compared,
 * has a row that was not assigned to the product (`lostRowsOf`): this row may be the missing one.
 */
function foldIncompleteLists(found: readonly Found[]): readonly Found[] {
  const lost = lostRowsOf(found);
  return found.filter(({ rule, fault: { file, about } }) => {
    const files = [file, ...(about?.compared ?? []).map((place) => place.split(':')[0])];
    return (
      !missingRowRuleIds.has(rule.id) || !files.some((each) => lost.has(`${each} ${about?.sku}`))
    );
  });
}

/**
 * Returns the table and the intended SKU, such as `prices/msrp.csv TEE100`, of rows that were not assigned to their
 * product, because their SKU is misspelt or their cells are not separated by commas.
 */
function lostRowsOf(found: readonly Found[]): ReadonlySet<string> {
  return new Set(
    found.flatMap(({ rule, fault: { file, about, suggestion } }) => {
      const isMisspelt = about?.same?.startsWith('unknown-product');
      const sku = isMisspelt ? suggestion : rule.id === 'csv/cells' ? about?.sku : undefined;
      return sku === undefined ? [] : [`${file} ${sku}`];
    }),
  );
}

/**
 * Merges the faults of several tables about the same unknown SKU, or about the same currency in which a product is not
 * sold. The merged fault is in the first of the tables and names the others.
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
