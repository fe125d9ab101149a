/** Computes the values of the `{{name}}` placeholders in the Markdown texts, from the contract and the release. */
import { defaultTimeZone } from '../../build/content/dates.ts';
import { textIn } from '../../build/content/localize/localizer.ts';
import type { PageFacts } from '../../build/output/shared-files.ts';
import { type CatalogueContext, isSoldIn } from '../../build/render/context.ts';
import { maxActiveKeys, propagationSeconds } from '../../contract/api-key.ts';
import { deprecationHeaders, earliestSunset, noticeMonths } from '../../contract/deprecation.ts';
import { cacheControl } from '../../contract/headers.ts';
import {
  type Currency,
  type Language,
  type Locale,
  localeFacts,
  locales,
  type Market,
} from '../../contract/locales.ts';
import { type ProblemCode, problems } from '../../contract/problems.ts';
import {
  advisoryLimit,
  hardLimit,
  rateLimitField,
  rateLimitPolicyField,
} from '../../contract/rate-policy.ts';
import { routes } from '../../contract/routes.ts';
import { type TestOutcome, testKeyHeader, testKeys } from '../../contract/test-keys.ts';
import type { PageLanguage } from './addresses.ts';
import { createExampleResponse } from './errors/examples.ts';
import type { PlaceholderValues, SampleInput } from './expand.ts';
import { frameLabels } from './frame-labels.ts';
import { createGuideExamples } from './guide-examples.ts';
import type { Operation } from './reference/openapi.ts';
import { routeCells } from './reference/route-table.ts';

const countries: Readonly<Record<PageLanguage, Record<Market, string>>> = {
  en: { CA: 'Canada', US: 'the United States' },
  fr: { CA: 'Canada', US: 'États-Unis' },
};
const dollars: Readonly<Record<PageLanguage, Record<Currency, string>>> = {
  en: { CAD: 'Canadian dollars', USD: 'American dollars' },
  fr: { CAD: 'dollars canadiens', USD: 'dollars américains' },
};
const languages: Readonly<Record<PageLanguage, Record<Language, string>>> = {
  en: { en: 'English', fr: 'French' },
  fr: { en: 'anglais', fr: 'français' },
};

/**
 * For each page language, a function that returns two Markdown table cells about a test key (a public API key for
 * testing clients): the HTTP status of a request with the key, and the price tier of the answer with its percentage of
 * MSRP. For a key that is refused, the second cell is a link to the problem code.
 */
const testCells: Readonly<Record<PageLanguage, (outcome: TestOutcome) => string[]>> = {
  en: (outcome) =>
    'tier' in outcome
      ? ['200', `Test prices of tier \`${outcome.tier}\`: ${outcome.percentOfMsrp}% of MSRP`]
      : problemCells(outcome.problem, '/docs/errors'),
  fr: (outcome) =>
    'tier' in outcome
      ? [
          '200',
          `Prix d’essai du niveau \`${outcome.tier}\`\u00A0: ${outcome.percentOfMsrp}\u00A0% du PDSF`,
        ]
      : problemCells(outcome.problem, '/docs/fr/erreurs'),
};

function problemCells(code: ProblemCode, page: string): string[] {
  return [String(problems[code].status), `[\`${code}\`](${page}#error-${code})`];
}

/** Example values of the `RateLimit` header: requests left and seconds until the window ends. */
const exampleLimit = { remaining: 412, reset: 23 } as const;

/**
 * Returns the values of all `{{name}}` placeholders in the texts of one language. Numbers are text with separators of
 * thousands, such as `10,000`. The value of a placeholder for a table, such as `{{routes}}`, is the Markdown rows of
 * the table, without the header row. Throws the errors of `facts.readDetail`.
 */
