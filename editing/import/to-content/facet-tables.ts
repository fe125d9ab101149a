/** Creates tables of `facets.json`, and the entries of `tags.json`, from imported styles. */
import type { LocalizedText } from '../../../build/content/schemas/text.ts';
import type { Language } from '../../../contract/locales.ts';
import type { ImportedContent } from '../content-files.ts';
import { inLanguages, tagTexts } from '../standard-texts.ts';
import { namesById } from '../text.ts';
import type { ResolvedStyle } from './resolve-styles.ts';

/**
 * The tables of `facets.json` that an import fills from its source: collections (`inspiration`), fabrics and materials,
 * each as id → localized name.
 */
export type FacetTables = Pick<ImportedContent['facets'], 'inspiration' | 'fabrics' | 'materials'>;

/**
 * Returns the collections (`inspiration`), fabrics and materials of all styles as id → `{ [language]: name }`, sorted
 * by id; `language` is the language of the names in the import. If an id has several names, takes the most frequent
 * one; for materials, the first one.
 */
export function toFacetTables(styles: readonly ResolvedStyle[], language: Language): FacetTables {
  const facets = styles.flatMap(({ source }) => source.facets ?? []);
  const toTable = (names: Iterable<readonly [id: string, name: string]>) => {
    const sorted = [...names].sort(([one], [other]) => (one < other ? -1 : 1));
    const texts = sorted.map(([id, name]): [string, LocalizedText] => [id, { [language]: name }]);
    return Object.fromEntries(texts);
  };
  return {
    inspiration: toTable(namesById(facets.flatMap((one) => one.inspiration))),
    fabrics: toTable(namesById(facets.flatMap((one) => one.fabrics))),
    materials: toTable(new Map(facets.flatMap((one) => [...one.materials]).reverse())),
  };
}

/**
 * Returns the entries of `tags.json` for the tags that at least one style has, with labels in the languages `inUse`.
 */
export function toTags(
  styles: readonly ResolvedStyle[],
  inUse: readonly Language[],
): ImportedContent['tags'] {
  const used = new Set(styles.map(({ source }) => source.facets?.tag));
  const shown = Object.entries(tagTexts).filter(([id]) => (used as Set<unknown>).has(id));
  return Object.fromEntries(
    shown.map(([id, { label, rank }]) => [id, { label: inLanguages(label, inUse), rank }]),
  );
}
