/** `translate`: writes the missing texts of a locale to a table, and reads translations from such a table. */
import { existsSync } from 'node:fs';
import { groupBy } from '../../../build/content/group-by.ts';
import { explainText } from '../../../build/content/rules/text-rules.ts';
import { ExpectedError } from '../../../console/errors.ts';
import { formatCount } from '../../../console/format-count.ts';
import { isLocale, type Locale, locales } from '../../../contract/locales.ts';
import { byteOrderMark, createRowWriter } from '../../../contract/spreadsheet.ts';
import { explainCells } from '../../tables/decode-text.ts';
import {
  type ForeignRow,
  type ForeignTable,
  readForeignTable,
} from '../../tables/foreign-table.ts';
import { readBytes } from '../../tables/read-records.ts';
import type { TableForm } from '../../tables/table-form.ts';
import {
  formatReport,
  noteRefused,
  type RefusedRow,
  reportFile,
} from '../../tables/write-report.ts';
import type { ContentEdits } from '../content-edits.ts';
import { type EditCommand, type EditPlan, requireOption } from '../edit-command.ts';
import {
  readTexts,
  type SourceText,
  type SourceTexts,
  type TextValue,
  toList,
} from '../translate/texts.ts';

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

/** The columns of the table that `edit translate` writes for a translator and reads back, in order. */
export const translationColumns = ['file', 'path', 'source', 'current', 'translation'] as const;
/** A column of the translation table. */
export type TranslationField = (typeof translationColumns)[number];

/** The columns of the translation table, all of which are required. */
export const translationForm: TableForm<TranslationField> = {
  names: Object.fromEntries(translationColumns.map((name) => [name, [name]])) as Record<
    TranslationField,
    string[]
  >,
  needed: [translationColumns],
  keys: ['file', 'path'],
};

/** A text of the content and its translation from the table. */
export interface Translation {
  readonly text: SourceText;
  readonly translation: string;
}

/** Adds the translations in a translator's table to `edits`; skips rows without a translation. */
export function applyTranslations(
  edits: ContentEdits,
  { rows, used }: ForeignTable<TranslationField>,
  texts: readonly SourceText[],
): { readonly applied: readonly Translation[]; readonly refused: readonly RefusedRow[] } {
  const known = new Map(texts.map((text) => [keyOf(text.file, text.name), text]));
  const applied = new Map<SourceText, { translation: string; row: ForeignRow }>();
  const refused: RefusedRow[] = [];
  for (const row of rows) {
    const cell = (field: TranslationField) => row.cells[used[field] ?? ''] ?? '';
    const translation = cell('translation');
    if (translation === '') continue;
    const text = known.get(keyOf(cell('file'), cell('path')));
    const problem =
      explainCells(row, Object.values(used)) ??
      (text === undefined
        ? `there is no text ${cell('path')} in ${cell('file')}`
        : (explainChange(text, cell('source'), cell('current')) ??
          explainPlaceholders(text, translation) ??
          explainUnusable(text, translation) ??
          explainRepeated(applied.get(text), translation)));
    if (problem !== undefined) refused.push({ row, problem });
    else if (text !== undefined) applied.set(text, { translation, row });
  }
  const byTarget = groupBy(applied, ([{ file, target }]) => keyOf(file, target.path.join('\n')));
  const whole: Translation[] = [];
  for (const ofTarget of byTarget.values()) {
    const [[text] = []] = ofTarget;
    const value =
      text &&
      composeValue(
        text,
        new Map(ofTarget.map(([each, { translation }]) => [each.form, translation])),
      );
    if (text === undefined || value === undefined) {
      const problem = 'is one of two forms; translate both, one and other';
      refused.push(...ofTarget.map(([, { row }]) => ({ row, problem })));
      continue;
    }
    const { path, after } = text.target;
    edits.editJson(text.file, [{ path: [...path], value, ...(after !== undefined && { after }) }]);
    whole.push(...ofTarget.map(([each, { translation }]) => ({ text: each, translation })));
  }
  return {
    applied: whole.filter(({ text, translation }) => text.current !== translation),
    refused,
  };
}

const keyOf = (file: string, name: string) => `${file}\n${name}`;

function composeValue(
  { form, isList, value }: SourceText,
  translations: ReadonlyMap<SourceText['form'], string>,
): TextValue | undefined {
  const [only = ''] = translations.values();
  if (form === undefined) return isList ? toList(only) : only;
  const before = typeof value === 'object' && !Array.isArray(value) ? value : undefined;
  const one = translations.get('one') ?? before?.one;
  const other = translations.get('other') ?? before?.other;
  return one === undefined || other === undefined ? undefined : { one, other };
}

/** Normalizes a text for comparison, because spreadsheets change spaces and the encoding of accents. */
const toCompared = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim();

/** Returns a message if a text has changed since the table was written. */
function explainChange(text: SourceText, source: string, current: string): string | undefined {
  if (toCompared(text.source) !== toCompared(source)) {
    return `its source text is now "${text.source}"; check the translation`;
  }
  if (toCompared(text.current) !== toCompared(current)) {
    return `it has been translated otherwise since: "${text.current}"`;
  }
  return undefined;
}

/** Returns a message if a translation has other placeholders, such as `{quantity}`, than its source. */
function explainPlaceholders(
  { source, current }: SourceText,
  translation: string,
): string | undefined {
  const wordsOf = (text: string) => [...new Set(text.match(/\{[^{}]*\}/g))].sort().join(' ');
  const wanted = wordsOf(source === '' ? current : source);
  const found = wordsOf(translation);
  if (wanted === found) return undefined;
  return `the translation has ${found || 'no words in braces'}, the source text ${wanted || 'none'}; keep them as they are`;
}

/** Returns a message if a translation is a formula, breaks a rule about texts, or names an item twice. */
function explainUnusable({ isList }: SourceText, translation: string): string | undefined {
  if (/^=/.test(translation))
    return 'the translation is a formula; copy the column and paste its values';
  const entries = isList ? toList(translation) : [translation];
  const repeated = entries.find((entry, at) => entries.indexOf(entry) !== at);
  if (repeated !== undefined) return `the translation names "${repeated}" twice`;
  const problem = explainText(translation);
  return problem && `the translation ${problem}`;
}

function explainRepeated(
  before: { readonly translation: string; readonly row: ForeignRow } | undefined,
  translation: string,
): string | undefined {
  if (before === undefined || before.translation === translation) return undefined;
  return `line ${before.row.line} translates it otherwise; remove one of the two`;
}
