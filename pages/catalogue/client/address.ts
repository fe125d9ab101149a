/**
 * The address of the page: which page is shown, and the locale, filters and selections in its query. Every state that a
 * person may want to keep or send is in the address; nothing else is stored but the last chosen locale.
 */
import { type Locale, locales } from '../../../contract/locales.ts';

/** Path of the application, such as `/catalogue/`: the folder of this script. */
const appPath = new URL('.', import.meta.url).pathname;

/** URL of the API, with a slash at the end. */
export const apiRoot = new URL('..', import.meta.url).href;

/** The public address of the API, which begins the addresses of pictures and documents in its answers. */
const publicRoot = `${document.documentElement.dataset['baseUrl']}/`;

let url = new URL(location.href);
let renderPage: () => void = () => {};

/** Returns the name of the page and its SKU, if any: `/catalogue/products/TEE100` → `['products', 'TEE100']`. */
export function currentPage(): readonly [name: string, sku?: string] {
  const [name = '', sku] = url.pathname.slice(appPath.length).split('/');
  return sku === undefined ? [name] : [name, sku];
}

/** Returns the locale of the address. */
export function currentLocale(): Locale {
  return locales.find((each) => each === url.searchParams.get('locale')) ?? 'en-CA';
}

/** Returns a query parameter; empty if it is missing. Several values are separated by commas. */
export function textOf(name: string): string {
  return url.searchParams.get(name) ?? '';
}

/** Returns the address of a page, such as `products/TEE100`, in the locale of this one; the grid has an empty name. */
export function addressOf(page: string): string {
  return `${appPath}${page}?locale=${currentLocale()}`;
}

/** Returns the current address with other parameters; undefined removes one. */
export function addressWith(changes: Readonly<Record<string, string | undefined>>): string {
  const next = new URL(url);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.searchParams.set(name, value);
    else next.searchParams.delete(name);
  }
  // Commas need no encoding in a query.
  return next.pathname + next.search.replaceAll('%2C', ',');
}

/** Changes parameters of the address. Typing replaces the entry of the history; other changes add one. */
export function change(
  changes: Readonly<Record<string, string | undefined>>,
  { replaces = false } = {},
): void {
  const next = addressWith(changes);
  if (replaces) history.replaceState(history.state, '', next);
  else history.pushState(null, '', next);
  show();
}

/** Follows a link within the application: adds an entry to the history, scrolls up and focuses the page. */
function follow(href: string): void {
  history.replaceState({ followed: href }, '');
  history.pushState(null, '', href);
  show();
  scrollTo(0, 0);
  document.getElementById('page')?.focus({ preventScroll: true });
}

function show(): void {
  url = new URL(location.href);
  renderPage();
}

/**
 * Begins to follow links and the history: calls `render` now and after each change of the address. An address without a
 * locale gets the one that was chosen last or, at the first visit, that of the browser's language.
 */
export function startNavigation(render: () => void): void {
  renderPage = render;
  if (!locales.some((each) => each === url.searchParams.get('locale'))) {
    history.replaceState(null, '', addressWith({ locale: preferredLocale() }));
  }
  addEventListener('popstate', ({ state }: PopStateEvent) => {
    show();
    // Returns the focus to the link that led away from this page.
    queueMicrotask(() => {
      const isFollowed = ({ href }: { href: string }) => href === state?.followed;
      [...document.links].findLast(isFollowed)?.focus({ preventScroll: true });
    });
  });
  addEventListener('click', (event) => {
    const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event;
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    const link = target instanceof Element ? target.closest('a') : null;
    if (link === null || link.target !== '' || link.origin !== location.origin) return;
    if (!link.pathname.startsWith(appPath) || link.hash !== '') return;
    event.preventDefault();
    follow(link.href);
  });
  show();
}

/** Goes to another locale, and stores it for later visits unless the browser blocks storage. */
export function chooseLocale(locale: Locale): void {
  try {
    localStorage.setItem('catalogue-locale', locale);
  } catch {
    // The locale is only in the address.
  }
  change({ locale, page: undefined });
}

/** Many browsers in Canada ask for en-US, so that only a choice leads there. */
function preferredLocale(): Locale {
  const byLanguage = navigator.language.startsWith('fr') ? 'fr-CA' : 'en-CA';
  try {
    const stored = localStorage.getItem('catalogue-locale');
    return locales.find((each) => each === stored) ?? byLanguage;
  } catch {
    return byLanguage;
  }
}

/**
 * Returns the address at which this host serves a file whose address in the API is `address`: the same, unless this page
 * was opened at another host than the public one.
 */
export function fileAddress(address: string): string {
  return address.startsWith(publicRoot) ? apiRoot + address.slice(publicRoot.length) : address;
}
