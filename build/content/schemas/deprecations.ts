/** `deprecations.json`: the routes that will be removed. */
import { z } from 'zod';
import {
  type Deprecations,
  deprecableRoutes,
  noticeMonths,
} from '../../../contract/deprecation.ts';
import { editorSchemaMember as $schema, daySchema, httpsUrlSchema } from './values.ts';

const deprecationSchema = z.strictObject({
  announced: daySchema.meta({
    description: 'The day from which clients are told, by UTC.',
    examples: ['2026-12-01'],
  }),
  sunset: daySchema.meta({
    description: `The day on which the route goes: ${noticeMonths} months after "announced" at the earliest.`,
    examples: ['2027-03-01'],
  }),
  link: httpsUrlSchema.meta({
    description: 'Page that says what to use instead.',
    examples: ['https://api.example.com/docs/v2'],
  }),
});

const members = deprecableRoutes.map(({ path }) => [
  path,
  deprecationSchema
    .describe('When the route was announced to go, and when it does.')
    .exactOptional(),
]);

export const deprecationsSchema = z
  .strictObject({
    $schema,
    routes: z
      .strictObject(Object.fromEntries(members) as Record<string, typeof deprecationSchema>)
      .describe('The deprecated routes, by path as OpenAPI has it. Mostly none.'),
  })
  .meta({
    title: 'Deprecations',
    description: 'The routes that are deprecated. The file may be missing: none is then.',
  });

/** Returns the deprecations by route id; the file has them by path. */
export function toDeprecations(
  byPath: Readonly<Record<string, Deprecations['list']>> = {},
): Deprecations {
  const entries = deprecableRoutes.map(({ id, path }) => [id, byPath[path]] as const);
  return Object.fromEntries(entries.filter(([, deprecation]) => deprecation !== undefined));
}
