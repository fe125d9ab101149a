/** Where the page is: the address is the only place that filters and choices are kept in. */
import { signal } from '@preact/signals';

/** The address, renewed whenever it changes. */
export const here = signal(new URL(location.href));

/** Goes to an address of the preview, as a link does: the page begins at its top, for a screen reader too. */
export function goTo(url: URL | string): void {
  history.pushState(null, '', url);
  here.value = new URL(location.href);
  scrollTo(0, 0);
  document.getElementById('page')?.focus({ preventScroll: true });
}

/**
 * Writes a choice into the query, so that reload and links keep it; no step of its own for the Back
 * button. An empty list takes the name out.
 */
export function choose(name: string, values: readonly string[]): void {
  const url = new URL(here.value);
  url.searchParams.delete(name);
  for (const value of values) url.searchParams.append(name, value);
  history.replaceState(null, '', url);
  here.value = url;
}

/** The chosen value, or the first of the offered ones. */
export function chosen<Value extends string>(name: string, offered: readonly Value[]): Value {
  const wanted = here.value.searchParams.get(name);
  return offered.find((value) => value === wanted) ?? (offered[0] as Value);
}

/** Follows the Back button, and links of the preview without loading its script again. */
export function followLinks(): void {
  addEventListener('popstate', () => {
    here.value = new URL(location.href);
  });
  addEventListener('click', (event) => {
    const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event;
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    const link = target instanceof Element ? target.closest('a') : null;
    if (link === null || link.target !== '' || link.origin !== location.origin) return;
    if (!/^\/preview(\/|$)/.test(link.pathname) || link.hash !== '') return;
    event.preventDefault();
    goTo(link.href);
  });
}
