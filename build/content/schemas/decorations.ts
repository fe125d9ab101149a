/** The schema of `decorations.json`: the methods of decorating garments. */
import { z } from 'zod';
import { referenceTo } from './references.ts';
import { localizedText } from './text.ts';
import { editorSchemaMember as $schema, tableOf } from './values.ts';

const decorationSchema = z.strictObject({
  name: localizedText('The name.', { en: 'Embroidery', fr: 'Broderie' }),
  note: localizedText('One line about the decoration, shown with each product.', {
    en: 'Up to 12 colours of thread.',
    'en-US': 'Up to 12 colors of thread.',
    fr: 'Jusqu’à 12 couleurs de fil.',
  }),
  icon: referenceTo('assets').meta({
    description: 'The picture: a path below content/assets/, or an https address.',
    examples: ['https://cdn.example.com/icons/embroidery.svg'],
  }),
  guide: localizedText('The paragraph about the decoration on the page about decorations.', {
    en: 'Send a vector file and keep letters at least 5 mm high.',
    fr: 'Envoyez un fichier vectoriel et gardez les lettres à 5 mm de hauteur au moins.',
  }),
});

/** Validates `decorations.json`; its member `decorations` maps id → decoration. */
export const decorationsSchema = z
  .strictObject({
    $schema,
    decorations: tableOf(
      decorationSchema.describe('A decoration, by the id that products refer to.'),
    ).describe('Every decoration, by id.'),
  })
  .meta({ title: 'Decorations', description: 'The ways garments can be decorated.' });
