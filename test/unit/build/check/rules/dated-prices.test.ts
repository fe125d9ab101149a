import test from 'ava';
import fc from 'fast-check';
import { applyRules, productRules } from '../../../../../build/check/rules/index.ts';
import { absenceOn } from '../../../../../build/content/availability.ts';
import { toWholeProduct } from '../../../../../build/content/content.ts';
import { dayAfter } from '../../../../../build/content/dates.ts';
import { openContent, readProduct } from '../../../../../build/content/open-content.ts';
import { toBrackets } from '../../../../../build/render/prices.ts';
import { fixtureContent } from '../../../../helpers/content.ts';

const days = ['2027-01-01'];
while (days.length < 8) days.push(dayAfter(days.at(-1) as string) as string);
const anyDay = fc.constantFrom(...days);
const maybeDay = fc.option(anyDay, { nil: undefined, freq: 2 });

const anyRow = fc.record({
  ...{ sku: fc.constant('BAG-5'), currency: fc.constant('CAD' as const), line: fc.nat() },
  minQuantity: fc.constantFrom(10, 10, 50),
  ...{ price: fc.constantFrom(8000, 8001), regularPrice: fc.constant(undefined) },
  ...{ from: maybeDay, until: maybeDay },
});

test('for any rows and any time, a product has one price for each quantity, or a finding is reported', async (t) => {
  const content = await openContent(fixtureContent);
  const name = content.products.find(({ sku }) => sku === 'BAG-5');
  const { partial, product } = readProduct(content, content.sourceOf(name ?? t.fail()));
  const outcomes = { found: 0, dated: 0, away: 0 };
  fc.assert(
    fc.property(
      fc.array(anyRow, { minLength: 1, maxLength: 5 }),
      fc.record({ availableFrom: maybeDay, availableUntil: maybeDay }),
      anyDay,
      (rows, { availableFrom, availableUntil }, today) => {
        const life = {
          ...(availableFrom && { availableFrom }),
          ...(availableUntil && { availableUntil }),
        };
        const numbered = rows.map((row, index) => ({ ...row, line: index + 2 }));
        const edited = {
          ...partial,
          day: today,
          products: [{ ...product, product: { ...product.product, ...life } }],
          msrp: { ...partial.msrp, rows: numbered },
        };
        if (applyRules(edited, productRules).length > 0) {
          outcomes.found += 1;
          return true;
        }
        return days
          .filter((day) => day >= today)
          .every((day) => {
            if (absenceOn(life, day) !== undefined) outcomes.away += 1;
            else {
              const brackets = toBrackets(toWholeProduct({ ...edited, day }).rows.msrp);
              if (rows.some(({ from, until }) => from ?? until)) outcomes.dated += 1;
              if (brackets[0]?.minQuantity !== 10) return false;
              return brackets.every(
                ({ minQuantity }, at) =>
                  at === 0 || minQuantity > (brackets[at - 1]?.minQuantity ?? 0),
              );
            }
            return true;
          });
      },
    ),
    { numRuns: 600 },
  );
  for (const [outcome, count] of Object.entries(outcomes)) t.true(count > 10, outcome);
});
