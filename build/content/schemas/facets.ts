/** The schema of `facets.json`: lists of terms by which shops filter products. */
import { z } from 'zod';
import { localizedText } from './text.ts';
import { editorSchemaMember as $schema, tableOf, textLike } from './values.ts';

/**
 * Validates `facets.json`. Shops filter products by the terms in this file: each member, such as `fabrics`, maps
 * the ids of its terms to their labels.
 */
export const facetsSchema = z
  .strictObject({
    $schema,
    for: tableOf(localizedText('The label.', { en: 'Women', fr: 'Femmes' })).describe(
      'The wearers of products, by id.',
    ),
    inspiration: tableOf(
      localizedText('The label.', { en: 'At the office', fr: 'Au bureau' }),
    ).describe('Occasions for products, by id.'),
    fabrics: tableOf(localizedText('The label.', { en: 'Cotton', fr: 'Coton' })).describe(
      'Fabrics that shops filter by, by id.',
    ),
    materials: z
      .record(
        textLike(
          /^[A-Z0-9]+(-[A-Z0-9]+)*$/,
          'is not a material code: use capital letters, digits and hyphens, such as RPET',
        ),
        localizedText('The label.', { en: 'Recycled polyester', fr: 'Polyester recyclé' }),
      )
      .describe('Materials of products, by code. A product’s detail shows code and label.'),
  })
  .meta({
    title: 'Facets',
    description: 'Lists of terms that products choose from; shops filter by them.',
  });
