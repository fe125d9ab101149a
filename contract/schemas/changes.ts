/** Schema of the answer of `/v1/products/changes`. */
import { z } from 'zod';
import { absenceReasons } from '../release.ts';
import { described } from './described.ts';

/**
 * The parts of a product's detail that are compared between releases: `prices` is its member `pricing`,
 * `stock` its `inventory` and `asOf`, `content` the rest.
 */
export const changeParts = ['content', 'prices', 'stock'] as const;
/** A part of a product's detail that is compared between releases. */
export type ChangePart = (typeof changeParts)[number];

/**
 * Reasons why a locale no longer shows a product, as they were when it lost the product. `market` means that other
 * locales still showed it then; they may have lost it since.
 */
const removalReasons = ['removed', 'market', ...absenceReasons] as const;

/** Validates the change of one product. */
export const productChangeSchema = described(
  z.object({
    sku: described(z.string(), {
      en: 'SKU of the product.',
      fr: 'UGS du produit.',
      example: 'TEE100',
    }),
    change: described(z.enum(['added', 'changed', 'removed']), {
      en: 'What happened to the product.',
      fr: 'Ce qui est arrivé au produit.',
      example: 'changed',
    }),
    parts: described(z.array(z.enum(changeParts)), {
      en: 'What changed in the detail. `prices`: its `pricing`. `stock`: its `inventory` and `asOf`. `content`: everything else. Only if `change` is `changed`.',
      fr: 'Ce qui a changé dans la fiche. `prices` : son `pricing`. `stock` : son `inventory` et son `asOf`. `content` : tout le reste. Seulement si `change` vaut `changed`.',
      example: ['prices', 'stock'],
    }).exactOptional(),
    revision: described(z.string(), {
      en: 'The first 16 hexadecimal digits of the SHA-256 of the uncompressed product detail, as read without a key. Absent if the product was removed.',
      fr: 'Les 16 premiers chiffres hexadécimaux du SHA-256 de la fiche publique non compressée. Absents pour un produit retiré.',
      example: '4a7be90c21d3f865',
    }).exactOptional(),
    removedAt: described(z.iso.datetime(), {
      en: 'When the product was removed. Present only if `change` is `removed`.',
      fr: 'Quand le produit a été retiré. Présent seulement si `change` vaut `removed`.',
      example: '2026-11-20T11:04:09.000Z',
    }).exactOptional(),
    reason: described(z.enum(removalReasons), {
      en: 'Why the product was removed. `renamed`: its new SKU is in `replacedBy`. `replaced`: the product in `replacedBy` takes its place. `ended`: its last day has passed. `upcoming`: its first day is in the future again. `draft`: it is a draft again, no longer public. `market`: it is no longer offered in the country of the locale. `removed`: the reason is not known. Further values may be added.',
      fr: 'Pourquoi le produit a été retiré. `renamed` : sa nouvelle UGS est dans `replacedBy`. `replaced` : le produit de `replacedBy` le remplace. `ended` : son dernier jour est passé. `upcoming` : son premier jour a été reporté à une date à venir. `draft` : il est redevenu un brouillon, non public. `market` : il n’est plus offert dans le pays du paramètre régional. `removed` : la raison est inconnue. D’autres valeurs peuvent s’ajouter.',
      example: 'replaced',
    }).exactOptional(),
    replacedBy: described(z.string(), {
      en: 'New SKU of the product, or SKU of the product that takes its place. Only if `reason` is `renamed` or `replaced`.',
      fr: 'Nouvelle UGS du produit, ou UGS du produit qui le remplace. Seulement si `reason` vaut `renamed` ou `replaced`.',
      example: 'HOOD14',
    }).exactOptional(),
  }),
  {
    id: 'ProductChange',
    en: 'How a product changed between two releases.',
    fr: 'Comment un produit a changé entre deux versions.',
  },
);

/** Validates an answer of `/v1/products/changes`. */
export const changesSchema = described(
  z.object({
    from: described(z.string(), {
      en: 'The value of `since`. Absent without `since`, or if `complete` is false.',
      fr: 'Valeur de `since`. Absente sans `since`, ou si `complete` est faux.',
      example: '5f2c09d1a7b3e846',
    }).exactOptional(),
    release: described(z.string(), {
      en: 'The current release: the next value of `since`.',
      fr: 'Version actuelle : la prochaine valeur de `since`.',
      example: '9b1de0427c58fa36',
    }),
    releasedAt: described(z.iso.datetime(), {
      en: 'When `release` last became current; a return of the server to this release counts, too. If this is earlier than in a previous answer, the new answer comes from an outdated cache or server: retry later.',
      fr: 'Quand `release` est devenue la version actuelle pour la dernière fois, y compris par un retour à cette version. Si ce moment est antérieur à celui d’une réponse précédente, la nouvelle réponse vient d’un cache ou d’un serveur en retard : réessayez plus tard.',
      example: '2026-11-20T11:04:09.000Z',
    }),
    retention: described(
      z.object({
        days: described(z.int().positive(), {
          en: 'Days for which a release can be used as `since` after it has been replaced.',
          fr: 'Nombre de jours pendant lesquels une version remplacée peut encore servir de `since`.',
          example: 30,
        }),
        releases: described(z.int().positive(), {
          en: 'How many of the latest releases can be used as `since`; both limits apply.',
          fr: 'Nombre de versions récentes qui peuvent servir de `since`; les deux limites s’appliquent.',
          example: 200,
        }),
      }),
      {
        en: 'How long changes are kept, in days and in releases.',
        fr: 'Pendant combien de jours et pour combien de versions les changements sont conservés.',
      },
    ),
    complete: described(z.boolean(), {
      en: 'False if `since` is unknown or too old: load the whole catalogue from `reload`. Absent without `since`.',
      fr: 'Faux si `since` est inconnu ou trop ancien : rechargez tout le catalogue à partir de `reload`. Absent sans `since`.',
      example: true,
    }).exactOptional(),
    changes: described(z.array(productChangeSchema), {
      en: 'The added, changed and removed products, sorted by SKU. Absent without `since`.',
      fr: 'Produits ajoutés, modifiés et retirés, triés par UGS. Absents sans `since`.',
      example: [
        { sku: 'CAP210', change: 'added', revision: '0d6c1b7f58e2a943' },
        {
          sku: 'HOOD12',
          change: 'removed',
          removedAt: '2026-11-20T11:04:09.000Z',
          reason: 'replaced',
          replacedBy: 'HOOD14',
        },
        {
          sku: 'TEE100',
          change: 'changed',
          parts: ['prices', 'stock'],
          revision: '4a7be90c21d3f865',
        },
      ],
    }).exactOptional(),
    reload: described(z.string().meta({ format: 'uri' }), {
      en: 'Address of the whole catalogue. Only if `complete` is false.',
      fr: 'Adresse du catalogue entier. Seulement si `complete` vaut `false`.',
      example: 'https://catalogue.example/v1/products/export?locale=en-CA',
    }).exactOptional(),
  }),
  { id: 'Changes', en: 'What changed since a release.', fr: 'Ce qui a changé depuis une version.' },
);

/** The change of one product between two releases. */
export type ProductChange = z.infer<typeof productChangeSchema>;
/** An answer of `/v1/products/changes`. */
export type Changes = z.infer<typeof changesSchema>;
