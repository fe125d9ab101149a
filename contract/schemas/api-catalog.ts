/** Schema of the answer of `/.well-known/api-catalog`: a link set (RFC 9264 section 4.2) as RFC 9727 defines it. */
import { z } from 'zod';
import { described } from './described.ts';

const uri = z.string().meta({ format: 'uri' });

const targetsSchema = z.array(z.object({ href: uri, type: z.string().exactOptional() }));

/** Validates the API catalogue. */
export const apiCatalogSchema = described(
  z.object({
    linkset: z.array(
      z.object({
        anchor: described(uri, {
          en: 'What the links belong to: the API catalogue itself, or an API.',
          fr: 'Ce à quoi se rapportent les liens : le catalogue d’API lui-même, ou une API.',
        }),
        item: described(targetsSchema, {
          en: 'The APIs of the API catalogue.',
          fr: 'Liens vers les API.',
        }).exactOptional(),
        'service-desc': described(targetsSchema, {
          en: 'Machine-readable descriptions.',
          fr: 'Descriptions pour les programmes.',
        }).exactOptional(),
        'service-doc': described(targetsSchema, {
          en: 'Human-readable documentation.',
          fr: 'Documentation destinée aux lecteurs humains.',
        }).exactOptional(),
        status: described(targetsSchema, {
          en: 'Health of the API.',
          fr: 'État de l’API.',
        }).exactOptional(),
      }),
    ),
  }),
  {
    id: 'ApiCatalog',
    en: 'The APIs of this host and their descriptions.',
    fr: 'Les API de cet hôte, avec leurs liens.',
  },
);

/** The API catalogue. */
export type ApiCatalog = z.infer<typeof apiCatalogSchema>;
