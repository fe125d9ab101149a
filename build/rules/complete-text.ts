/** Every text of a product must be there for every locale that the product appears in. */
import { type Locale, languages, localeFacts, locales } from '../../contract/locales.ts';
import type { Finding } from '../findings.ts';
import { textKeysOf } from '../localize/localizer.ts';
import type { Rule } from './rule.ts';

const textKeys: ReadonlySet<string> = new Set([...languages, ...locales]);

export const completeText: Rule = (content) => {
  const { fallbackLanguage } = content.catalogue;
  const missing = (file: string, json: unknown, shown: readonly Locale[]): Finding[] =>
    localizedTextsIn(json).flatMap(({ path, keys }) => {
      const lacking = shown.find(
        (locale) => !textKeysOf(locale, fallbackLanguage).some((key) => keys.includes(key)),
      );
      if (lacking === undefined) return [];
      const { language } = localeFacts[lacking];
      return [{ file, path, message: `has no text for ${lacking}; add "${language}"` }];
    });
  return [
    ...sharedFiles(content).flatMap(([file, json]) => missing(file, json, locales)),
    ...content.products.flatMap(({ file, product }) => {
      const { customization, ...rest } = product;
      const { options: _openContent, ...customizationTexts } = customization;
      const shown = locales.filter((locale) =>
        product.markets.includes(localeFacts[locale].market),
      );
      return missing(file, { ...rest, customization: customizationTexts }, shown);
    }),
  ];
};

function sharedFiles(content: Parameters<Rule>[0]): [string, unknown][] {
  const { fallbackLanguage: _languages, ...catalogue } = content.catalogue;
  return [
    ['catalogue.json', catalogue],
    ['brands.json', { brands: content.brands }],
    ['categories.json', { categories: content.categories }],
    ['tags.json', { tags: content.tags }],
    ['colors.json', { families: content.families, colors: content.colors }],
    ['facets.json', content.facets],
    ['decorations.json', { decorations: content.decorations }],
    ['size-charts.json', { charts: content.sizeCharts }],
  ];
}

/** Every object whose members are all languages or locales, with its path. */
function localizedTextsIn(json: unknown, path = ''): { path: string; keys: string[] }[] {
  if (typeof json !== 'object' || json === null) return [];
  const keys = Object.keys(json);
  if (keys.length > 0 && keys.every((key) => textKeys.has(key))) return [{ path, keys }];
  return Object.entries(json).flatMap(([key, value]) =>
    localizedTextsIn(value, path === '' ? key : `${path}.${key}`),
  );
}
