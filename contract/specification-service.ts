/**
 * What the specification service owes us: which products are active, and for which company. Its OpenAPI
 * document, `docs/specification-service.openapi.json`, is made from this by `npm run generate`.
 */
import { z } from 'zod';
import { companyAliasPattern } from './release.ts';
import { skuPattern } from './sku.ts';

/** The one resource, below the service's address. */
export const activeProductsPath = '/active-products';

/** The longest body that is read, in bytes: a hundred thousand products of three companies. */
export const maxActiveProductsBytes = 16_000_000;

/** How often it is asked for one listing at most, when tries fail (decision 41). */
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

/** The body of a 200; members that are not named here are ignored. */
export const activeProductsSchema = z
  .object({
    products: z
      .array(activeProductSchema)
      .refine(
        (products) => new Set(products.map(({ sku }) => sku)).size === products.length,
        'names a SKU twice',
      )
      .describe('Every active product, once each, in any order.'),
  })
  .describe('Which products are active now.');

/** The OpenAPI document of the service, for whoever builds or runs it. */
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
        'What the catalogue asks of the service that knows which products are active: npm run sync reads it, every minute or so, from SPECIFICATION_URL.',
    },
    servers: [{ url: 'https://specification.example', description: 'SPECIFICATION_URL' }],
    security: [{}, { token: [] }],
    paths: {
      [activeProductsPath]: {
        get: {
          operationId: 'activeProducts',
          summary: 'List the products that are active now',
          description: `At most ${maxActiveProductsBytes / 1_000_000} MB, not compressed. Redirects are not followed. Asked at most ${maxTries} times a round; a Retry-After is waited for.`,
          parameters: [
            {
              name: 'If-None-Match',
              in: 'header',
              description: 'The entity tag of the last answer that was taken.',
              schema: { type: 'string' },
            },
          ],
          responses: {
            200: {
              description: 'The active products. An ETag lets the next question be answered 304.',
              headers: { ETag: { $ref: '#/components/headers/ETag' } },
              content: { 'application/json': { schema, example } },
            },
            304: { description: 'As in the answer with that entity tag.' },
            401: { description: 'The token is missing or none of the service.' },
            429: {
              description: 'Asked too often.',
              headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
            },
            503: {
              description: 'Not at present.',
              headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
            },
          },
        },
      },
    },
    components: {
      headers: {
        ETag: { description: 'Follows the body.', schema: { type: 'string' } },
        'Retry-After': {
          description: 'Seconds, or an HTTP date, before which it is not asked again.',
          schema: { type: 'string' },
        },
      },
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'SPECIFICATION_TOKEN, where it is set.',
        },
      },
    },
  };
}
