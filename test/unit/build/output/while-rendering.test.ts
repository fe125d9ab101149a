import test from 'ava';
import { type LongDocument, longDocuments } from '../../../../build/output/long-documents.ts';
import { renderProductFiles, toRendering } from '../../../../build/output/product-files.ts';
import { contextOf, ofProduct, productOf } from '../../../helpers/content.ts';

test('an error while rendering names the product and keeps its cause', async (t) => {
  const context = await contextOf('en-CA');
  const cause = new Error('no price');
  const fail = () => {
    throw cause;
  };
  const prices = { brackets: fail, surcharge: fail };
  const [product, whole] = [productOf(context, 'TEE-1'), ofProduct(context, 'TEE-1')];
  const contexts = [{ ...whole, prices }];
  const expected = { name: 'RenderError', message: 'cannot render product TEE-1: no price' };
  t.is(t.throws(() => toRendering(product, contexts), expected)?.cause, cause);
  const rendering = { ...toRendering(product, [whole]), contexts, outline: '{}' };
  t.is(t.throws(() => renderProductFiles(rendering, 'full'), expected)?.cause, cause);
  const isNet = ({ paths: [path] }: LongDocument) => path.startsWith('private/net/');
  const rendered = longDocuments([context]).filter(isNet);
  t.true(rendered.length > 1);
  for (const document of rendered) {
    t.is(t.throws(() => document.part(rendering), expected)?.cause, cause);
  }
});
