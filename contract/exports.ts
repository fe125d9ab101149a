/** How the exports are asked for and sent: formats, media types and names of files. */
import type { Locale } from './locales.ts';
import { wantsCsv } from './query.ts';
import { type ExportForm, type ExportRoute, exportFormats } from './release.ts';
import { csvMediaType } from './spreadsheet.ts';

export const exportMediaTypes: Readonly<Record<ExportForm['ending'], string>> = {
  ndjson: 'application/x-ndjson',
  json: 'application/json',
  csv: csvMediaType,
};

/** How the names of files begin that a browser saves an export as. */
export const exportNames: Readonly<Record<ExportRoute, string>> = {
  export: 'products',
  inventory: 'inventory',
};

/** `Content-Disposition` (RFC 6266); JSON is shown and not saved. */
export function exportDisposition(
  { route, ending }: ExportForm,
  locale: Locale | undefined,
  release: string,
): string | undefined {
  if (ending === 'json') return undefined;
  const name = [exportNames[route], locale, release].filter((part) => part !== undefined).join('-');
  return `attachment; filename="${name}.${ending}"`;
}

/** The form that a request asks for; throws `invalid_request` for another `format` than `csv`. */
export function readExportForm(requestTarget: string, route: ExportRoute): ExportForm {
  return { route, ending: wantsCsv(requestTarget) ? 'csv' : exportFormats[route][0] };
}
