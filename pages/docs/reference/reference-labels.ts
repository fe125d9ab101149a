/** The labels of the reference page by language, and the names of JSON types. */
import type { PageLanguage } from '../addresses.ts';
import type { MemberType, ResolvedSchema } from './members.ts';

const english = {
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
  array: (kinds: string) => `array of ${kinds}`,
  map: (kinds: string) => `map of ${kinds}`,
  orNull: 'or null',
  form: {
    title: 'Try it',
    key: 'Key of the requests on this page',
    noKey: 'No key',
    ownKey: 'My key…',
    ownKeyLabel: 'My key',
    testKeys: 'Test keys',
    testKey: (tier: string, percent: number) => `${tier}: ${percent}% of MSRP`,
    send: 'Send',
    sending: 'Waiting for the answer…',
    failed: 'No answer was received.',
    answerHeaders: 'Header fields of the answer',
    answerBody: 'Body of the answer',
    noBody: 'No body',
    cut: 'The first {shown} of {all} characters are shown.',
  },
};

const french: typeof english = {
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
};

/** The labels of the reference page in each language. */
export const referenceLabels: Readonly<Record<PageLanguage, typeof english>> = {
  en: english,
  fr: french,
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
