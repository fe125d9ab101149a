import test from 'ava';
import { renderDetail } from '../../../../build/render/detail.ts';
import { renderSummary } from '../../../../build/render/summary.ts';
import type { Locale } from '../../../../contract/locales.ts';
import { contextOf, ofProduct, productOf } from '../../../helpers/content.ts';

/**
 * Renders a product of the fixture; returns its colours in the product list (`summary`) and in its detail (`detail`).
 */
async function colorsOf(sku: string, locale: Locale) {
  const context = await contextOf(locale);
  const [product, whole] = [productOf(context, sku), ofProduct(context, sku)];
  const [summary, detail] = [renderSummary(product, whole), renderDetail(product, whole)];
  return { summary: summary.colors, detail: detail.colors };
}

const pictures = (name: string) =>
  ['front', 'back'].map((side) => `https://api.example.test/images/TEE-1/${name}-${side}.svg`);

test('a colour of the list has every member of the contract for which the content has a value', async (t) => {
  const { summary } = await colorsOf('TEE-1', 'en-US');
  t.deepEqual(summary, [
    {
      id: 'navy',
      pms: 'PMS 2768 C',
      name: 'Navy',
      weight: '5.3 oz/yd²',
      swatches: ['#1B2745'],
      colorFamilies: [{ name: 'Blue', hex: '#2457A6', sortIndex: 0 }],
      images: pictures('navy'),
    },
    {
      id: 'grey-navy',
      name: 'Gray and navy',
      weight: '5.9 oz/yd²',
      swatches: ['#8E9196', '#1B2745'],
      colorFamilies: [
        { name: 'Gray', hex: '#8E9196', sortIndex: 3 },
        { name: 'Blue', hex: '#2457A6', sortIndex: 0 },
      ],
      images: pictures('grey-navy'),
    },
  ]);
});

test('the detail has the material of the colour, or otherwise of the product', async (t) => {
  const { summary, detail } = await colorsOf('TEE-1', 'fr-CA');
  const materials = detail.map(({ material }) => material);
  t.deepEqual(materials, [
    { composition: '100 % coton', weight: '180 g/m², jersey', gsm: 180 },
    { composition: '60 % coton, 40 % polyester', weight: '200 g/m², mélangé', gsm: 200 },
  ]);
  t.deepEqual(
    detail.map(({ material: _material, ...color }) => color),
    summary,
  );
});

test('a colour without optional values has no optional members, not even null', async (t) => {
  const { summary, detail } = await colorsOf('BAG-5', 'en-CA');
  const bare = {
    id: 'free-choice',
    name: 'Your own colours',
    swatches: [],
    colorFamilies: [],
    images: [],
  };
  t.deepEqual(summary[1], bare);
  t.deepEqual(detail[1], bare);
});

test('a colour family without a sort index has no such member', async (t) => {
  const { summary } = await colorsOf('HOOD-2', 'en-CA');
  t.deepEqual(summary[1]?.colorFamilies, [{ name: 'Multicolour', hex: '#A08FB8' }]);
});
