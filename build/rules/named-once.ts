/** A product names each of its colours and sizes once, and no two brands have one label. */
import type { Finding } from '../findings.ts';
import { productRule, type Rule } from './rule.ts';

/** The label of a brand is its key in the list response: of two, one would be lost. */
export const namedOnce: Rule = (content) => {
  const labels = Object.values(content.brands).map(({ name }) => name);
  return [
    ...ofProducts(content),
    ...Array.from(repeated('brands', labels), (finding) => ({ file: 'brands.json', ...finding })),
  ];
};

const ofProducts = productRule(function* ({ colors, sizes }) {
  yield* repeated(
    'colors',
    colors.map(({ color }) => color),
  );
  yield* repeated('sizes', sizes);
});

function* repeated(path: string, names: readonly string[]): Generator<Omit<Finding, 'file'>> {
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) === index) continue;
    yield { path: `${path}.${index}`, message: `"${name}" stands here twice; remove one` };
  }
}
