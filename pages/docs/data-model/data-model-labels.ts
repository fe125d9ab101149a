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
      'Every field of the product data: what it means, its type, an example, and where its value comes from. *Localized* means: in the language of the locale.',
      'Each section describes the answer of a route, then the objects that it contains; a named object is described once. Most examples come from the first 50 products of this server, sorted by SKU. Others, such as those of changes and active products, come from the [OpenAPI description](/openapi.json).',
      'A source is where a value comes from: a source file of the catalogue, a computation, the request, or the account of the key. The name of a file is followed by the name of a JSON field or of a column. The API gives no access to these files. `SKU` stands for a SKU, `TIER` for a price tier, and `*` for an id.',
      'If a field has several sources, either the first contains an id, and the next one the value for that id (`tag`); or the next one applies only if the first is empty (`minimumOrder.description`); or each contains a part of the values (MSRP in one file, net prices in another).',
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
      'Tous les champs des données de produits : leur signification, leur type, un exemple et la provenance de leur valeur. *Localisé* signifie : dans la langue du paramètre régional.',
      'Chaque section décrit la réponse d’une route, puis les objets qu’elle contient; un objet nommé n’est décrit qu’une fois. La plupart des exemples viennent des 50 premiers produits, triés par UGS, de ce serveur. D’autres, comme ceux des changements et des produits actifs, viennent de la [description OpenAPI](/openapi.json).',
      'La provenance indique d’où vient une valeur : d’un fichier source du catalogue, d’un calcul, de la requête ou du compte associé à la clé. Le nom d’un fichier est suivi du nom d’un champ JSON ou d’une colonne. L’API ne donne pas accès à ces fichiers. `SKU` tient lieu d’une UGS, `TIER` d’un niveau de prix, et `*` d’un identifiant.',
      'Si un champ a plusieurs provenances, soit la première contient un identifiant, et la suivante la valeur qui y correspond (`tag`); soit la suivante ne s’applique que si la première est vide (`minimumOrder.description`); soit chacune contient une partie des valeurs (le PDSF dans un fichier, les prix nets dans un autre).',
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
      release: 'calculé quand une version du catalogue devient la version actuelle',
    },
  },
};
