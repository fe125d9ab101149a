import { type ContentRule, eachProduct } from '../rule.ts';
import { repeatedAt } from './repeated-name.ts';

export const repeatedColor: ContentRule = {
  id: 'product/repeated-color',
  severity: 'error',
  summary: 'A product has each of its colours once.',
  remedy: 'Remove one of the two entries, or correct its colour.',
  check: eachProduct(function* ({ colors = [] }) {
    for (const index of repeatedAt(colors.map(({ color }) => color))) {
      const message = `the product has the colour "${colors[index]?.color}" already`;
      yield { path: ['colors', index, 'color'], message };
    }
  }),
};
