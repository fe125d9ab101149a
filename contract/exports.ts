/** Exports: their formats, media types and file names. */
import type { Locale } from './locales.ts';
import { wantsCsv } from './query.ts';
import { type ExportForm, type ExportRoute, exportFormats } from './release.ts';
import { csvMediaType } from './spreadsheet.ts';

export const exportMediaTypes: Readonly<Record<ExportForm['ending'], string>> = {
  ndjson: 'application/x-ndjson',
  json: 'application/json',
  csv: csvMediaType,
};

/** Beginnings of the file names under which browsers save exports. */
export const exportNames: Readonly<Record<ExportRoute, string>> = {
  export: 'products',
  inventory: 'inventory',
};

/** Returns the `Content-Disposition` of an export (RFC 6266), or undefined for JSON, which browsers display. */
export function exportDisposition(
  { route, ending }: ExportForm,
  locale: Locale | undefined,
  release: string,
): string | undefined {
  if (ending === 'json') return undefined;
  const name = [exportNames[route], locale, release].filter((part) => part !== undefined).join('-');
  return `attachment; filename="${name}.${ending}"`;
}

/** Returns the format that a request asks for. Throws `invalid_request` if `format` is not `csv`. */
export function readExportForm(requestTarget: string, route: ExportRoute): ExportForm {
  return { route, ending: wantsCsv(requestTarget) ? 'csv' : exportFormats[route][0] };
}
