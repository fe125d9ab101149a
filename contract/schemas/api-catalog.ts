/** Schema of the answer of `/.well-known/api-catalog`: a link set (RFC 9264 section 4.2) as RFC 9727 defines it. */
import { z } from 'zod';

const uri = z.string().meta({ format: 'uri' });

const targetsSchema = z.array(z.object({ href: uri, type: z.string().exactOptional() }));

/** Validates the API catalogue. */
export const apiCatalogSchema = z
  .object({
    linkset: z.array(
      z.object({
        anchor: uri.describe('What the links belong to: the API catalogue itself, or an API.'),
        item: targetsSchema.exactOptional().describe('The APIs of the API catalogue.'),
        'service-desc': targetsSchema.exactOptional().describe('Machine-readable descriptions.'),
        'service-doc': targetsSchema.exactOptional().describe('Human-readable documentation.'),
        status: targetsSchema.exactOptional().describe('Health of the API.'),
      }),
    ),
  })
  .meta({ id: 'ApiCatalog', description: 'The APIs of this host and their descriptions.' });

/** The API catalogue. */
export type ApiCatalog = z.infer<typeof apiCatalogSchema>;
