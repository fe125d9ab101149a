/** Tests of the rules about references to ids that another file, or another part of the file, must define. */
import { append, remove, replace } from '../edited-content.ts';
import { accepts, finds, ignores, type Row, type RuleRows } from '../rule-rows.ts';

const tee = 'products/TEE-1.json';
const noBrand = replace(tee, '"brand": "acme"', '"brand": "gone"');

/**
 * Returns a test case in which the file of TEE-1 refers to an id that a shared file does not define, after `from` is
 * replaced by `to`. `expected` is the finding, `line:column message [suggestion]`, without the file.
 */
function unknownId(from: string, to: string, expected: string): Row {
  return finds('an id that the shared file lacks, with a suggestion', replace(tee, from, to), [
    `${tee}:${expected}`,
  ]);
}

export const references: RuleRows = {
  'product/unknown-brand': [
    unknownId(
      '"brand": "acme"',
      '"brand": "acm"',
      '41:12 "acm" is not among the brands of brands.json [acme]',
    ),
    finds(
      'an id that is similar to no other, with the list of all brands and without a suggestion',
      noBrand,
      {
        is: `${tee}:41:12 "gone" is not among the brands of brands.json`,
        allowed: ['acme', 'zeta'],
      },
    ),
    finds(
      'a name that every JavaScript object has',
      replace(tee, '"brand": "acme"', '"brand": "constructor"'),
      `${tee}:41:12 "constructor" is not among the brands of brands.json`,
    ),
    ignores('every brand while brands.json is missing', noBrand, remove('brands.json')),
    ignores('every brand while brands.json is not JSON', noBrand, append('brands.json', '}}')),
    ignores(
      'a reference to a brand whose entry is invalid',
      replace('brands.json', '"page": true', '"page": "yes"'),
    ),
    ignores('a brand of the wrong type', replace(tee, '"brand": "acme"', '"brand": 7')),
  ],
  'product/unknown-category': [
    unknownId(
      '"category": "tees"',
      '"category": "tee"',
      '42:15 "tee" is not among the categories of categories.json [tees]',
    ),
  ],
  'product/unknown-color': [
    unknownId(
      '"color": "grey-navy"',
      '"color": "gray-navy"',
      '88:16 "gray-navy" is not among the colours of colors.json [grey-navy]',
    ),
    finds(
      'an unknown colour after an invalid one, at its own position',
      [
        replace(tee, '"color": "navy"', '"color": "Navy blue"'),
        replace(tee, '"color": "grey-navy"', '"color": "grey-navi"'),
      ],
      {
        is: `${tee}:88:16 "grey-navi" is not among the colours of colors.json [grey-navy]`,
        path: 'colors[1].color',
      },
    ),
  ],
  'product/unknown-decoration': [
    unknownId(
      '"print"',
      '"printing"',
      '67:7 "printing" is not among the decorations of decorations.json [print]',
    ),
  ],
  'product/unknown-fabric': [
    unknownId(
      '"cotton"',
      '"coton"',
      '49:5 "coton" is not among the fabrics of facets.json [cotton]',
    ),
  ],
  'product/unknown-for': [
    unknownId(
      '"for": "adults"',
      '"for": "adult"',
      '43:10 "adult" is not among the audiences (“for”) of facets.json [adults]',
    ),
  ],
  'product/unknown-inspiration': [
    unknownId(
      '"team"',
      '"teams"',
      '46:5 "teams" is not among the inspirations of facets.json [team]',
    ),
  ],
  'product/unknown-material': [
    unknownId('"CO"', '"co"', '52:5 "co" is not among the materials of facets.json [CO]'),
  ],
  'product/unknown-size': [
    ...['10.5', '6-8', '6/8', 'One size', "WOMEN'S 6", 'May 5'].map((size) =>
      accepts(
        `a size that is written ${size}, in every file`,
        ...['sizes.json', 'products/BAG-5.json', 'inventory.csv'].map((file) =>
          replace(file, 'OSFA', size),
        ),
      ),
    ),
    unknownId('"2XL"\n', '"2xl"\n', '106:5 "2xl" is not among the sizes of sizes.json [2XL]'),
    finds(
      'unknown sizes between invalid ones, each at its own index',
      replace(tee, '"sizes": [\n    "S",\n    "M"', '"sizes": [1, "s", 2, "m"'),
      [
        {
          is: `${tee}:103:16 "s" is not among the sizes of sizes.json [S]`,
          path: 'sizes[1]',
        },
        {
          is: `${tee}:103:24 "m" is not among the sizes of sizes.json [M]`,
          path: 'sizes[3]',
        },
      ],
    ),
  ],
  'product/unknown-size-chart': [
    unknownId(
      '"sizeChart": "tops"',
      '"sizeChart": "top"',
      '108:16 "top" is not among the size charts of size-charts.json [tops]',
    ),
  ],
  'product/unknown-tag': [
    unknownId(
      '"tag": "best-seller"',
      '"tag": "best-sellers"',
      '40:10 "best-sellers" is not among the tags of tags.json [best-seller]',
    ),
  ],
  'shared/unknown-family': [
    finds(
      'a family that colors.json lacks, with a suggestion',
      replace('colors.json', '"grey",\n', '"gray",\n'),
      'colors.json:54:9 "gray" is not among the families of this file [grey]',
    ),
    ignores(
      'every family while the file misspells the field of its families',
      replace('colors.json', '"families"', '"familys"'),
    ),
    ignores(
      'a reference to a family whose entry is invalid',
      replace('colors.json', '"hex": "#A08FB8"', '"hex": "lilac"'),
    ),
  ],
  'catalogue/unknown-base-tier': [
    finds(
      'a base tier that is not a tier, with every tier',
      replace('catalogue.json', '"base": "A3"', '"base": "a3"'),
      {
        is: 'catalogue.json:26:13 "a3" is not among the tiers of this catalogue [A3]',
        allowed: ['A1', 'A3'],
      },
    ),
    ignores(
      'the base tier while a tier is invalid',
      replace('catalogue.json', '"base": "A3"', '"base": "A9"'),
      replace('catalogue.json', '"A1"', '"net-A9"'),
    ),
    accepts('any tier as the base', replace('catalogue.json', '"base": "A3"', '"base": "A1"')),
  ],
};
