/** The schema of `deprecations.json`: the routes that will be removed. */
import { z } from 'zod';
import {
  type Deprecations,
  deprecableRoutes,
  noticeMonths,
} from '../../../contract/deprecation.ts';
import { editorSchemaMember as $schema, daySchema, httpsUrlSchema } from './values.ts';

const deprecationSchema = z.strictObject({
  announced: daySchema.meta({
    description: 'The day of the announcement (UTC).',
    examples: ['2026-12-01'],
  }),
  sunset: daySchema.meta({
    description: `The day on which the route is removed: at least ${noticeMonths} months after "announced".`,
    examples: ['2027-03-01'],
  }),
  link: httpsUrlSchema.meta({
    description: 'Page about the replacement.',
    examples: ['https://api.example.com/docs/v2'],
  }),
});

const members = deprecableRoutes.map(({ path }) => [
  path,
  deprecationSchema.describe('The announcement and the removal of the route.').exactOptional(),
]);

/**
 * Validates `deprecations.json`; its member `routes` maps path of an API route → days of its announcement and removal,
 * and URL of a page about its replacement.
 */
export const deprecationsSchema = z
  .strictObject({
    $schema,
    routes: z
      .strictObject(Object.fromEntries(members) as Record<string, typeof deprecationSchema>)
      .describe('The deprecated routes, by their path in OpenAPI; usually none.'),
  })
  .meta({
    title: 'Deprecations',
    description: 'The deprecated routes. The file is optional.',
  });

/**
 * Converts the member `routes` of `deprecations.json`, whose keys are paths of API routes (`/v1/products`), to an
 * object whose keys are ids of routes (`list`). Returns an empty object for undefined.
 */
export function toDeprecations(
  byPath: Readonly<Record<string, Deprecations['list']>> = {},
): Deprecations {
  const entries = deprecableRoutes.map(({ id, path }) => [id, byPath[path]] as const);
  return Object.fromEntries(entries.filter(([, deprecation]) => deprecation !== undefined));
}
