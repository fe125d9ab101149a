/** Schema of the answer of `/v1/products/changes`. */
import { z } from 'zod';
import { absenceReasons } from '../release.ts';
import { described, openEnum } from './described.ts';

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

const sku = described(z.string(), {
  en: 'SKU of the product.',
  fr: 'UGS du produit.',
  example: 'TEE100',
});

const revision = described(z.string(), {
  en: 'The first 16 hexadecimal digits of the SHA-256 of the uncompressed product detail, as read without a key.',
  fr: 'Les 16 premiers chiffres hexadécimaux du SHA-256 de la fiche publique non compressée.',
  example: '4a7be90c21d3f865',
});

const changeOf = <Change extends string>(change: Change) =>
  described(z.literal(change), {
    en: 'What happened to the product: `added`, `changed` or `removed`.',
    fr: 'Ce qui est arrivé au produit : `added` (ajouté), `changed` (modifié) ou `removed` (retiré).',
  });

/** Validates the change of one product; `change` tells which members it has. */
export const productChangeSchema = described(
  z.discriminatedUnion('change', [
    described(z.object({ sku, change: changeOf('added'), revision }), {
      id: 'ProductAdded',
      en: 'A product that the later release has.',
      fr: 'Un produit que la version ultérieure a.',
    }),
    described(
      z.object({
        sku,
        change: changeOf('changed'),
        parts: described(z.array(z.enum(changeParts)), {
          en: 'What changed in the detail. `prices`: its `pricing`. `stock`: its `inventory` and `asOf`. `content`: everything else.',
          fr: 'Ce qui a changé dans la fiche. `prices` : son `pricing`. `stock` : son `inventory` et son `asOf`. `content` : tout le reste.',
          example: ['prices', 'stock'],
        }),
        revision,
      }),
      {
        id: 'ProductChanged',
        en: 'A product of both releases.',
        fr: 'Un produit des deux versions.',
      },
    ),
    described(
      z.object({
        sku,
        change: changeOf('removed'),
        removedAt: described(z.iso.datetime(), {
          en: 'When the product was removed.',
          fr: 'Quand le produit a été retiré.',
          example: '2026-11-20T11:04:09.000Z',
        }),
        reason: described(openEnum(removalReasons), {
          en: 'Why the product was removed. `renamed`: its new SKU is in `replacedBy`. `replaced`: the product in `replacedBy` takes its place. `ended`: its last day has passed. `upcoming`: its first day is in the future again. `draft`: it is a draft again, no longer public. `market`: it is no longer offered in the country of the locale. `removed`: the reason is not known. Further values may be added.',
          fr: 'Pourquoi le produit a été retiré. `renamed` : sa nouvelle UGS est dans `replacedBy`. `replaced` : le produit de `replacedBy` le remplace. `ended` : son dernier jour est passé. `upcoming` : son premier jour a été reporté à une date à venir. `draft` : il est redevenu un brouillon, non public. `market` : il n’est plus offert dans le pays du paramètre régional. `removed` : la raison est inconnue. D’autres valeurs peuvent s’ajouter.',
          example: 'replaced',
        }),
        replacedBy: described(z.string(), {
          en: 'New SKU of the product, or SKU of the product that takes its place. Only if `reason` is `renamed` or `replaced`.',
          fr: 'Nouvelle UGS du produit, ou UGS du produit qui le remplace. Seulement si `reason` vaut `renamed` ou `replaced`.',
          example: 'HOOD14',
        }).exactOptional(),
      }),
      {
        id: 'ProductRemoved',
        en: 'A product that the later release lacks.',
        fr: 'Un produit que la version ultérieure n’a plus.',
      },
    ),
  ]),
  {
    id: 'ProductChange',
    en: 'How a product changed between two releases.',
    fr: 'Comment un produit a changé entre deux versions.',
  },
);

const currentShape = {
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
};

const completeOf = <Complete extends boolean>(complete: Complete) =>
  described(z.literal(complete), {
    en: 'False if `since` is unknown or too old: load the whole catalogue from `reload`.',
    fr: 'Faux si `since` est inconnu ou trop ancien : rechargez tout le catalogue à partir de `reload`.',
  });

const sinceShape = {
  from: described(z.string(), {
    en: 'The value of `since`.',
    fr: 'Valeur de `since`.',
    example: '5f2c09d1a7b3e846',
  }),
  complete: completeOf(true),
  changes: described(z.array(productChangeSchema), {
    en: 'The added, changed and removed products, sorted by SKU.',
    fr: 'Produits ajoutés, modifiés et retirés, triés par UGS.',
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
  }),
};

const unknownShape = {
  complete: completeOf(false),
  changes: described(z.array(productChangeSchema), {
    en: 'Empty, because the changes are not known.',
    fr: 'Vide, car les changements ne sont pas connus.',
    example: [],
  }),
  reload: described(z.string().meta({ format: 'uri' }), {
    en: 'Address of the whole catalogue.',
    fr: 'Adresse du catalogue entier.',
    example: 'https://catalogue.example/v1/products/export?locale=en-CA',
  }),
};

/** Validates an answer of `/v1/products/changes`: without `since`, with a known one, or with an unknown one. */
export const changesSchema = described(
  z.union([
    described(z.strictObject({ ...sinceShape, ...currentShape }), {
      id: 'ChangesSince',
      en: 'What changed since the release in `since`.',
      fr: 'Ce qui a changé depuis la version de `since`.',
    }),
    described(z.strictObject({ ...currentShape, ...unknownShape }), {
      id: 'UnknownSince',
      en: 'The answer to a `since` that is unknown or too old.',
      fr: 'La réponse à un `since` inconnu ou trop ancien.',
    }),
    described(z.strictObject(currentShape), {
      id: 'CurrentRelease',
      en: 'The answer without `since`: the current release.',
      fr: 'La réponse sans `since` : la version actuelle.',
    }),
  ]),
  { id: 'Changes', en: 'What changed since a release.', fr: 'Ce qui a changé depuis une version.' },
);

/** The change of one product between two releases. */
export type ProductChange = z.infer<typeof productChangeSchema>;
type Current = z.infer<z.ZodObject<typeof currentShape>>;
type Since = z.infer<z.ZodObject<typeof sinceShape>>;
type Unknown = z.infer<z.ZodObject<typeof unknownShape>>;
/** An answer of `/v1/products/changes`, with the members of all its forms. */
export type Changes = Current &
  Partial<Pick<Since, 'from' | 'changes'> & Pick<Unknown, 'reload'> & { complete: boolean }>;
