/** The labels and the introduction of the data model page, by language. */
import type { PageLanguage } from '../addresses.ts';

interface DataModelLabels {
  readonly title: string;
  /** Markdown paragraphs above the tables. */
  readonly introduction: readonly string[];
  readonly field: string;
  readonly meaning: string;
  readonly example: string;
  /**
   * Label above a table that describes the whole response body of a route, such as `The answer of`. The route
   * follows.
   */
  readonly answerOf: string;
  /**
   * Label above a table that describes one element of an array response, such as `Each element of the answer
   * of`. The route follows.
   */
  readonly elementOf: string;
}

/** The labels of the data model page in each language. */
export const dataModelLabels: Readonly<Record<PageLanguage, DataModelLabels>> = {
  en: {
    title: 'Data model',
    introduction: [
      'Every field of the product data: what it means, its type and an example. *Localized* means: in the language of the locale.',
      'Each section describes the answer of a route, then the objects that it contains; a named object is described once. The [OpenAPI description](/openapi.json) has the same texts and examples.',
    ],
    field: 'Field',
    meaning: 'Meaning',
    example: 'Example',
    answerOf: 'The answer of',
    elementOf: 'Each element of the answer of',
  },
  fr: {
    title: 'Modèle de données',
    introduction: [
      'Tous les champs des données de produits : leur signification, leur type et un exemple. *Localisé* signifie : dans la langue du paramètre régional.',
      'Chaque section décrit la réponse d’une route, puis les objets qu’elle contient; un objet nommé n’est décrit qu’une fois. La [description OpenAPI](/openapi.json) a les mêmes exemples.',
    ].map((text) => text.replaceAll(' :', '\u00A0:')),
    field: 'Champ',
    meaning: 'Signification',
    example: 'Exemple',
    answerOf: 'La réponse de',
    elementOf: 'Chaque élément de la réponse de',
  },
};