export function createPlaceholderValues(
  language: PageLanguage,
  facts: PageFacts,
  operations: readonly Operation[],
): PlaceholderValues {
  const { contexts, products } = facts;
  const [context] = contexts as readonly [CatalogueContext];
  const { content, site } = context;
  const { baseUrl } = site;
  const sunset = earliestSunset('2027-01-01');
  const deprecation = { announced: '2027-01-01', sunset, link: `${baseUrl}/docs/limits#versions` };
  const input = chooseSampleProduct(language, facts);
  const values: PlaceholderValues = {
    baseUrl,
    ...input,
    ...createGuideExamples(input, facts, operations),
    defaultLocale: `\`${content.catalogue.defaultLocale}\``,
    timeZone: `\`${content.catalogue.timeZone ?? defaultTimeZone}\``,
    productTables: csvLinks(routes.export.path, facts),
    stockTables: csvLinks(routes.inventory.path, facts),
    locales: tableRows(
      locales.map((locale) => {
        const facts = localeFacts[locale];
        const { market, currency } = facts;
        return [
          ...[`\`${locale}\``, languages[language][facts.language], countries[language][market]],
          dollars[language][currency],
        ];
      }),
    ),
    productCounts: tableRows(
      contexts.map(({ locale }) => [
        `\`${locale}\``,
        formatCount(countProductsSoldIn(locale, facts), language),
      ]),
    ),
    localeCounts: contexts
      .map(({ locale }) => {
        return `\`${locale}\` ${formatCount(countProductsSoldIn(locale, facts), language)}`;
      })
      .join(', '),
    apiName: frameLabels[language].site,
    products: products.length,
    contact: contactText(language, content.catalogue.api?.contact),
    routes: tableRows(operations.map((operation) => routeCells(operation, language))),
    keys: maxActiveKeys,
    propagation: propagationSeconds,
    testKeys: tableRows(
      testKeys.map(({ key, ...outcome }) => [`\`${key}\``, ...testCells[language](outcome)]),
    ),
    pricedTestKey: testKeys[0].key,
    revokedTestKey:
      testKeys.find((each) => 'problem' in each && each.problem === 'key_revoked')?.key ?? '',
    testKeyHeader: testKeyHeader['X-Test-Key'],
    quota: advisoryLimit.quota,
    window: advisoryLimit.windowSeconds,
    hard: hardLimit.requestsPerSecond,
    burst: hardLimit.burst,
    ratePolicy: rateLimitPolicyField,
    rateField: rateLimitField(exampleLimit.remaining, exampleLimit.reset),
    ...exampleLimit,
    cacheCatalogue: cacheControl.catalogue,
    cacheKeyed: cacheControl.keyed,
    cacheSync: cacheControl.sync,
    cacheAssets: cacheControl.assets,
    cachePictures: cacheControl.pictures,
    cacheDocs: cacheControl.docs,
    cacheErrors: cacheControl.error,
    cacheNotFound: cacheControl.notFound,
    problem: JSON.stringify(createExampleResponse('unsupported_locale', baseUrl).problem, null, 2),
    notice: noticeMonths,
    deprecation: Object.entries(deprecationHeaders(deprecation))
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
  };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' ? formatCount(value, language) : value,
    ]),
  );
}

const numberFormats: Readonly<Record<PageLanguage, Intl.NumberFormat>> = {
  en: new Intl.NumberFormat('en-CA'),
  fr: new Intl.NumberFormat('fr-CA'),
};

/** Returns a number with separators of thousands, such as `10,000`; in French with a no-break space, `10\u00A0000`. */
function formatCount(count: number, language: PageLanguage): string {
  return numberFormats[language].format(count);
}

type Contact = NonNullable<CatalogueContext['content']['catalogue']['api']>['contact'];

const contactLabels: Readonly<
  Record<PageLanguage, { operator: string; page: string; or: string }>
> = {
  en: { operator: 'the operator of the catalogue', page: 'the contact page', or: 'or' },
  fr: { operator: 'l’exploitant du catalogue', page: 'la page de contact', or: 'ou' },
};

/**
 * Returns Markdown links to the contact of the catalogue: its e-mail address, if there is one, and its
 * contact page. Without a contact, returns a phrase such as `the operator of the catalogue`.
 */
function contactText(language: PageLanguage, contact: Contact): string {
  const labels = contactLabels[language];
  if (contact === undefined) return labels.operator;
  const page = `[${labels.page}](<${textIn(language, contact.url)}>)`;
  return contact.email === undefined
    ? page
    : `[${contact.email}](<mailto:${contact.email}>) ${labels.or} ${page}`;
}

/** Returns the number of products that are sold in a locale. */
export function countProductsSoldIn(
  locale: Locale,
  { products }: Pick<PageFacts, 'products'>,
): number {
  return products.filter((product) => isSoldIn(product, locale)).length;
}

/**
 * Chooses the locale and the product for the requests of the samples in `language`: the first locale of this language
 * in which a product is sold, and the first product by SKU that is sold there. If no product is sold in this language,
 * chooses a locale and product of the other language in the same way. If no product is sold anywhere, returns the first
 * locale of this language (or of `contexts`, if none has this language) and, as `sku`, the text `SKU`.
 */
export function chooseSampleProduct(
  language: PageLanguage,
  { contexts, products }: Pick<PageFacts, 'contexts' | 'products'>,
): Omit<SampleInput, 'baseUrl'> {
  const ofLanguage = contexts.filter(({ locale }) => localeFacts[locale].language === language);
  const candidates = [...ofLanguage, ...contexts] as [CatalogueContext];
  for (const { locale } of candidates) {
    const product = products.find((each) => isSoldIn(each, locale));
    if (product !== undefined) return { locale, sku: product.sku };
  }
  return { locale: candidates[0].locale, sku: 'SKU' };
}

/**
 * Returns Markdown links to the CSV format of a route, one for each locale in which a product is sold, separated by
 * commas.
 */
function csvLinks(path: string, { contexts, products }: PageFacts): string {
  return contexts
    .filter(({ locale }) => products.some((product) => isSoldIn(product, locale)))
    .map(({ locale }) => `[${locale}](${path}.csv?locale=${locale})`)
    .join(', ');
}

function tableRows(table: readonly (readonly string[])[]): string {
  return table.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
