/** Which pages there are, in which languages, and where: the one table of addresses and files. */
import { publicFiles } from '../../contract/release.ts';

/** Languages that pages are written in; French is Canadian. */
export const pageLanguages = ['en', 'fr'] as const;
export type PageLanguage = (typeof pageLanguages)[number];

/** The language as HTML and HTTP name it (BCP 47). */
export const languageTags: Readonly<Record<PageLanguage, string>> = { en: 'en', fr: 'fr-CA' };

const table = {
  start: { en: '/docs/', fr: '/docs/fr' },
  guide: { en: '/docs/guide', fr: '/docs/fr/guide' },
  dataModel: { en: '/docs/data-model', fr: '/docs/fr/modele-de-donnees' },
  reference: { en: '/docs/reference', fr: '/docs/fr/reference' },
  errors: { en: '/docs/errors', fr: '/docs/fr/erreurs' },
  changes: { en: '/docs/changes', fr: '/docs/fr/changements' },
  status: { en: '/docs/status', fr: '/docs/fr/etat' },
} as const satisfies Record<string, Readonly<Record<PageLanguage, string>>>;

export type PageId = keyof typeof table;
export const pageIds = Object.keys(table) as readonly PageId[];

/** Address of each page by language. */
export const addresses: Readonly<Record<PageId, Readonly<Record<PageLanguage, string>>>> = table;

/** Address of the same page as Markdown. */
export function markdownAddress(address: string): string {
  return address.endsWith('/') ? `${address}index.md` : `${address}.md`;
}

/** File of a page, below the release. */
export function pageFile(address: string): string {
  const file = address === table.start.en ? publicFiles.startPage : `${address.slice(1)}.html`;
  return `public/${file}`;
}

/** The feed of changes. */
export const feedAddress = '/docs/changes.atom';

/** The collection for Bruno. */
export const collectionAddress = '/docs/bruno-collection.zip';
