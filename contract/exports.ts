/**
 * Media types and file names of exports (files with all products, for clients that keep a copy), and the format that a
 * request selects.
 */
import type { Locale } from './locales.ts';
import { wantsCsv } from './query.ts';
import { type ExportForm, type ExportRoute, exportFormats } from './release.ts';
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

/**
 * Returns `route` with the format that a request target selects: CSV for `format=csv`, or the default format of the
 * route if `format` is missing. Throws an `ApiProblem` with code `invalid_request` if `format` has another value or is
 * repeated.
 */
export function readExportForm(requestTarget: string, route: ExportRoute): ExportForm {
  return { route, extension: wantsCsv(requestTarget) ? 'csv' : exportFormats[route][0] };
}
