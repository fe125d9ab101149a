/** The URL path of every documentation page in each language, and the path of its file in a release. */
import { publicFiles } from '../../contract/release.ts';

/** The languages of the documentation. French is Canadian French. */
export const pageLanguages = ['en', 'fr'] as const;

/** A language of the documentation. */
export type PageLanguage = (typeof pageLanguages)[number];

/** The BCP 47 tag of each language, for `lang` and `hreflang` attributes. */
export const languageTags: Readonly<Record<PageLanguage, string>> = { en: 'en', fr: 'fr-CA' };

const pageAddresses = {
  start: { en: '/docs/', fr: '/docs/fr' },
  quickstart: { en: '/docs/quickstart', fr: '/docs/fr/demarrage' },
  copy: { en: '/docs/keep-a-copy', fr: '/docs/fr/copie' },
  prices: { en: '/docs/prices', fr: '/docs/fr/prix' },
  stock: { en: '/docs/stock', fr: '/docs/fr/stocks' },
  limits: { en: '/docs/limits', fr: '/docs/fr/limites' },
  reference: { en: '/docs/reference', fr: '/docs/fr/reference' },
  errors: { en: '/docs/errors', fr: '/docs/fr/erreurs' },
  status: { en: '/docs/status', fr: '/docs/fr/etat' },
  promostandards: { en: '/docs/promostandards', fr: '/docs/fr/promostandards' },
  notOffered: { en: '/docs/not-offered', fr: '/docs/fr/non-offert' },
} as const satisfies Record<string, Readonly<Record<PageLanguage, string>>>;

/** The id of a documentation page, such as `dataModel`; the same in every language. */
export type PageId = keyof typeof pageAddresses;

/** The ids of all pages, in the order of the navigation. */
export const pageIds = Object.keys(pageAddresses) as readonly PageId[];

/** The URL path of each page in each language. */
export const addresses: Readonly<Record<PageId, Readonly<Record<PageLanguage, string>>>> =
  pageAddresses;

/** Returns the URL path of the Markdown version of a page: `/docs/guide` → `/docs/guide.md`. */
export function markdownAddress(address: string): string {
  return address.endsWith('/') ? `${address}index.md` : `${address}.md`;
}

/** Returns the path of a page's HTML file in the folder of a release: `/docs/guide` → `public/docs/guide.html`. */
export function pageFile(address: string): string {
  const file =
    address === pageAddresses.start.en ? publicFiles.startPage : `${address.slice(1)}.html`;
  return `public/${file}`;
}

/** Returns the URL path at which a sample can be downloaded: with the locale and product of the pages in a language. */
export function sampleAddress(file: string, language: PageLanguage): string {
  return `/docs/${language === 'en' ? '' : `${language}/`}samples/${file}`;
}
