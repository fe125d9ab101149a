/**
 * `translate`: writes the missing texts of a locale to a table, and reads translations from such a table into the
 * content.
 */
import { existsSync } from 'node:fs';
import { ExpectedError } from '../../../console/errors.ts';
import { formatCount } from '../../../console/format-count.ts';
import { isLocale, type Locale, locales } from '../../../contract/locales.ts';
import { byteOrderMark, createRowWriter } from '../../../contract/spreadsheet.ts';
import { readForeignTable } from '../../tables/foreign-table.ts';
import { readBytes } from '../../tables/read-bytes.ts';
import { formatReport, noteRefused, reportFile } from '../../tables/write-report.ts';
import type { ContentEdits } from '../content-edits.ts';
import { type EditCommand, type EditPlan, requireOption } from '../edit-command.ts';
import {
  applyTranslations,
  translationColumns,
  translationForm,
} from '../translate/apply-translations.ts';
import { readTexts, type SourceText, type SourceTexts } from '../translate/texts.ts';

/** `translate`: writes the missing texts of a locale to a table, and reads their translations from it. */
export const translate: EditCommand = {
  usage: 'translate --locale LOCALE (--out FILE.csv [--all] | --in FILE)',
  summary: 'Writes the missing texts of a locale to a table, and reads their translations from it.',
  help: `The table opens in a spreadsheet. Fill in the column "translation" and leave the others as they are:
a row whose texts have changed since is refused. Keep words in braces, and the bars in a list. A text
with a number has a row for each of its plural forms, "one" and "other". Refused rows are written to
a file next to FILE.

  --locale LOCALE  ${locales.join(', ')}
  --out FILE.csv   where to write the table
  --all            all texts, including those that the locale has
  --in FILE        the table with translations: CSV or a workbook (.xlsx)

  npm run edit -- translate --locale fr-CA --out french.csv
  npm run edit -- translate --locale fr-CA --in french.csv
`,
  options: {
    locale: { type: 'string' },
    out: { type: 'string' },
    in: { type: 'string' },
    all: { type: 'boolean', default: false },
  },
  async plan(edits, args) {
    const [unexpected] = args.positionals;
    if (unexpected !== undefined) throw new ExpectedError(`unexpected argument "${unexpected}"`);
    const locale = requireOption(args, 'locale');
    if (!isLocale(locale)) {
      throw new ExpectedError(`--locale ${locale}: there are ${locales.join(', ')}`);
    }
    const { out, in: from, all } = args.options;
    if ((out === undefined) === (from === undefined)) {
      throw new ExpectedError('give --out, to write a table, or --in, to take one');
    }
    const texts = await readTexts(edits.folder, locale);
    return out === undefined
      ? readTable(edits, from as string, texts)
      : writeTable(out as string, locale, texts, all === true);
  },
};

function writeTable(out: string, locale: Locale, all: SourceTexts, isAll: boolean): EditPlan {
  if (existsSync(out)) {
    throw new ExpectedError(`${out} exists and may have translations; give another name`);
  }
  const texts = all.texts.filter(({ isTranslated }) => isAll || !isTranslated);
  return {
    summary: `${formatCount(texts.length, `text for ${locale} is`, `texts for ${locale} are`)} in ${out}`,
    table: { columns: [], rows: [] },
    notes: noteSkipped(all),
    reports: new Map([[out, formatTable(locale, texts)]]),
  };
}

function formatTable(locale: Locale, texts: readonly SourceText[]): string {
  const write = createRowWriter(locale);
  const rows = texts.map(({ file, name, source, current }) =>
    write([file, name, source, current, '']),
  );
  return `${byteOrderMark}${write(translationColumns)}${rows.join('')}`;
}

async function readTable(edits: ContentEdits, file: string, all: SourceTexts): Promise<EditPlan> {
  const table = await readForeignTable(file, await readBytes(file), { form: translationForm });
  const { applied, refused } = applyTranslations(edits, table, all.texts);
  const files = formatCount(new Set(applied.map(({ text }) => text.file)).size, 'file');
  const rows = formatReport(table, refused);
  const report = reportFile(file, 'refused', rows);
  return {
    summary: `${formatCount(applied.length, `text of ${files} gets`, `texts of ${files} get`)} a translation`,
    table: {
      columns: ['file', 'path', 'translation'],
      rows: applied.map(({ text, translation }) => [text.file, text.name, translation]),
    },
    notes: [...noteSkipped(all), ...table.notes, ...noteRefused(file, refused, report)],
    ...(refused.length > 0 && { reports: new Map([[report, rows]]) }),
  };
}

function noteSkipped({ skipped }: SourceTexts): string[] {
  return skipped.map(
    (file) => `${file} has errors, so that its texts were left out; npm run build`,
  );
}
