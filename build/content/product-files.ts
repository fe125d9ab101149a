/** Which files of the content folder are product files. */

/** Returns true if the path of a file within the content folder is that of a product: `products/<SKU>.json`. */
export function isProductFile(path: string): boolean {
  return /^products\/[^/]+\.json$/.test(path);
}
