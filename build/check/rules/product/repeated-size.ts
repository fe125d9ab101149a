import { type ContentRule, eachProduct } from '../rule.ts';
import { repeatedAt } from './repeated-name.ts';

export const repeatedSize: ContentRule = {
  id: 'product/repeated-size',
  severity: 'error',
  summary: 'A product has each of its sizes once.',
  remedy: 'Remove one of the two, or correct it.',
  check: eachProduct(function* ({ sizes = [] }) {
    for (const index of repeatedAt(sizes)) {
      const message = `the product has the size "${sizes[index]}" already`;
      yield { path: ['sizes', index], message };
    }
  }),
};
