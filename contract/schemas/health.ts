/** Schema of the answer of `/v1/health`. */
import { z } from 'zod';

/** Validates an answer of `/v1/health`. */
export const healthSchema = z
  .object({
    status: z.literal('ok'),
    release: z
      .string()
      .describe('Id of the current release of the catalogue: a hash of its bytes.'),
    listing: z
      .object({
        age: z
          .int()
          .nonnegative()
          .describe('Seconds since the server last read the active products.'),
        expired: z
          .boolean()
          .describe('True if the listing is too old; `/v1/sync/activeProduct` then answers 502.'),
      })
      .describe('The listing of `/v1/sync/activeProduct`; missing if no listing has been made.')
      .exactOptional(),
  })
  .meta({ id: 'Health' });

/** An answer of `/v1/health`. */
export type Health = z.infer<typeof healthSchema>;
