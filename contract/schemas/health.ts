/** Answer of `/v1/health` (decision 2). */
import { z } from 'zod';

export const healthSchema = z
  .object({
    status: z.literal('ok'),
    release: z.string().describe('Id of the released catalogue: a hash of its bytes.'),
  })
  .meta({ id: 'Health' });

export type Health = z.infer<typeof healthSchema>;
