/** The labels of the reference page by language, and the names of JSON types. */
import type { PageLanguage } from '../addresses.ts';
import type { MemberType, ResolvedSchema } from './members.ts';
import type { Operation, Parameter } from './openapi.ts';

/** The labels of the reference page in one language. */
export interface ReferenceLabels {
  /** Text of the badge beside the path of an operation, which says whether the operation requires an API key. */
  readonly key: Readonly<Record<Operation['key'], string>>;
  readonly deprecated: string;
  readonly parameters: string;
  readonly parameter: string;
  /** Column heading of parameter locations. */
  readonly location: string;
  /** Name of each parameter location. */
  readonly locations: Readonly<Record<Parameter['in'], string>>;
  readonly required: string;
  readonly description: string;
  /** Text before the allowed values of a member, if there are several. */
  readonly oneOf: string;
  /** Text before the only allowed value of a member. */
  readonly always: string;
  /** Text before the default value of a parameter. */
  readonly byDefault: string;
  /** Text before the example of a parameter or header field. */
  readonly example: string;
  /** Title of an example of a response body. */
  readonly exampleTitle: string;
  readonly answer: string;
  readonly errors: string;
  readonly status: string;
  readonly headers: string;
  readonly headersIntroduction: string;
  readonly header: string;
  readonly schemas: string;
  readonly schemasIntroduction: string;
  /** Text after the type of a member that some responses lack. */
  readonly mayBeAbsent: string;
  /** Name of each JSON type. */
  readonly kinds: Readonly<Record<MemberType['kind'], string>>;
  /** Plural of each JSON type, for arrays and maps. */
  readonly manyKinds: Readonly<Record<MemberType['kind'], string>>;
  /** `array` and `map` return the type of an array or map in words; `kinds` is the plural of the type in it. */
  readonly array: (kinds: string) => string;
  readonly map: (kinds: string) => string;
  /** Text after the type of a value that can be null. */
  readonly orNull: string;
  readonly form: FormLabels;
}

/** The labels of the form that sends requests and of the response below it, in one language. */
export interface FormLabels {
  readonly title: string;
  readonly key: string;
  readonly noKey: string;
  /** Option of the list of keys: a key that the user enters. */
  readonly ownKey: string;
  /** Label of the field in which the user enters this key. */
  readonly ownKeyLabel: string;
  readonly testKeys: string;
  /** Returns the option text of a test key whose net prices, those of `tier`, are `percent` percent of MSRP. */
  readonly testKey: (tier: string, percent: number) => string;
  readonly send: string;
  readonly sending: string;
  readonly failed: string;
  readonly answerHeaders: string;
  readonly answerBody: string;
  readonly noBody: string;
  /** Note below a truncated body; `{shown}` and `{all}` are numbers of characters. */
  readonly cut: string;
}

