/** Media types and file names of exports: files with all products, for clients that keep a copy. */
import type { Locale } from './locales.ts';
import type { ExportForm, ExportRoute } from './release.ts';
import { csvMediaType } from './spreadsheet.ts';

/** Format of an export → media type. */
export const exportMediaTypes: Readonly<Record<ExportForm['extension'], string>> = {
  ndjson: 'application/x-ndjson',
  json: 'application/json',
  csv: csvMediaType,
};

/** Route of an export → beginning of the names of saved files: `inventory` in `inventory-en-CA-<release>.csv`. */
export const exportNames: Readonly<Record<ExportRoute, string>> = {
  export: 'products',
  inventory: 'inventory',
};

/**
 * Returns the value of an export's header `Content-Disposition` (RFC 6266), which names the file to save: `attachment;
 * filename="inventory-en-CA-<release>.csv"`. Returns undefined for JSON, which browsers display. If `locale` is
 * undefined, the file name contains no locale.
 */
export function exportDisposition(
  { route, extension }: ExportForm,
  locale: Locale | undefined,
  release: string,
): string | undefined {
  if (extension === 'json') return undefined;
  const name = [exportNames[route], locale, release].filter((part) => part !== undefined).join('-');
  return `attachment; filename="${name}.${extension}"`;
}
