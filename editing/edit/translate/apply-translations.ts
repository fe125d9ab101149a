/**
 * Adds the translations in a translator's table to the edits of the content files that contain the translated texts.
 */
import { groupBy } from '../../../build/content/group-by.ts';
import { explainText } from '../../../build/content/rules/text-rules.ts';
import { explainCells } from '../../tables/decode-text.ts';
import type { ForeignRow, ForeignTable } from '../../tables/foreign-table.ts';
import type { TableForm } from '../../tables/table-form.ts';
import type { RefusedRow } from '../../tables/write-report.ts';
import type { ContentEdits } from '../content-edits.ts';
import { type SourceText, type TextValue, toList } from './texts.ts';

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
