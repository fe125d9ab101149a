/**
 * The API of the specification service, which lists the active products and the companies that sell them.
 * `npm run generate` writes its OpenAPI document, `docs/specification-service.openapi.json`.
 */
import { z } from 'zod';
import { companyAliasPattern } from './release.ts';
import { skuPattern } from './sku.ts';

/** Path of the list of active products, which is appended to the URL of the specification service. */
export const activeProductsPath = '/active-products';

/**
 * Maximum size in bytes of the answer of the specification service; enough for 100,000 products that three companies
 * sell.
 */
export const maxActiveProductsBytes = 16_000_000;

/** Maximum number of requests to the specification service for one listing, including retries. */
export const maxTries = 3;

const activeProductSchema = z
  .object({
    sku: z.string().regex(new RegExp(skuPattern)).describe('SKU as in the catalogue.'),
    companies: z
      .array(z.string().regex(new RegExp(companyAliasPattern)))
      .min(1)
      .describe('Aliases of the companies that sell the product at present.'),
  })
  .describe('A product that is active now.');

/** Validates the body of a 200 response of the specification service. Refuses repeated SKUs; drops unknown members. */
export const activeProductsSchema = z
  .object({
    products: z
      .array(activeProductSchema)
      .refine(
        (products) => new Set(products.map(({ sku }) => sku)).size === products.length,
        'contains a SKU twice',
      )
      .describe('Every active product, once each, in any order.'),
  })
  .describe('Which products are active now.');

/**
 * Returns the OpenAPI document of the specification service, for the people who build and operate it. The service knows
 * which products are active and which companies sell them; `npm run sync` requests both.
 */
export function createSpecificationServiceDocument() {
  const { $schema, ...schema } = z.toJSONSchema(activeProductsSchema, { io: 'input' });
  const example: z.input<typeof activeProductsSchema> = {
    products: [
      { sku: 'TEE100', companies: ['maple-promo', 'prairie-merch'] },
      { sku: 'JKT507', companies: ['lakeshore-supply'] },
    ],
  };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Specification service',
      version: '1.0.0',
      description:
        'The API that the catalogue expects of the service that knows which products are active. npm run sync reads it about every minute from SPECIFICATION_URL.',
    },
    servers: [{ url: 'https://specification.example', description: 'SPECIFICATION_URL' }],
    security: [{}, { token: [] }],
    paths: {
      [activeProductsPath]: {
        get: {
          operationId: 'activeProducts',
          summary: 'List the products that are active now',
          description: `At most ${maxActiveProductsBytes / 1_000_000} MB, not compressed. Redirects are not followed. At most ${maxTries} requests per round; Retry-After is honoured.`,
          parameters: [
            {
              name: 'If-None-Match',
              in: 'header',
              description: 'The entity tag of the last accepted answer.',
              schema: { type: 'string' },
            },
          ],
          responses: {
            200: {
              description:
                'The active products. With an ETag, the next request can be answered 304.',
              headers: { ETag: { $ref: '#/components/headers/ETag' } },
              content: { 'application/json': { schema, example } },
            },
            304: { description: 'Unchanged since the answer with that entity tag.' },
            401: { description: 'The token is missing or invalid.' },
            429: {
              description: 'Too many requests.',
              headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
            },
            503: {
              description: 'Temporarily unavailable.',
              headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
            },
          },
        },
      },
    },
    components: {
      headers: {
        ETag: { description: 'Entity tag of the body.', schema: { type: 'string' } },
        'Retry-After': {
          description: 'Seconds or an HTTP date before which the client sends no further request.',
          schema: { type: 'string' },
        },
      },
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'SPECIFICATION_TOKEN, if it is set.',
        },
      },
    },
  };
}
