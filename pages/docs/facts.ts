/** What the texts of the docs say of the API, by the name they call it by: taken from the contract. */
import type { PageFacts } from '../../build/output/shared-files.ts';
import { openApiSiteOf } from '../../build/render/addresses.ts';
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
import type { OpenApiSite } from '../../contract/openapi/document.ts';
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
import { exampleAnswer } from './errors/examples.ts';
import type { Facts, SampleSubject } from './expand.ts';
import { guideExamples } from './guide-examples.ts';
import type { Operation } from './reference/openapi.ts';
import { routeCells } from './reference/reference-page.ts';
import { words } from './words.ts';

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

/** The status and the words for what a test key is answered with. */
const testCells: Readonly<Record<PageLanguage, (outcome: TestOutcome) => string[]>> = {
  en: (outcome) =>
    'tier' in outcome
      ? ['200', `Prices of tier \`${outcome.tier}\`: ${outcome.percentOfMsrp}% of MSRP`]
      : problemCells(outcome.problem, '/docs/errors'),
  fr: (outcome) =>
    'tier' in outcome
      ? ['200', `Prix du niveau \`${outcome.tier}\`\u00A0: ${outcome.percentOfMsrp}\u00A0% du PDSF`]
      : problemCells(outcome.problem, '/docs/fr/erreurs'),
};

function problemCells(code: ProblemCode, page: string): string[] {
  return [String(problems[code].status), `[\`${code}\`](${page}#error-${code})`];
}

/** What a client with some requests behind it may read. */
const exampleLimit = { remaining: 412, reset: 23 } as const;

/** The facts for texts in a language. */
export function createFacts(
  language: PageLanguage,
  facts: PageFacts,
  operations: readonly Operation[],
): Facts {
  const { contexts, products } = facts;
  const [context] = contexts as readonly [CatalogueContext];
  const { content, site } = context;
  const { baseUrl } = site;
  const sunset = earliestSunset('2027-01-01');
  const goodbye = { announced: '2027-01-01', sunset, link: `${baseUrl}/docs/changes` };
  const subject = chooseSubject(language, facts);
  return {
    baseUrl,
    ...subject,
    ...guideExamples(subject, facts, operations),
    defaultLocale: `\`${content.catalogue.defaultLocale}\``,
    productTables: tableLinks(routes.export.path, facts),
    stockTables: tableLinks(routes.inventory.path, facts),
    locales: rows(
      locales.map((locale) => {
        const facts = localeFacts[locale];
        const { market, currency } = facts;
        return [
          ...[`\`${locale}\``, languages[language][facts.language], countries[language][market]],
          dollars[language][currency],
        ];
      }),
    ),
    productCounts: rows(
      contexts.map(({ locale }) => [`\`${locale}\``, String(countSoldIn(locale, facts))]),
    ),
    localeCounts: contexts
      .map(({ locale }) => `\`${locale}\` ${countSoldIn(locale, facts)}`)
      .join(', '),
    apiName: words[language].site,
    products: products.length,
    contact: contactText(language, openApiSiteOf(context).contact),
    routes: rows(operations.map((operation) => routeCells(operation, language))),
    keys: maxActiveKeys,
    propagation: propagationSeconds,
    testKeys: rows(
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
    cacheDocs: cacheControl.docs,
    cacheErrors: cacheControl.error,
    cacheNotFound: cacheControl.notFound,
    problem: JSON.stringify(exampleAnswer('unsupported_locale', baseUrl).problem, null, 2),
    notice: noticeMonths,
    deprecation: Object.entries(deprecationHeaders(goodbye))
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
  };
}

const contactWords: Readonly<Record<PageLanguage, { nobody: string; page: string; or: string }>> = {
  en: { nobody: 'the operator of the catalogue', page: 'the contact page', or: 'or' },
  fr: { nobody: 'l’exploitant du catalogue', page: 'la page de contact', or: 'ou' },
};

/** Whom to ask for a key, as Markdown: the contact that the content names, or the operator. */
function contactText(language: PageLanguage, contact: OpenApiSite['contact']): string {
  const say = contactWords[language];
  if (contact === undefined) return say.nobody;
  const page = `[${say.page}](<${contact.url}>)`;
  return contact.email === undefined
    ? page
    : `[${contact.email}](<mailto:${contact.email}>) ${say.or} ${page}`;
}

/** Number of products that are sold in a locale. */
export function countSoldIn(locale: Locale, { products }: Pick<PageFacts, 'products'>): number {
  return products.filter((product) => isSoldIn(product, locale)).length;
}

/** A product that readers of a language can ask for, in a locale of the language where that has any. */
export function chooseSubject(
  language: PageLanguage,
  { contexts, products }: Pick<PageFacts, 'contexts' | 'products'>,
): Omit<SampleSubject, 'baseUrl'> {
  const own = contexts.filter(({ locale }) => localeFacts[locale].language === language);
  const candidates = [...own, ...contexts] as [CatalogueContext];
  for (const { locale } of candidates) {
    const shown = products.find((product) => isSoldIn(product, locale));
    if (shown !== undefined) return { locale, sku: shown.sku };
  }
  return { locale: candidates[0].locale, sku: 'SKU' };
}

/** Links to the tables of a route, one for each locale in which something is sold. */
function tableLinks(path: string, { contexts, products }: PageFacts): string {
  return contexts
    .filter(({ locale }) => products.some((product) => isSoldIn(product, locale)))
    .map(({ locale }) => `[${locale}](${path}?locale=${locale}&format=csv)`)
    .join(', ');
}

function rows(table: readonly (readonly string[])[]): string {
  return table.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
