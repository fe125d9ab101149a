/** Schema of the answer of `/v1/health`. */
import { z } from 'zod';
import { described } from './described.ts';

/** Validates an answer of `/v1/health`. */
export const healthSchema = z
  .object({
    status: described(z.literal('ok'), {
      en: 'The catalogue is online.',
      fr: 'Le catalogue est en ligne.',
    }),
    release: described(z.string(), {
      en: 'Id of the current release of the catalogue: a hash of its bytes.',
      fr: 'Identifiant de la version actuelle du catalogue : une empreinte de ses octets.',
      example: '5f2c09d1a7b3e846',
    }),
    listing: described(
      z.object({
        age: described(z.int().nonnegative(), {
          en: 'Seconds since the server last read the active products.',
          fr: 'Secondes écoulées depuis que le serveur a lu les produits actifs.',
          example: 42,
        }),
        expired: described(z.boolean(), {
          en: 'True if the listing is too old; `/v1/sync/activeProduct` then answers 502.',
          fr: 'Vrai si la liste est trop ancienne; `/v1/sync/activeProduct` répond alors 502.',
          example: false,
        }),
      }),
      {
        en: 'The listing of `/v1/sync/activeProduct`; missing if no listing has been made.',
        fr: 'Âge de la liste de `/v1/sync/activeProduct`; absent si aucune liste n’a encore été faite.',
      },
    ).exactOptional(),
  })
  .meta({ id: 'Health' });

/** An answer of `/v1/health`. */
export type Health = z.infer<typeof healthSchema>;
