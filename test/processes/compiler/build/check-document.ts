/** Checks the documents of a release against the schemas of the contract. */
import type { z } from 'zod';
import { netPricesSchema } from '../../../../contract/release.ts';
import { productListSchema } from '../../../../contract/schemas/list.ts';
import { productDetailSchema } from '../../../../contract/schemas/product.ts';

/** Pattern of the path of a plain document in a release → its schema. */
const schemas: readonly (readonly [RegExp, z.ZodType])[] = [
  [/^public\/v1\/products\/index[^/]*\.json$/, productListSchema],
  [/^public\/v1\/products\/[^/]+\/(?!object)[^/]+\.json$/, productDetailSchema],
  [/^private\/net\/.+\.json$/, netPricesSchema],
];

/**
 * Checks a file of a release: `path` is its path in the release, `text` its text. Returns false if it is not a product
 * list, a detail or a file of net prices. Throws an `Error` that names `path` if the JSON does not match its schema, or
 * has members that the schema lacks, or members in another order than the schema; otherwise returns true.
 */
export function checkDocument(path: string, text: string): boolean {
  const schema = schemas.find(([pattern]) => pattern.test(path))?.[1];
  if (schema === undefined) return false;
  const found: unknown = JSON.parse(text);
  const { data, error } = schema.safeParse(found);
  if (error) throw new Error(`${path} does not match its schema`, { cause: error });
  const [actual, expected] = [JSON.stringify(found), JSON.stringify(data)];
  if (actual === expected) return true;
  let at = 0;
  while (actual[at] === expected[at]) at += 1;
  const [has, gives] = [actual, expected].map((each) => each.slice(Math.max(0, at - 40), at + 40));
  throw new Error(`${path} has ${has}, and its schema gives ${gives}`);
}
