/** The labels and the introduction of the data model page, by language. */
import type { PageLanguage } from '../addresses.ts';
import type { NonContentSource } from './sources.ts';

interface DataModelLabels {
  readonly title: string;
  /** Markdown paragraphs above the tables. */
  readonly introduction: readonly string[];
  readonly field: string;
  readonly meaning: string;
  readonly example: string;
  readonly source: string;
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
  readonly nonContentSources: Readonly<Record<NonContentSource, string>>;
}

/** The labels of the data model page in each language. */
export const dataModelLabels: Readonly<Record<PageLanguage, DataModelLabels>> = {
  en: {
    title: 'Data model',
    introduction: [
      'Every field of the product data: what it means, its type, an example, and where its value comes from.',
      'Each section describes the answer of a route, then the objects that it contains; an object is described once. Examples come from the catalogue that this server publishes. For a field that no product has, the example is that of the [OpenAPI description](/openapi.json).',
      'A source is where a value comes from: a file from which the catalogue is built, with a field of its JSON or a column of its table; a computation; the request; or the account of the key. Clients cannot read these files. `SKU` stands for a SKU, `TIER` for a price tier, and `*` for an id.',
      'If a field has several sources, there are three cases. The first source contains an id, and the next one the value for that id. Or the value comes from the first source that is filled in. Or each source has a part of the values: MSRP is in one file, net prices are in another.',
    ],
    field: 'Field',
    meaning: 'Meaning',
    example: 'Example',
    source: 'Source',
    answerOf: 'The answer of',
    elementOf: 'Each element of the answer of',
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
      'Chaque section décrit la réponse d’une route, puis les objets qu’elle contient; un objet n’est décrit qu’une fois. Les exemples viennent du catalogue que ce serveur publie. Pour un champ qu’aucun produit n’a, l’exemple est celui de la [description OpenAPI](/openapi.json).',
      'La provenance indique d’où vient une valeur : d’un fichier à partir duquel le catalogue est construit, avec un champ de son JSON ou une colonne de son tableau; d’un calcul; de la requête; ou du compte associé à la clé. Les clients ne peuvent pas lire ces fichiers. `SKU` tient lieu d’une UGS, `TIER` d’un niveau de prix, et `*` d’un identifiant.',
      'Si un champ a plusieurs provenances, il y a trois cas. La première contient un identifiant, et la suivante, la valeur qui correspond à cet identifiant. Ou la valeur vient de la première qui est remplie. Ou chacune a une partie des valeurs : le PDSF est dans un fichier, les prix nets dans un autre.',
    ].map((text) => text.replaceAll(' :', '\u00A0:')),
    field: 'Champ',
    meaning: 'Signification',
    example: 'Exemple',
    source: 'Provenance',
    answerOf: 'La réponse de',
    elementOf: 'Chaque élément de la réponse de',
    nonContentSources: {
      build: 'calculé à la construction du catalogue',
      request: 'la requête',
      account: 'le compte associé à la clé',
      release: 'calculé quand une version devient la version actuelle',
    },
  },
};
