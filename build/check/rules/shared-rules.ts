/** Rules about the entries of shared files: brands, deprecated routes, size aliases and size charts. */
import { earliestSunset, noticeMonths } from '../../../contract/deprecation.ts';
import { routes } from '../../../contract/routes.ts';
import { aboutUnknown, undefinedId } from '../../content/findings/relations.ts';
import { hintsFor, suggestSize } from '../../content/findings/suggest.ts';
import type { ContentRule } from './rule.ts';
import { explainUnknown } from './unknown-ids.ts';

/** See the specification, "Versioning", 4. RFC 9745 also forbids a `Sunset` before its `Deprecation`. */
const shortNotice: ContentRule = {
  id: 'deprecation/short-notice',
  severity: 'error',
  summary: `A deprecated route is removed at least ${noticeMonths} months after its announcement.`,
  remedy: 'Choose a later "sunset".',
  example: {
    file: 'deprecations.json',
    broken:
      '{"routes":{"/v1/health":{"announced":"2026-12-01","sunset":"2027-02-28","link":"https://x.test/"}}}',
  },
  *check({ deprecations }) {
    for (const [id, { announced, sunset }] of Object.entries(deprecations)) {
      const earliest = earliestSunset(announced);
      if (sunset >= earliest) continue;
      const path = ['routes', routes[id as keyof typeof routes].path, 'sunset'];
      const message = `"${sunset}" leaves clients less than ${noticeMonths} months; ${earliest} is the first day that does`;
      yield { file: 'deprecations.json', path, message };
    }
  },
};

/** The list response uses the name as key, so that one of the two would be lost. */
const sameBrandName: ContentRule = {
  id: 'shared/same-brand-name',
  severity: 'error',
  summary: 'No two brands have the same name.',
  remedy: 'Change one of the names, or merge the two brands.',
  example: { file: 'brands.json', valid: '"Zeta"', broken: '"Acme & Sons"' },
  *check({ brands }) {
    const owners = new Map<string, string>();
    for (const [id, { name }] of Object.entries(brands)) {
      const owner = owners.get(name);
      if (owner === undefined) owners.set(name, id);
      else {
        const message = `"${name}" is also the name of the brand "${owner}"`;
        yield { file: 'brands.json', path: ['brands', id, 'name'], message };
      }
    }
  },
};

const sizeAlias: ContentRule = {
  id: 'shared/size-alias',
  severity: 'error',
  summary: 'An alias of a size is not a size itself, and stands for a size of sizes.json.',
  remedy: 'Correct the size that the alias stands for, or remove the alias.',
  example: { file: 'sizes.json', valid: '"sizes"', broken: '"aliases": { "M": "S" }, "sizes"' },
  *check({ sizeAliases, sizeNames, ids: { sizes } }) {
    if (sizes === undefined) return;
    for (const [alias, size] of Object.entries(sizeAliases)) {
      const place = { file: 'sizes.json', path: ['aliases', alias] };
      if (sizes.has(alias) && sizes.has(size)) {
        const message = `"${alias}" is a size; remove it here, or from the sizes`;
        yield { ...place, atName: true, message };
      } else if (sizes.has(alias)) {
        const message = `"${alias}" is a size, but "${size}" is not; if ${size} was renamed to ${alias}, write "${size}": "${alias}"`;
        const about = { explains: [undefinedId('sizes', size)] };
        yield { ...place, atName: true, message, about };
      } else if (!sizes.has(size)) {
        // The size may be an alias itself.
        const suggestion = sizeNames.get(size);
        const hints = { ...hintsFor(size, sizes, suggestSize), ...(suggestion && { suggestion }) };
        const message = `"${size}" is not among the sizes of this file`;
        yield { ...place, message, about: aboutUnknown('sizes', size), ...hints };
      }
    }
  },
};

const sizeChartRow: ContentRule = {
  id: 'shared/size-chart-row',
  severity: 'error',
  summary: 'A row of a size chart is of a known size and has a value for each measure.',
  remedy: 'Correct the size or the values, or add the size to sizes.json.',
  example: { file: 'size-charts.json', valid: '127,', broken: '' },
  *check(content) {
    for (const [id, { measures, rows }] of Object.entries(content.sizeCharts)) {
      for (const [size, values] of Object.entries(rows)) {
        const place = { file: 'size-charts.json', path: ['charts', id, 'rows', size] };
        const meant = content.sizeNames.get(size);
        const unknown = explainUnknown('sizes', size, content);
        if (meant !== undefined) {
          const message = `"${size}" is another name of ${meant}, which has a row; remove one of the two`;
          yield { ...place, atName: true, message };
        } else if (unknown !== undefined) yield { ...place, atName: true, ...unknown };
        if (values.length === measures.length) continue;
        const message = `the row "${size}" has ${count(values, 'value')} for ${count(measures, 'measure')}`;
        yield { ...place, message };
      }
    }
  },
};

/** Returns the length of a list with a noun, such as `1 value` or `3 values`. */
function count({ length }: readonly unknown[], what: string): string {
  return `${length} ${what}${length === 1 ? '' : 's'}`;
}

/** Rules about the entries of shared files, such as brands and sizes. */
export const sharedRules: readonly ContentRule[] = [
  sameBrandName,
  shortNotice,
  sizeAlias,
  sizeChartRow,
];
