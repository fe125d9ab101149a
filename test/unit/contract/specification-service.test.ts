import { Validator } from '@seriousme/openapi-schema-validator';
import test from 'ava';
import {
  activeProductsSchema,
  createSpecificationServiceDocument,
} from '../../../contract/specification-service.ts';

test('the document of the specification service is valid OpenAPI', async (t) => {
  const document = JSON.parse(JSON.stringify(createSpecificationServiceDocument()));
  const result = await new Validator().validate(document as Record<string, unknown>);
  t.true(result.valid, JSON.stringify(result.errors));
});

test('unknown members are ignored, and every other deviation is refused', (t) => {
  const product = { sku: 'TEE-1', companies: ['north-shop'] };
  const accepts = (body: unknown) => activeProductsSchema.safeParse(body).success;
  t.true(accepts({ products: [] }));
  t.true(accepts({ products: [{ ...product, since: 2020 }], page: 1 }));
  for (const body of [
    null,
    [],
    {},
    { products: null },
    { products: [product, product] },
    { products: [{ sku: 'TEE-1' }] },
    { products: [{ sku: 'TEE-1', companies: [] }] },
    { products: [{ sku: '../TEE', companies: ['north-shop'] }] },
    { products: [{ sku: 'TEE-1', companies: ['North Shop'] }] },
    { products: [{ sku: 1, companies: ['north-shop'] }] },
  ]) {
    t.false(accepts(body), JSON.stringify(body));
  }
});
