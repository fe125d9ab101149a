/**
 * Rules about shared files: tiers, deprecated routes, names of brands, size aliases, size charts and colour families.
 */
import { earliestSunset, noticeMonths } from '../../../contract/deprecation.ts';
import { routes } from '../../../contract/routes.ts';
import { undefinedId } from '../../content/findings/relations.ts';
import { hintsFor, suggestSize } from '../../content/findings/suggest.ts';
import type { ContentRule } from './rule.ts';
import { explainUnknown } from './unknown-ids.ts';

/**
 * Reports routes whose removal is too soon after the announcement (specification, "Versioning", 4). RFC 9745
 * also forbids a `Sunset` before its `Deprecation`.
 */
const shortNotice: ContentRule = {
  id: 'deprecation/short-notice',
  severity: 'error',
  summary: `A deprecated route is removed at least ${noticeMonths} months after its announcement.`,
  remedy: 'Choose a later "sunset".',
  *check({ deprecations }) {
    for (const [id, { announced, sunset }] of Object.entries(deprecations)) {
      const earliest = earliestSunset(announced);
      if (sunset >= earliest) continue;
      const { path } = routes[id as keyof typeof routes];
      yield {
        file: 'deprecations.json',
        path: ['routes', path, 'sunset'],
        message: `"${sunset}" leaves clients less than ${noticeMonths} months; ${earliest} is the first day that does`,
      };
    }
  },
};

/**
 * Reports brands with the same name. The list response uses the name as key, so that one of the two would be
 * lost.
 */
const sameBrandName: ContentRule = {
  id: 'shared/same-brand-name',
  severity: 'error',
  summary: 'No two brands have the same name.',
  remedy: 'Change one of the names, or merge the two brands.',
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

const chartsFile = 'size-charts.json';

const sizeAlias: ContentRule = {
  id: 'shared/size-alias',
  severity: 'error',
  summary: 'An alias of a size is not a size itself, and stands for a size of sizes.json.',
  remedy: 'Correct the size that the alias stands for, or remove the alias.',
  *check({ sizeAliases, ids: { sizes } }) {
    if (sizes === undefined) return;
    for (const [alias, size] of Object.entries(sizeAliases)) {
      const place = { file: 'sizes.json', path: ['aliases', alias] };
      if (sizes.has(alias)) {
        const message = sizes.has(size)
          ? `"${alias}" is a size; remove it here, or from the sizes`
          : `"${alias}" is a size, but "${size}" is not; if ${size} was renamed to ${alias}, write "${size}": "${alias}"`;
        // A size that was renamed to its alias.
        const about = { explains: [undefinedId('sizes', size)] };
        yield { ...place, atName: true, message, ...(!sizes.has(size) && { about }) };
      } else if (!sizes.has(size)) {
        const meant = Object.hasOwn(sizeAliases, size) ? sizeAliases[size] : undefined;
        const message =
          meant === undefined
            ? `"${size}" is not among the sizes of this file`
            : `"${size}" is an alias, and not a size`;
        const isSize = meant !== undefined && sizes.has(meant);
        const hints = hintsFor(size, sizes, suggestSize);
        yield { ...place, message, ...hints, ...(isSize && { suggestion: meant }) };
      }
    }
  },
};

const sizeChartRow: ContentRule = {
  id: 'shared/size-chart-row',
  severity: 'error',
  summary: 'A row of a size chart is of a known size and has a value for each measure.',
  remedy: 'Correct the size or the values, or add the size to sizes.json.',
  *check(content) {
    const { sizeCharts, sizeNames } = content;
    for (const [id, { measures, rows }] of Object.entries(sizeCharts)) {
      for (const [size, values] of Object.entries(rows)) {
        const path = ['charts', id, 'rows', size];
        const meant = sizeNames.get(size);
        if (meant !== undefined) {
          const message = `"${size}" is another name of ${meant}, which has a row; remove one of the two`;
          yield { file: chartsFile, path, atName: true, message };
        } else {
          const unknown = explainUnknown('sizes', size, content);
          if (unknown !== undefined) yield { file: chartsFile, path, atName: true, ...unknown };
        }
        if (values.length === measures.length) continue;
        const message = `the row "${size}" has ${count(values, 'value')} for ${count(measures, 'measure')}`;
        yield { file: chartsFile, path, message };
      }
    }
  },
};

/** Returns the length of a list with a noun, such as `1 value` or `3 values`. */
function count({ length }: readonly unknown[], what: string): string {
  return `${length} ${what}${length === 1 ? '' : 's'}`;
}

/** Rules about the entries of shared files, such as brands, sizes and tiers. */
export const sharedRules: readonly ContentRule[] = [
  sameBrandName,
  shortNotice,
  sizeAlias,
  sizeChartRow,
];
