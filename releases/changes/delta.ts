/**
 * Computes and validates deltas: for each locale, the products that one activation changed, with hashes of their
 * details (the answers of `/v1/products/{sku}`) before and after.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { objectPath, readObjectRecord } from '../../build/output/objects.ts';
import { ReleaseError } from '../../build/output/release-error.ts';
import { type DetailState, renderWithState } from '../../build/render/detail-state.ts';
import { type Locale, locales } from '../../contract/locales.ts';
import { absenceSchema, type Manifest, objectFiles } from '../../contract/release.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';

const hash = z.string();
const stateSchema: z.ZodType<DetailState> = z.tuple([hash, hash, hash, hash]);

const productDeltaSchema = z.object({
  sku: z.string(),
  before: stateSchema.nullable(),
  after: stateSchema.nullable(),
  /** True if the later release has the product in at least one locale. */
  isElsewhere: z.boolean(),
  /** For a removed product: why the release lacks it, such as `ended`; missing if the content states no reason. */
  absence: absenceSchema.exactOptional(),
});
/** A changed product in one locale: the hashes of its detail before and after, null where the locale lacks it. */
export type ProductDelta = z.infer<typeof productDeltaSchema>;

/** Validates the content of a delta file: the products that one activation changed, by locale. */
export const deltaSchema = z.partialRecord(z.enum(locales), z.array(productDeltaSchema));
/** The products that one activation of a release changed: locale → changed products, sorted by SKU. */
export type Delta = z.infer<typeof deltaSchema>;

/**
 * Returns the products whose detail (the answer of `/v1/products/{sku}`) differs between two releases of the output
 * folder `out`. Reads only files of products that changed.
 */
export function computeDelta(out: string, before: Manifest, after: Manifest): Delta {
  const skus = new Set([...Object.keys(before.products), ...Object.keys(after.products)]);
  const delta: Delta = {};
  for (const sku of [...skus].sort()) {
    const [old, now] = [before.products[sku], after.products[sku]];
    if (old === now) continue;
    const [oldStates, newStates] = [statesOf(out, old), statesOf(out, now)];
    const absence = after.absences?.[sku];
    for (const locale of locales) {
      const states = {
        before: oldStates.get(locale) ?? null,
        after: newStates.get(locale) ?? null,
      };
      if (states.before?.[0] === states.after?.[0]) continue;
      delta[locale] ??= [];
      const isElsewhere = newStates.size > 0;
      delta[locale].push({ sku, ...states, isElsewhere, ...(absence && { absence }) });
    }
  }
  return delta;
}

/** Returns locale → hashes of the detail in an object. Throws `ReleaseError` if its record is missing or damaged. */
function statesOf(out: string, object: string | undefined): ReadonlyMap<Locale, DetailState> {
  const states = new Map<Locale, DetailState>();
  if (object === undefined) return states;
  const folder = join(out, objectPath(object));
  const record = readObjectRecord(folder);
  if (record === undefined) throw new ReleaseError(`${folder} is missing or damaged`);
  for (const locale of locales) {
    const file = objectFiles.detail(locale);
    // Without the record, a lost file would look like a product that the locale does not sell.
    if (!(file in record.files)) continue;
    states.set(locale, record.states?.[locale] ?? readState(join(folder, file)));
  }
  return states;
}

function readState(file: string): DetailState {
  return renderWithState(JSON.parse(readFileSync(file, 'utf8')) as ProductDetail).state;
}
