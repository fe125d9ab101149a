/**
 * The changes of an activation: the state of each changed product before and after, in each locale.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { objectPath } from '../../build/output/objects.ts';
import { shortHash } from '../../build/output/stamps.ts';
import { type Locale, locales } from '../../contract/locales.ts';
import { absenceSchema, type Manifest, objectFiles } from '../../contract/release.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';

/**
 * Hash of the whole detail, which is its revision, then hashes of its parts in the order of `changeParts`.
 */
const stateSchema = z.tuple([z.string(), z.string(), z.string(), z.string()]);
export type ProductState = z.infer<typeof stateSchema>;

const productDeltaSchema = z.object({
  sku: z.string(),
  before: stateSchema.nullable(),
  after: stateSchema.nullable(),
  /** If it was removed: whether another locale still has it. */
  isElsewhere: z.boolean(),
  /** If it was removed: the reason, if the content has one. */
  absence: absenceSchema.exactOptional(),
});
export type ProductDelta = z.infer<typeof productDeltaSchema>;

export const deltaSchema = z.partialRecord(z.enum(locales), z.array(productDeltaSchema));
/** The products that changed, by locale. */
export type Delta = z.infer<typeof deltaSchema>;

/**
 * Compares two releases of an output folder by their manifests. Reads only the details of products whose
 * objects differ. Throws file-system errors if an object is missing.
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

function statesOf(out: string, object: string | undefined): ReadonlyMap<Locale, ProductState> {
  const states = new Map<Locale, ProductState>();
  if (object === undefined) return states;
  const folder = join(out, objectPath(object));
  for (const locale of locales) {
    const text = readIfThere(join(folder, objectFiles.detail(locale)));
    if (text !== undefined) states.set(locale, stateOf(text));
  }
  // Every object has a detail, so reading one reports why it is missing.
  if (states.size === 0) readFileSync(join(folder, objectFiles.detail()));
  return states;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function stateOf(text: string): ProductState {
  const { pricing, inventory, asOf, ...content } = JSON.parse(text) as ProductDetail;
  const stock = asOf === undefined ? inventory : { inventory, asOf };
  const [revision, ...parts] = [
    text,
    ...[content, pricing, stock].map((part) => JSON.stringify(part)),
  ];
  return [revision, ...parts].map(shortHash) as ProductState;
}
