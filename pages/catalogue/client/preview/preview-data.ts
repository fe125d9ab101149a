/** Reads the data of the preview, and reads everything again after each build. */
import type { PreviewFinding, State } from '../../../preview/preview-data.ts';
import { currentLocale } from '../address.ts';
import { type Reading, read, readAgain } from '../read.ts';

/** The state of the content at the last event of the server; undefined before the first. */
export let state: State | undefined;
/** False while the server cannot be reached. */
export let isConnected = true;

/**
 * Returns the reading of an answer below `/preview/data/` in the locale of the page. Reads nothing before the first
 * event: a build that ends later sends another one.
 */
export function askLocalized<Answer>(path: string): Reading<Answer> {
  if (state === undefined) return {};
  return read<Answer>(new URL(`data/${path}?locale=${currentLocale()}`, import.meta.url).href);
}

/** Returns the reading of all findings. */
export function readFindings(): Reading<readonly PreviewFinding[]> {
  return askLocalized('findings');
}

/** Follows the events that the server sends after each build, as long as the page is open. */
export function subscribe(): void {
  const events = new EventSource(new URL('events', import.meta.url));
  events.addEventListener('message', ({ data }) => {
    const next = JSON.parse(data) as State;
    const isNew = state !== undefined && state.version !== next.version;
    state = next;
    isConnected = true;
    readAgain({ all: isNew });
  });
  events.addEventListener('error', () => {
    isConnected = false;
    readAgain();
    // The browser reconnects after a network error, but not after an answer other than 200.
    if (events.readyState === EventSource.CLOSED) setTimeout(subscribe, 2000);
  });
}

/** Returns the URL with which Visual Studio Code opens a file at a line and column: `vscode://file/x/tags.json:3:5`. */
export function editorUrl(filePath: string, line = 1, column = 1): string {
  const path = filePath.split('/').map(encodeURIComponent).join('/');
  return `vscode://file${path}:${line}:${column}`;
}
