/** The schema of `deprecations.json`: the routes that will be removed. */
import { z } from 'zod';
import {
  type Deprecations,
  deprecableRoutes,
  noticeMonths,
} from '../../../contract/deprecation.ts';
import { daySchema, fileOf, httpsUrlSchema, optional, withExample } from './values.ts';

const deprecationSchema = z
  .strictObject({
    announced: withExample(daySchema, '2026-12-01').describe('The day of the announcement (UTC).'),
    sunset: withExample(daySchema, '2027-03-01').describe(
      `The day on which the route is removed: at least ${noticeMonths} months after "announced".`,
    ),
    link: withExample(httpsUrlSchema, 'https://api.example.com/docs/v2').describe(
      'Page about the replacement.',
    ),
  })
  .describe('The announcement and the removal of the route.');

const routes = Object.fromEntries(deprecableRoutes.map(({ path }) => [path, deprecationSchema]));

export const deprecationsSchema = fileOf(
  'Deprecations',
  'The deprecated routes. The file is optional.',
  {
    routes: z
      .strictObject(optional(routes))
      .describe('The deprecated routes, by their path in OpenAPI; usually none.'),
  },
);

/** Converts path of a route (`/v1/products`) → deprecation to id of the route (`list`) → deprecation. */
export function toDeprecations(
  byPath: Readonly<Record<string, Deprecations['list']>> = {},
): Deprecations {
  const entries = deprecableRoutes.map(({ id, path }) => [id, byPath[path]] as const);
  return Object.fromEntries(entries.filter(([, deprecation]) => deprecation !== undefined));
}
