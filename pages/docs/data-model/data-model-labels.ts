/** The labels and the introduction of the data model page, by language. */
import type { PageLanguage } from '../addresses.ts';
import type { NonContentSource } from './sources.ts';

interface DataModelLabels {
  readonly title: string;
  /** Paragraphs above the tables. */
  readonly introduction: readonly string[];
  readonly field: string;
  readonly meaning: string;
  readonly example: string;
  readonly source: string;
  /** Precedes the route whose response a table describes. */
  readonly answerOf: string;
  readonly nonContentSources: Readonly<Record<NonContentSource, string>>;
}

/** The labels of the data model page in each language. */
export const dataModelLabels: Readonly<Record<PageLanguage, DataModelLabels>> = {
  en: {
    title: 'Data model',
    introduction: [
      'Every field of the product data: what it means, its type, an example, and where its value comes from.',
      'Each section is the answer of a route, followed by the objects that it contains; an object is described once. Examples come from the catalogue that this server publishes. A field that no product has shows the example of the [OpenAPI description](/openapi.json).',
      'Sources are files of the content folder, each with a member of its JSON or a column of its table. `SKU`, `TIER` and `*` stand for a name. Of several sources, the first one that is filled in counts; an id in one refers to an entry of the next.',
    ],
    field: 'Field',
    meaning: 'Meaning',
    example: 'Example',
    source: 'Source',
    answerOf: 'The answer of',
    nonContentSources: {
      build: 'computed when the catalogue is built',
      request: 'the request',
      account: 'the account of the key',
      release: 'computed when a release becomes current',
    },
  },
  fr: {
    title: 'Modèle de données',
    introduction: [
      'Tous les champs des données de produits : leur signification, leur type, un exemple et la provenance de leur valeur.',
      'Chaque section décrit la réponse d’une route, puis les objets qu’elle contient; un objet n’est décrit qu’une fois. Les exemples viennent du catalogue que ce serveur publie. Un champ qu’aucun produit ne porte montre l’exemple de la [description OpenAPI](/openapi.json).',
      'Les provenances sont des fichiers du dossier de contenu, avec un membre de leur JSON ou une colonne de leur tableau. `SKU`, `TIER` et `*` tiennent lieu d’un nom. De plusieurs provenances, la première qui est remplie compte; un identifiant dans l’une désigne une entrée de la suivante.',
    ].map((text) => text.replaceAll(' :', '\u00A0:')),
    field: 'Champ',
    meaning: 'Signification',
    example: 'Exemple',
    source: 'Provenance',
    answerOf: 'La réponse de',
    nonContentSources: {
      build: 'calculé à la construction du catalogue',
      request: 'la requête',
      account: 'le compte de la clé',
      release: 'calculé quand une version devient la version actuelle',
    },
  },
};
