/** Answer of `/v1/health` (decisions 2 and 40). */
import { z } from 'zod';

export const healthSchema = z
  .object({
    status: z.literal('ok'),
    release: z.string().describe('Id of the released catalogue: a hash of its bytes.'),
    listing: z
      .object({
        age: z
          .int()
          .nonnegative()
          .describe('Seconds since it was asked which products are active, and an answer came.'),
        expired: z
          .boolean()
          .describe('True when the route answers 502, since that is too long ago.'),
      })
      .describe('The listing of /v1/sync/activeProduct; absent when there is none.')
      .exactOptional(),
  })
  .meta({ id: 'Health' });

export type Health = z.infer<typeof healthSchema>;
