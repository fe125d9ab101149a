import test from 'ava';
import { createOpenApiDocument } from '../../../../contract/openapi/document.ts';
import {
  frenchTranslations,
  renderTranslation,
} from '../../../../pages/docs/reference/translate.ts';

/** With a deprecated route, so that the headers of such routes are described. */
const document = createOpenApiDocument({
  baseUrl: 'https://catalogue.example',
  defaultLocale: 'en-CA',
  companies: ['maple-promo'],
  deprecations: {
    list: { announced: '2027-01-01', sunset: '2027-07-01', link: 'https://catalogue.example/v2' },
  },
});

/** Returns the descriptions and summaries in a part of the document that the reference shows. */
function textsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (['example', 'value', 'info', 'externalDocs', 'securitySchemes'].includes(name)) return [];
    const isText = ['description', 'summary'].includes(name) && typeof member === 'string';
    return isText ? [member] : textsOf(member);
  });
}

test('every text of the OpenAPI document has a French translation, and every translation is used', (t) => {
  const { tags, paths, components } = document as {
    tags: { name: string }[];
    paths: object;
    components: { schemas: object };
  };
  const {
    Problem: _,
    ListProblem: __,
    PlainError: ___,
    ...schemas
  } = components.schemas as Record<string, object>;
  // The errors of a status link to the page on errors.
  const isProblem = (text: string) => /\(`[a-z_]+`\)\.$/.test(text);
  const texts = [
    ...tags.map(({ name }) => name),
    ...[tags, paths, { ...components, schemas }].flatMap(textsOf),
  ].filter((text) => !isProblem(text));
  t.true(texts.length > 100);
  t.deepEqual(
    texts.filter((text) => !Object.hasOwn(frenchTranslations, text)),
    [],
    'without a translation',
  );
  t.deepEqual(
    Object.keys(frenchTranslations).filter((text) => !texts.includes(text)),
    [],
    'left over',
  );
});

test('a text is escaped, and marked as English if it has no translation', (t) => {
  t.is(renderTranslation('An `id` & more', 'en').text, 'An <code>id</code> &amp; more');
  t.is(renderTranslation('No such text', 'fr').text, '<span lang="en">No such text</span>');
});
