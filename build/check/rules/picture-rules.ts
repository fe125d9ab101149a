/** Rules that report pictures that two products or two colours show. */
import { rowsOfFile } from '../../content/findings/relations.ts';
import { groupBy } from '../../content/group-by.ts';
import { type ContentRule, checkEachProduct } from './rule.ts';
import { idsIn, productFiles } from './unknown-ids.ts';

/** Reports, once for each two products, the first picture that they share, and the number of the others. */
export const sameImage: ContentRule = {
  id: 'product/same-image',
  severity: 'warning',
  summary: 'No two products show the same picture.',
  remedy:
    'Give the product its own picture; the reported one is often left over from a copied file.',
  example: {
    file: 'products/TEE-1.json',
    valid: '"color": "navy"',
    broken: `"color": "navy", "images": ["photos/stateside.png"]`,
  },
  *check(content) {
    const uses = [...idsIn(productFiles, 'assets', content)];
    const firstUses = new Map(uses.toReversed().map(({ id, file }) => [id, file]));
    const shared = uses.filter(({ id, file }) => firstUses.get(id) !== file);
    const pairs = groupBy(shared, ({ id, file }) => `${file}\n${firstUses.get(id)}`).values();
    for (const [first, ...others] of pairs) {
      if (first === undefined) continue;
      const { file, path, id } = first;
      const more = new Set(others.map((other) => other.id).filter((other) => other !== id)).size;
      const rest = more === 0 ? '' : `, as ${more === 1 ? 'is' : 'are'} ${more} more`;
      const message = `"${id}" is also a picture of ${firstUses.get(id)}${rest}`;
      // A copied file also keeps the SKU.
      yield { file, path, message, about: { explainedBy: [rowsOfFile(file)] } };
    }
  },
};

/** Reports a picture that several colours of a product share, at each of these colours after the first. */
export const sameColorImage: ContentRule = {
  id: 'product/same-color-image',
  severity: 'warning',
  summary: 'No two colours of a product show the same picture.',
  remedy:
    'Give the colour its own picture; put a picture of several colours into `images` of the product.',
  example: {
    file: 'products/USA-4.json',
    valid: '"colors": [',
    broken: '"colors": [{ "color": "bright", "images": ["photos/stateside.png"] },',
  },
  check: checkEachProduct(function* ({ colors = [] }) {
    const firstUses = new Map<string, string>();
    for (const [index, { color, images = [] }] of colors.entries()) {
      for (const picture of new Set(images)) {
        const first = firstUses.get(picture) ?? color;
        firstUses.set(picture, first);
        // `product/repeated-color` reports a colour that is listed twice.
        if (first === color) continue;
        const path = ['colors', index, 'images', images.indexOf(picture)];
        yield { path, message: `"${picture}" is also a picture of the colour "${first}"` };
      }
    }
  }),
};
