/** Creates the rows of `inventory.csv` and of `variants.csv` (part ids and GTINs). */
import { explainGtin } from '../../../build/content/rules/value-formats.ts';
import { isGtin } from '../../../build/content/schemas/gtin.ts';
import { maxDigits, variantIds, variantRowSchema } from '../../../build/content/schemas/tables.ts';
import { type DecimalSign, decimalSignOf, readNumber } from '../../tables/read-number.ts';
import { withoutApostrophe } from '../../tables/read-records.ts';
import type { Report } from '../report.ts';
import { explainDamage } from '../source-table.ts';
import { toPlainLetters } from '../text.ts';
import type { ImportContext, ResolvedStyle, ResolvedVariant } from './resolve-styles.ts';

type Row = Record<string, string>;

/** Returns the rows of `inventory.csv`, with the column `location` only if the stock of a variant has a location. */
export function toInventoryRows(styles: readonly ResolvedStyle[], context: ImportContext): Row[] {
  const stocks = styles.flatMap(({ variants }) => variants.flatMap(({ source }) => source.stock));
  const sign = decimalSignOf(stocks.map(({ quantity }) => quantity));
  const rows = styles.flatMap(({ sku, variants }) =>
    variants.flatMap(({ source, name, color, size }) => {
      const { unknownStock } = context.options;
      const unknown =
        unknownStock === undefined ? [] : [{ location: undefined, quantity: String(unknownStock) }];
      const stock = source.stock.length > 0 ? source.stock : unknown;
      return stock.flatMap(({ location, quantity }) => {
        const { pieces, reason, advice } = toPieces(quantity, sign);
        if (reason !== undefined)
          context.report.leaveOut(reason, { name, rows: [source.row], advice });
        if (pieces === undefined) return [];
        return [{ sku, color, size, quantity: String(pieces), location: location ?? '' }];
      });
    }),
  );
  if (rows.some(({ location }) => location !== '')) return rows;
  return rows.map(({ location: _, ...row }) => row);
}

/** Converts a quantity to whole pieces: rounds fractions down, and takes 0 for a negative quantity. */
function toPieces(quantity: string, sign: DecimalSign | undefined) {
  const reading = readNumber(quantity, sign);
  const unreadable = (problem: string) => {
    return { pieces: undefined, reason: 'unreadable stock', advice: `"${quantity}" ${problem}` };
  };
  if (reading.problem !== undefined) return unreadable(reading.problem);
  const pieces = Math.max(0, Math.floor(reading.number));
  if (String(pieces).length > maxDigits) return unreadable('has too many digits');
  const advice = `"${quantity}"`;
  if (reading.number < 0) return { pieces, reason: 'stock below 0, imported as 0', advice };
  const isWhole = pieces === reading.number;
  return { pieces, reason: isWhole ? undefined : 'fractions of stock, rounded down', advice };
}

/** Returns the rows of `variants.csv`, which has part ids and GTINs. */
export function toVariantRows(styles: readonly ResolvedStyle[], context: ImportContext): Row[] {
  const taken = new Map(variantIds.map(({ column }) => [column, new Map<string, string>()]));
  return styles.flatMap(({ sku, variants }) =>
    variants.flatMap((variant) => {
      const { color, size } = variant;
      const ids = { part_id: partIdOf(variant, context), gtin: gtinOf(variant, context.report) };
      for (const { column, name, toCompared } of variantIds) {
        const id = ids[column];
        if (id === '') continue;
        const owner = taken.get(column)?.get(toCompared(id));
        if (owner === undefined) taken.get(column)?.set(toCompared(id), variant.name);
        else {
          ids[column] = '';
          const rows = [variant.source.row];
          const advice = `${id} is that of ${owner}, ${sku} ${color} ${size} has none`;
          context.report.leaveOut(`${name}s of an earlier variant`, { name: id, rows, advice });
        }
      }
      return ids.part_id === '' && ids.gtin === '' ? [] : [{ sku, color, size, ...ids }];
    }),
  );
}

const partIdSchema = variantRowSchema.shape.part_id;

function partIdOf(
  { source }: ResolvedVariant,
  { options: { partIds }, report }: ImportContext,
): string {
  const given = Object.hasOwn(partIds, source.code) ? partIds[source.code] : undefined;
  const code = given ?? source.code;
  const damage = code === source.code ? explainDamage(code, 'a code') : undefined;
  if (damage !== undefined) {
    report.leaveOut('codes that a spreadsheet changed', {
      ...{ name: code, rows: [source.row] },
      advice: `${damage}; or add the right code to partIds of the options: ${JSON.stringify(code)}: "…"`,
    });
    return '';
  }
  if (partIdSchema.safeParse(code).success) return code;
  const proposal = toPlainLetters(code)
    .replaceAll(/[^A-Za-z0-9._/-]+/g, '-')
    .replaceAll(/^[^A-Za-z0-9]+|-$/g, '')
    .slice(0, 64);
  report.leaveOut('codes that cannot be a part id', {
    ...{ name: code, rows: [source.row] },
    advice: `to import it, add to partIds of the options: ${JSON.stringify(code)}: ${JSON.stringify(proposal)}`,
  });
  return '';
}

function gtinOf({ source }: ResolvedVariant, report: Report): string {
  const { row } = source;
  const gtin = withoutApostrophe(source.gtin);
  // Labels and ISBNs have spaces and hyphens.
  const digits = gtin.replaceAll(/[\s-]/g, '');
  if (digits === '' || isGtin(digits)) return digits;
  const { problem, suggestion } = explainGtin(digits);
  const advice = suggestion === undefined ? problem : `${problem}; perhaps ${suggestion}`;
  report.leaveOut('GTINs that are invalid', { name: gtin, rows: [row], advice });
  return '';
}
