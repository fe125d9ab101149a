/** Lists the texts of a content folder, each with its source and its translation in one locale. */
import { toPathText } from '../../../build/check/findings/locate.ts';
import type { JsonPath } from '../../../build/content/findings/finding.ts';
import {
  type LocalizedMember,
  productTexts,
  sharedTexts,
} from '../../../build/content/localize/localized-texts.ts';
import { createLocalizer, textKeysOf } from '../../../build/content/localize/localizer.ts';
import { openContent, readProduct } from '../../../build/content/open-content.ts';
import { type Locale, localeFacts, locales } from '../../../contract/locales.ts';

type TextKey = keyof LocalizedMember['text'];
/** The value of a text in one language: a text, its plural forms, or a list of texts. */
export type TextValue = NonNullable<LocalizedMember['text'][TextKey]>;
type PluralForm = 'one' | 'other';

/** One row of the translation table: a text, one of its plural forms, or a list joined by ` | `. */
export interface SourceText {
  readonly file: string;
  /** The path of the text, with its plural form if it has several, such as `minimumOrder.description.one`. */
  readonly name: string;
  /** The text in another language or locale, from which it is translated. An empty string if the content has none. */
  readonly source: string;
  /** The text of the locale or its language, without fallback; an empty string if it has none. */
  readonly current: string;
  /** True if the locale has the text, or does not show it. */
  readonly isTranslated: boolean;
  readonly form: PluralForm | undefined;
  readonly isList: boolean;
  /** Where the translation is written, and the member after which it is inserted if it is new. */
  readonly target: { readonly path: JsonPath; readonly after: string | undefined };
  readonly value: TextValue | undefined;
}

/** The texts of a content folder that may be translated for one locale. */
export interface SourceTexts {
  readonly texts: readonly SourceText[];
  /** Paths, within the content folder, of files with errors, whose texts are omitted. */
  readonly skipped: readonly string[];
}

/** Returns all texts of a content folder, with or without a translation for `locale`. */
export async function readTexts(folder: string, locale: Locale): Promise<SourceTexts> {
  const content = await openContent(folder);
  const readings = content.products.map((name) => readProduct(content, content.sourceOf(name)));
  const found = [content.shared, ...readings].flatMap((each) => each.found);
  // Reading omits invalid list elements, so that list indexes would not match those in the file.
  const broken = new Set(found.map(({ fault }) => fault.file));
  const { originOf } = createLocalizer(locale, content.shared.catalogue.fallbackLanguage);
  const products = readings.map(({ product }) => product);
  const shared = sharedTexts(
    content.shared,
    products.map(({ product }) => product),
  );
  const texts: SourceText[] = [];
  const skipped = new Set<string>();
  for (const { file, shown, texts: members } of [...shared, ...products.map(productTexts)]) {
    if (broken.has(file)) skipped.add(file);
    else {
      const isShown = shown.includes(locale);
      for (const member of members) {
        const isOwn = ['regional', 'language'].includes(originOf(member.text));
        texts.push(...toSourceTexts(file, member, locale, !isShown || isOwn));
      }
    }
  }
  return { texts, skipped: [...skipped] };
}

function toSourceTexts(
  file: string,
  { path, text }: LocalizedMember,
  locale: Locale,
  isTranslated: boolean,
): SourceText[] {
  const { language } = localeFacts[locale];
  const values: Partial<Record<TextKey, TextValue>> = text;
  const own = ([locale, language] as const).find((key) => values[key] !== undefined);
  const key = targetOf(own, locale);
  const from = sourceKeys(locale).find((each) => values[each] !== undefined);
  const [source, current] = [from && values[from], own && values[own]];
  const isCounted = [source, current].some((value) => isPlural(value));
  const forms = isCounted ? (['one', 'other'] as const) : [undefined];
  return forms.map((form) => ({
    file,
    name: `${toPathText(path)}${form === undefined ? '' : `.${form}`}`,
    source: textOf(source, form),
    current: textOf(current, form),
    isTranslated,
    form,
    isList: Array.isArray(source ?? current),
    target: { path: [...path, key], after: key === locale ? own : undefined },
    value: values[key],
  }));
}

/** Returns the member to which a translation is written: the language, or the locale if others share it. */
function targetOf(own: TextKey | undefined, locale: Locale): TextKey {
  const { language } = localeFacts[locale];
  const sharing = locales.filter((each) => localeFacts[each].language === language);
  return own === locale || (own === language && sharing.length > 1) ? locale : language;
}

/** Returns the members that are translated, in order of preference: first those of the same market. */
function sourceKeys(locale: Locale): readonly TextKey[] {
  const { language } = localeFacts[locale];
  return textKeysOf(locale, 'any').filter((key) => key !== locale && key !== language);
}

function isPlural(value: TextValue | undefined): value is Readonly<Record<PluralForm, string>> {
  return typeof value === 'object' && !Array.isArray(value);
}

function textOf(value: TextValue | undefined, form: PluralForm | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  if (isPlural(value)) return value[form ?? 'other'];
  return value.join(' | ');
}

/** Splits a list that is written on one line, such as `Soft | Warm`, into its items. Omits empty items. */
export function toList(line: string): string[] {
  return line
    .split('|')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
