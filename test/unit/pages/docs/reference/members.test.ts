import test from 'ava';
import { resolveSchema } from '../../../../../pages/docs/reference/members.ts';
import type { Schemas } from '../../../../../pages/docs/reference/openapi.ts';
import { formatType } from '../../../../../pages/docs/reference/reference-labels.ts';
import { membersMarkdown } from '../../../../../pages/docs/reference/render-members.ts';

const schemas: Schemas = {
  Price: {
    type: 'object',
    description: 'A price.',
    required: ['amount'],
    properties: {
      amount: { type: 'number' },
      until: { type: 'string', format: 'date', description: 'The last day.' },
      maximum: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      currency: { type: 'string', enum: ['CAD', 'USD'] },
    },
  },
  Endless: { type: 'object', properties: { again: { $ref: '#/components/schemas/Endless' } } },
};
const price = { $ref: '#/components/schemas/Price' };

test('types are named in both languages, including arrays, maps and nullable types', (t) => {
  for (const [schema, english, french] of [
    [{ type: 'string' }, 'string', 'chaîne'],
    [{ type: 'string', format: 'date-time' }, 'string (date-time)', 'chaîne (date-time)'],
    [{ type: 'array', items: { type: 'string' } }, 'array of strings', 'tableau de chaînes'],
    [{ type: 'array', items: price }, 'array of objects', 'tableau d’objets'],
    [{ type: 'object', additionalProperties: price }, 'map of objects', 'dictionnaire d’objets'],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'integer or null', 'entier ou null'],
    [{ type: 'object', additionalProperties: {} }, 'object', 'objet'],
  ] as const) {
    const { type } = resolveSchema(schema, schemas);
    t.is(formatType(type, 'en'), english);
    t.is(formatType(type, 'fr'), french);
  }
});

test('a member has its description, values, members, and whether it is always present', (t) => {
  const list = { type: 'array', items: price, description: 'All prices.' };
  const { members } = resolveSchema(
    { type: 'object', properties: { list }, required: ['list'] },
    schemas,
  );
  t.is(
    membersMarkdown(members, 'en'),
    `- \`list\` (array of objects) All prices.
  - \`amount\` (number)
  - \`until\` (string (date), may be absent) The last day.
  - \`maximum\` (integer or null, may be absent)
  - \`currency\` (string, may be absent) One of \`CAD\`, \`USD\`.`,
  );
});

test('a reference has the description of its schema unless it has one of its own', (t) => {
  t.is(resolveSchema(price, schemas).description, 'A price.');
  t.is(resolveSchema({ ...price, description: 'Yours.' }, schemas).description, 'Yours.');
});

test('a schema that contains itself, or is missing, is an error', (t) => {
  for (const name of ['Endless', 'None']) {
    t.throws(() => resolveSchema({ $ref: `#/components/schemas/${name}` }, schemas), {
      message: `the schema ${name} is missing or contains itself`,
    });
  }
});
