/** Replaces the faults that follow from a renamed price tier by one fault at its missing price table. */
import type { Found } from '../content/findings/finding.ts';
import type { PartialContent } from '../content/partial-content.ts';
import { netTableTier } from '../content/product-tables.ts';
import { formatRowCount } from './rules/rows-of-products.ts';

/**
 * If exactly one tier has no price table, and exactly one price table, such as `prices/net-A3.csv`, belongs to no tier,
 * the tier was probably renamed. Removes the faults about this table and about surcharges of the former tier (`A3`);
 * the fault about the missing table then also says which file to rename.
 */
export function foldRenamedTier(
  found: readonly Found[],
  content: PartialContent,
): readonly Found[] {
  const { net, files, surcharges } = content;
  const missing = [...net].filter(([, { file }]) => !files.includes(file));
  const unknown = files.flatMap((file) => {
    const tier = netTableTier(file);
    return tier === undefined || net.has(tier) ? [] : [{ tier, file }];
  });
  const [[tier, table] = [], former] = [missing[0], unknown[0]];
  if (missing.length !== 1 || unknown.length !== 1 || !table || !former) return found;
  const isUse = ({ fault: { about } }: Found) =>
    about?.reference?.table === 'tiers' && about.reference.id === former.tier;
  const length = found.filter(isUse).reduce((sum, { fault }) => sum + (fault.about?.rows ?? 1), 0);
  const others =
    length === 0
      ? ''
      : `, and correct ${formatRowCount({ length })} of ${former.tier} in ${surcharges.file}`;
  const message = `is missing; add it or, if ${tier} is the new name of ${former.tier}, rename ${former.file}${others}`;
  return found
    .filter((each) => each.fault.file !== former.file && !isUse(each))
    .map((each) =>
      each.fault.file === table.file ? { ...each, fault: { ...each.fault, message } } : each,
    );
}
