/** Reads JSON documents of the API, each once, and renders the page again when one has arrived. */
import { currentLocale } from './address.ts';

/** A document that is being read (`data` and `failure` are absent), has arrived, or could not be read. */
export interface Reading<Data> {
  readonly data?: Data;
  readonly failure?: { readonly status: number; readonly detail: string };
}

/** URL → its reading. */
const readings = new Map<string, Reading<unknown>>();
let renderPage: () => void = () => {};

/** Sets the function that is called whenever a document has arrived or could not be read. */
export function onRead(render: () => void): void {
  renderPage = render;
}

/**
 * Returns the reading of a document, and starts it if it has not been started. `convert` turns the answer into what is
 * kept. Readings of other locales are dropped, because the list of a large catalogue takes much memory.
 */
export function read<Data, Answer = Data>(
  url: string,
  convert: (answer: Answer) => Data = (answer) => answer as unknown as Data,
): Reading<Data> {
  const known = readings.get(url);
  if (known) return known as Reading<Data>;
  const locale = `locale=${currentLocale()}`;
  for (const other of readings.keys()) if (!other.includes(locale)) readings.delete(other);
  readings.set(url, {});
  fetchJson<Answer>(url)
    .then((answer): Reading<Data> => ({ data: convert(answer) }))
    .catch((error: unknown): Reading<Data> => {
      if (!(error instanceof ReadError)) reportError(error);
      const { status = 0, message } = error as Partial<ReadError> & Error;
      return { failure: { status, detail: message } };
    })
    .then((reading) => {
      readings.set(url, reading);
      renderPage();
    });
  return {};
}

/** Forgets failed readings, or all, and renders the page, which starts them again. */
export function readAgain({ all = false } = {}): void {
  for (const [url, { failure }] of readings) if (all || failure) readings.delete(url);
  renderPage();
}

/** Thrown if a document cannot be read. `status` is the HTTP status, 0 without an answer. */
class ReadError extends Error {
  readonly status: number;
  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

async function fetchJson<Answer>(url: string): Promise<Answer> {
  let response: Response;
  try {
    // Each document is read once, and must be current: an editor may have changed it a second ago.
    response = await fetch(url, { cache: 'no-cache' });
  } catch (cause) {
    throw new ReadError(0, '', { cause });
  }
  if (response.ok) return (await response.json()) as Answer;
  const problem = await response.json().catch(() => ({}));
  const wait = response.headers.get('Retry-After');
  const detail = (problem as { detail?: string }).detail ?? response.statusText;
  throw new ReadError(response.status, wait ? `${detail} (${wait} s)` : detail);
}