/** The labels of the reference page in each language. */
export const referenceLabels: Readonly<Record<PageLanguage, ReferenceLabels>> = {
  en: {
    key: { none: 'No key', optional: 'Key optional', required: 'Key required' },
    deprecated: 'Deprecated',
    parameters: 'Parameters',
    parameter: 'Parameter',
    location: 'Where',
    locations: { path: 'path', query: 'query', header: 'header' },
    required: 'required',
    description: 'Description',
    oneOf: 'One of',
    always: 'Always',
    byDefault: 'default',
    example: 'example',
    exampleTitle: 'Example',
    answer: 'Answer',
    errors: 'Errors',
    status: 'Status',
    headers: 'Header fields',
    headersIntroduction:
      'Each route lists the main header fields of its answers, except those that only errors have. This table explains these fields and those of errors:',
    header: 'Field',
    schemas: 'Schemas',
    schemasIntroduction:
      'Every field of the answers. *Localized* means: in the language of the locale.',
    mayBeAbsent: 'may be absent',
    kinds: {
      string: 'string',
      number: 'number',
      integer: 'integer',
      boolean: 'boolean',
      object: 'object',
      any: 'any',
    },
    manyKinds: {
      string: 'strings',
      number: 'numbers',
      integer: 'integers',
      boolean: 'booleans',
      object: 'objects',
      any: 'anything',
    },
    array: (kinds) => `array of ${kinds}`,
    map: (kinds) => `map of ${kinds}`,
    orNull: 'or null',
    form: {
      title: 'Try it',
      key: 'Key of the requests on this page',
      noKey: 'No key',
      ownKey: 'My key…',
      ownKeyLabel: 'My key',
      testKeys: 'Test keys',
      testKey: (tier, percent) => `${tier}: ${percent}% of MSRP`,
      send: 'Send',
      sending: 'Waiting for the answer…',
      failed: 'No answer was received.',
      answerHeaders: 'Header fields of the answer',
      answerBody: 'Body of the answer',
      noBody: 'No body',
      cut: 'The first {shown} of {all} characters are shown.',
    },
  },
  fr: {
    key: { none: 'Sans clé', optional: 'Clé facultative', required: 'Clé obligatoire' },
    deprecated: 'Obsolète',
    parameters: 'Paramètres',
    parameter: 'Paramètre',
    location: 'Où',
    locations: { path: 'chemin', query: 'chaîne de requête', header: 'en-tête' },
    required: 'obligatoire',
    description: 'Description',
    oneOf: 'L’une des valeurs',
    always: 'Toujours',
    byDefault: 'par défaut',
    example: 'exemple',
    exampleTitle: 'Exemple',
    answer: 'Réponse',
    errors: 'Erreurs',
    status: 'Statut',
    headers: 'En-têtes',
    headersIntroduction:
      'La section de chaque route énumère les principaux en-têtes de ses réponses, sauf ceux que seules les erreurs portent. Ce tableau explique ces en-têtes et ceux des erreurs\u00A0:',
    header: 'Champ',
    schemas: 'Schémas',
    schemasIntroduction:
      'Tous les champs des réponses. *Localisé* signifie\u00A0: dans la langue du paramètre régional.',
    mayBeAbsent: 'ou absent',
    kinds: {
      string: 'chaîne',
      number: 'nombre',
      integer: 'entier',
      boolean: 'booléen',
      object: 'objet',
      any: 'toute valeur',
    },
    manyKinds: {
      string: 'chaînes',
      number: 'nombres',
      integer: 'entiers',
      boolean: 'booléens',
      object: 'objets',
      any: 'valeurs',
    },
    array: (kinds) => `tableau ${ofMany(kinds)}`,
    map: (kinds) => `dictionnaire ${ofMany(kinds)}`,
    orNull: 'ou null',
    form: {
      title: 'Essayer',
      key: 'Clé des requêtes de cette page',
      noKey: 'Aucune clé',
      ownKey: 'Ma clé…',
      ownKeyLabel: 'Ma clé',
      testKeys: 'Clés d’essai',
      testKey: (tier, percent) => `${tier}\u00A0: ${percent}\u00A0% du PDSF`,
      send: 'Envoyer',
      sending: 'En attente de la réponse…',
      failed: 'Aucune réponse n’a été reçue.',
      answerHeaders: 'En-têtes de la réponse',
      answerBody: 'Corps de la réponse',
      noBody: 'Aucun corps',
      cut: 'Les {shown} premiers caractères sur {all} sont affichés.',
    },
  },
};

/** Adds the French preposition to a plural: `de chaînes`, `d’objets`. */
function ofMany(kinds: string): string {
  return /^[aeiou]/.test(kinds) ? `d’${kinds}` : `de ${kinds}`;
}

/** Returns the type of a member in words: `array of strings`, `integer or null`, `string (date-time)`. */
export function formatType({ kind, format, wrappers }: MemberType, language: PageLanguage): string {
  const labels = referenceLabels[language];
  const [outer, ...inner] = wrappers;
  if (outer === undefined) {
    return format === undefined ? labels.kinds[kind] : `${labels.kinds[kind]} (${format})`;
  }
  if (outer === 'nullable') {
    return `${formatType({ kind, ...(format && { format }), wrappers: inner }, language)} ${labels.orNull}`;
  }
  const many =
    inner.length === 0 ? labels.manyKinds[kind] : formatType({ kind, wrappers: inner }, language);
  const text = outer === 'array' ? labels.array(many) : labels.map(many);
  return format === undefined ? text : `${text} (${format})`;
}

/**
 * Returns the allowed values of a member as a Markdown sentence. Returns an empty text if any value is allowed, or if
 * the description of the member explains all of them.
 */
export function formatValues(
  { description, values }: Pick<ResolvedSchema, 'description' | 'values'>,
  language: PageLanguage,
): string {
  const codes = values.map((value) => `\`${value}\``);
  if (codes.every((code) => description.includes(code))) return '';
  const { always, oneOf } = referenceLabels[language];
  return `${codes.length === 1 ? always : oneOf} ${codes.join(', ')}.`;
}
