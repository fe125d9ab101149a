/** Reads JSON documents, each once, and renders the page again when one has arrived. */
import { currentLocale } from './address.ts';

/** A document that is being read (both members are absent), has arrived, or could not be read (status 0: no answer). */
export interface Reading<Data> {
  readonly data?: Data;
  readonly failure?: { readonly status: number; readonly detail: string };
}

/** URL → its reading; and the URLs that must be read again, whose old readings are shown meanwhile. */
const readings = new Map<string, Reading<unknown>>();
const outdated = new Set<string>();
let renderPage: () => void = () => {};

/** Sets the function that is called whenever a document has arrived or could not be read. */
export function onRead(render: () => void): void {
  renderPage = render;
}

/**
 * Returns the reading of a document, and starts it if it has not been started. `convert` turns the answer into what is
 * kept. Readings of other locales are dropped, because the list of a large catalogue takes much memory.
 */
export function read<Data>(
  url: string,
  convert: (answer: never) => Data = (answer) => answer,
): Reading<Data> {
  const known = readings.get(url) as Reading<Data> | undefined;
  if (known && !outdated.delete(url)) return known;
  const locale = `locale=${currentLocale()}`;
  for (const other of readings.keys()) if (!other.includes(locale)) readings.delete(other);
  readings.set(url, known ?? {});
  const settle = (reading: Reading<Data>) => {
    readings.set(url, reading);
    renderPage();
  };
  fetchReading(url, convert).then(settle, ({ message }: Error) =>
    settle({ failure: { status: 0, detail: message } }),
  );
  return known ?? {};
}

/** Reads failed documents again, or all, and renders the page. */
export function readAgain({ all = false } = {}): void {
  for (const [url, { failure }] of readings) {
    if (failure) readings.delete(url);
    else if (all) outdated.add(url);
  }
  renderPage();
}

async function fetchReading<Data>(url: string, convert: (answer: never) => Data) {
  // Each document is read once, and must be current: an editor may have changed it a second ago.
  const response = await fetch(url, { cache: 'no-cache' });
  const { ok, status, statusText, headers } = response;
  if (ok) return { data: convert((await response.json()) as never) };
  const problem: { detail?: string } = await response.json().catch(() => ({}));
  const wait = headers.get('Retry-After');
  const detail = problem.detail ?? statusText;
  return { failure: { status, detail: wait ? `${detail} (${wait} s)` : detail } };
}
