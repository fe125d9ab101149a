/** What a SKU in a request may look like (design section 8, `invalid_sku`); it is compared exactly. */
export const skuPattern = '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$';

const skuExpression = new RegExp(skuPattern);

/** Tells whether a percent-decoded path segment is a well-formed SKU. */
export function isSku(text: string): boolean {
  return skuExpression.test(text);
}
