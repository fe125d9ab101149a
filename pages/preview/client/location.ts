/** Reads and changes the URL of the page. Filters and other selections are stored only in its query. */
import { signal } from '@preact/signals';

/** A signal with the current URL. Each change of the URL sets a new `URL` object. */
export const currentUrl = signal(new URL(location.href));

/**
 * Navigates to a URL of the preview without reloading the document. Adds a history entry, scrolls to the top and
 * focuses the page for screen readers. If the user returns with the Back button, the link to this URL is focused again.
 */
export function navigateTo(url: URL | string): void {
  history.replaceState({ followed: new URL(url, location.href).href }, '');
  history.pushState(null, '', url);
  currentUrl.value = new URL(location.href);
  scrollTo(0, 0);
  document.getElementById('page')?.focus({ preventScroll: true });
}

/**
 * Replaces all values of a query parameter in the URL, so that reloads and copied links keep the selection.
 * An empty list removes the parameter. Adds no history entry.
 */
export function setQueryValues(name: string, values: readonly string[]): void {
  const url = new URL(currentUrl.value);
  url.searchParams.delete(name);
  for (const value of values) url.searchParams.append(name, value);
  history.replaceState(history.state, '', url);
  currentUrl.value = url;
}

/** Returns the value of a query parameter, or the first allowed value if it is missing or not allowed. */
export function queryValue<Value extends string>(name: string, allowed: readonly Value[]): Value {
  const requested = currentUrl.value.searchParams.get(name);
  return allowed.find((value) => value === requested) ?? (allowed[0] as Value);
}

/** Makes the Back button and clicks on links of the preview change `currentUrl` without reloading the document. */
export function handleNavigation(): void {
  addEventListener('popstate', ({ state }: PopStateEvent) => {
    currentUrl.value = new URL(location.href);
    // After the page was rendered. Links of the page come after those of the menu.
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
    if (!/^\/preview(\/|$)/.test(link.pathname) || link.hash !== '') return;
    event.preventDefault();
    navigateTo(link.href);
  });
}
