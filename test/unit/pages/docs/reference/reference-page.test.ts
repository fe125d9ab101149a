import test from 'ava';
import { pageLanguages } from '../../../../../pages/docs/addresses.ts';
import {
  type ApiDescription,
  listOperations,
  readOpenApiDocument,
} from '../../../../../pages/docs/reference/openapi.ts';
import {
  referenceMarkdown,
  renderReference,
} from '../../../../../pages/docs/reference/reference-page.ts';

const baseUrl = 'https://catalogue.example';
const input = { baseUrl, locale: 'en-CA', sku: 'TEE-1' } as const;
const api = readOpenApiDocument({
  baseUrl,
  defaultLocale: 'en-CA',
  deprecations: { list: { announced: '2027-01-01', sunset: '2027-07-01', link: `${baseUrl}/v2` } },
});
const render = (language: 'en' | 'fr', of: ApiDescription = api) =>
  renderReference(of, { language, input }).body.text;

/** Returns operation id → the section of the page about it. */
function sectionsOf(page: string): ReadonlyMap<string, string> {
  const sections = page.match(/<section class="operation">[\s\S]*?<\/section>/g) ?? [];
  return new Map(sections.map((text) => [/<h3 id="(\w+)"/.exec(text)?.[1] ?? '', text]));
}

test('every operation has a section with its path, parameters, errors and header fields, in both languages', (t) => {
  for (const language of pageLanguages) {
    const page = render(language);
    const sections = sectionsOf(page);
    t.deepEqual(
      [...sections.keys()],
      listOperations(api).map(({ id }) => id),
    );
    for (const { id, path, parameters, errors, headers } of listOperations(api)) {
      const text = sections.get(id) ?? '';
      t.true(text.replaceAll('<wbr>', '').includes(`<b>GET</b> ${path}</code>`), id);
      for (const { name } of parameters)
        t.true(text.includes(`<code>${name}</code>`), `${id} ${name}`);
      for (const code of errors.flatMap(({ codes }) => codes))
        t.regex(text, new RegExp(`#error-${code}"`));
      for (const name of headers)
        t.true(text.includes(`#header-${name.toLowerCase()}"`), `${id} ${name}`);
    }
  }
});

test('badges show whether a route needs a key and whether it is deprecated', (t) => {
  const badges = (language: 'en' | 'fr') =>
    Object.fromEntries(
      Array.from(sectionsOf(render(language)), ([id, text]) => [
        id,
        [...text.matchAll(/class="badge \w+">([^<]+)/g)].map(([, badge]) => badge).join(),
      ]),
    );
  t.like(badges('en'), {
    list: 'No key,Deprecated',
    detail: 'Key optional',
    productPricing: 'Key required',
    sync: 'No key',
  });
  t.like(badges('fr'), {
    list: 'Sans clé,Obsolète',
    detail: 'Clé facultative',
    productPricing: 'Clé obligatoire',
  });
});

test('the section and the Markdown of an operation list every member of its response', (t) => {
  const markdown = referenceMarkdown(api, 'en');
  const sections = sectionsOf(render('en'));
  for (const [id, schema] of [
    ['detail', 'ProductDetail'],
    ['detail', 'VariantStock'],
    ['list', 'ProductSummary'],
    ['productPricing', 'PriceTier'],
    ['sync', 'SyncItem'],
    ['changes', 'ProductChange'],
  ] as const) {
    for (const name of Object.keys(api.schemas[schema]?.properties ?? {})) {
      t.true(sections.get(id)?.includes(`<code>${name}</code> <small>`), `${id} ${name}`);
      t.true(markdown.includes(`- \`${name}\` (`), name);
    }
  }
});

test('form fields contain a product and a locale, and offer every allowed value', (t) => {
  const detail = sectionsOf(render('en')).get('detail') ?? '';
  t.regex(
    detail,
    /<input id="try-detail-sku" name="sku" data-in="path" value="TEE-1"[^>]* required>/,
  );
  t.regex(detail, /<option selected>en-CA<\/option><option>en-US</);
});

test('texts of the OpenAPI document are escaped', (t) => {
  const [group, ...others] = api.groups as [ApiDescription['groups'][number]];
  const [operation, ...rest] = group.operations as [(typeof group.operations)[number]];
  const hostile = { ...operation, summary: '<b>1</b>', description: '<script>`<em>`' };
  const text = render('en', {
    ...api,
    groups: [{ ...group, operations: [hostile, ...rest] }, ...others],
  });
  t.false(/<script>|<em>|<b>1/.test(text));
});
