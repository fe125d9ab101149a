/** Writes returned translations into the files of their texts. */
import { groupBy } from '../../../build/content/group-by.ts';
import type { ForeignRow, ForeignTable } from '../../tables/foreign-table.ts';
import type { TableForm } from '../../tables/table-form.ts';
import type { RefusedRow } from '../../tables/write-report.ts';
import type { ContentEdits } from '../content-edits.ts';
import { type SourceText, type TextValue, toList } from './texts.ts';

/** The columns of the translation table, in order. */
export const translationColumns = ['file', 'path', 'source', 'current', 'translation'] as const;
export type TranslationField = (typeof translationColumns)[number];

export const translationForm: TableForm<TranslationField> = {
  names: {
    file: ['file'],
    path: ['path'],
    source: ['source'],
    current: ['current'],
    translation: ['translation'],
  },
  needed: [translationColumns],
  keys: ['file', 'path'],
};

/** A text with its translation. */
export interface Translation {
  readonly text: SourceText;
  readonly translation: string;
}

/** Makes the edits for the rows of a table. Returns the applied translations and the refused rows. */
export function takeTranslations(
  edits: ContentEdits,
  { rows, used }: ForeignTable<TranslationField>,
  texts: readonly SourceText[],
): { readonly taken: readonly Translation[]; readonly refused: readonly RefusedRow[] } {
  const known = new Map(texts.map((text) => [keyOf(text.file, text.name), text]));
  const taken = new Map<SourceText, { translation: string; row: ForeignRow }>();
  const refused: RefusedRow[] = [];
  for (const row of rows) {
    const cell = (field: TranslationField) => row.cells[used[field] ?? ''] ?? '';
    const translation = cell('translation');
    if (translation === '') continue;
    const text = known.get(keyOf(cell('file'), cell('path')));
    const problem =
      text === undefined
        ? `there is no text ${cell('path')} in ${cell('file')}`
        : (explainChange(text, cell('source'), cell('current')) ??
          explainWords(text, translation) ??
          explainRepeated(taken.get(text), translation));
    if (problem !== undefined) refused.push({ row, problem });
    else if (text !== undefined) taken.set(text, { translation, row });
  }
  const byTarget = groupBy(taken, ([{ file, target }]) => keyOf(file, target.path.join('\n')));
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
  return { taken: whole.filter(({ text, translation }) => text.current !== translation), refused };
}

const keyOf = (file: string, name: string) => `${file}\n${name}`;

/** Returns the value to write, or undefined if only one of two plural forms is known. */
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

/** Removes differences that spreadsheets make in spaces and in the encoding of accents. */
const toCompared = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim();

/** Returns what has changed since the table was written, or undefined if nothing has. */
function explainChange(text: SourceText, source: string, current: string): string | undefined {
  if (toCompared(text.source) !== toCompared(source)) {
    return `its source text is now "${text.source}"; check the translation`;
  }
  if (toCompared(text.current) !== toCompared(current)) {
    return `it has been translated otherwise since: "${text.current}"`;
  }
  return undefined;
}

/**
 * Returns the placeholders in braces that a translation lacks or adds, or undefined if there are none.
 */
function explainWords({ source, current }: SourceText, translation: string): string | undefined {
  const wordsOf = (text: string) => [...new Set(text.match(/\{[^{}]*\}/g))].sort().join(' ');
  const wanted = wordsOf(source === '' ? current : source);
  const found = wordsOf(translation);
  if (wanted === found) return undefined;
  return `the translation has ${found || 'no words in braces'}, the source text ${wanted || 'none'}; keep them as they are`;
}

function explainRepeated(
  before: { readonly translation: string; readonly row: ForeignRow } | undefined,
  translation: string,
): string | undefined {
  if (before === undefined || before.translation === translation) return undefined;
  return `line ${before.row.line} translates it otherwise; remove one of the two`;
}
