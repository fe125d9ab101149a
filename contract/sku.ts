/** Pattern of a SKU (design section 8, `invalid_sku`). SKUs are case-sensitive. */
export const skuPattern = '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$';

const skuExpression = new RegExp(skuPattern);

/** Returns true if a percent-decoded path segment has the format of a SKU. */
export function isSku(text: string): boolean {
  return skuExpression.test(text);
}
