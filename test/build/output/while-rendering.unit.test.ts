import test from 'ava';
import {
  longDocuments,
  outlinesFile,
  type PartRendering,
} from '../../../build/output/long-documents.ts';
import { renderProductFiles } from '../../../build/output/product-files.ts';
import { contextOf, ofProduct, productOf } from '../../helpers/content.ts';

test('an error while rendering names the product and keeps its cause', async (t) => {
  const context = await contextOf('en-CA');
  const cause = new Error('no price');
  const fail = () => {
    throw cause;
  };
  const prices = { brackets: fail, surcharge: fail };
  const rendering: PartRendering = {
    product: productOf(context, 'TEE-1'),
    contexts: [{ ...ofProduct(context, 'TEE-1'), prices }],
    outline: '{}',
  };
  const expected = { name: 'RenderError', message: 'cannot render product TEE-1: no price' };
  t.is(t.throws(() => renderProductFiles(rendering, 'full'), expected)?.cause, cause);
  const rendered = longDocuments([context]).filter(({ paths: [path] }) => path !== outlinesFile);
  t.true(rendered.length > 1);
  for (const document of rendered) {
    t.is(t.throws(() => document.part(rendering), expected)?.cause, cause);
  }
});
