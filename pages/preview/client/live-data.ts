/**
 * Loads the data of pages, and loads it again after each update event with a new `version`. The server sends an update
 * event when a page opens the event stream, when content was read or could not be read, and when another release became
 * current.
 */
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { ContentState, UpdateEvent } from '../responses.ts';
import { language } from './settings.ts';

/**
 * The `version` of the last update event of the server; empty until the first event. After a change of it, pages load
 * their data again.
 */
export const version = signal('');

/** The number of findings and the version of the content that pages show; undefined until the first update event. */
export const contentState = signal<ContentState | undefined>(undefined);

/** False while the event stream from the server is interrupted. */
export const isConnected = signal(true);

/** True if the last request for data failed. */
export const hasFailed = signal(false);

/**
 * Milliseconds until the page opens the event stream again after a response other than 200. After network errors, the
 * browser itself reconnects.
 */
const reconnectMs = 2000;

/**
 * Subscribes to the update events of the server while the page is visible, for the lifetime of the page. Hidden pages
 * close the stream, because browsers allow only six connections to a server for all windows.
 */
export function subscribeToUpdates(): void {
  let events: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const update = () => {
    clearTimeout(timer);
    events?.close();
    events = document.visibilityState === 'visible' ? openEventStream() : undefined;
    events?.addEventListener('error', () => {
      // The browser itself reconnects after a network error, but not after an answer other than 200.
      if (events?.readyState === EventSource.CLOSED) timer = setTimeout(update, reconnectMs);
    });
  };
  document.addEventListener('visibilitychange', update);
  update();
}

let serverId: string | undefined;

/**
 * Opens the event stream of the server and returns it; the caller closes it. Sets `isConnected` when the connection
 * opens or fails, and `contentState` and `version` at each event. Reloads the page if the server was restarted. The
 * server sends the first event at once, so that a page is up to date when it becomes visible again.
 */
function openEventStream(): EventSource {
  const events = new EventSource('/preview/events');
  events.addEventListener('open', () => {
    isConnected.value = true;
  });
  events.addEventListener('error', () => {
    isConnected.value = false;
  });
  events.addEventListener('message', ({ data }) => {
    const event = JSON.parse(data) as UpdateEvent;
    // A restarted server may have another version of this script.
    if (serverId !== undefined && serverId !== event.serverId) location.reload();
    serverId = event.serverId;
    contentState.value = event.state;
    version.value = event.version;
  });
  return events;
}

/**
 * URL → data of the last response (null for a 404), so that the Back button shows a page at once and restores its
 * scroll position.
 */
const lastData = new Map<string, unknown>();

/**
 * A hook that returns the JSON data at a path below `/preview/data/` in the language of the interface: undefined until
 * it has been loaded once, null if the server responded with 404. Loads nothing before the first update event. Loads
 * the data again after each change of `version`; meanwhile, and if loading fails, returns the old data.
 */
export function useData<Data>(path: string): Data | null | undefined {
  const url = `/preview/data/${path}?language=${language.value}`;
  const [, rerender] = useState({});
  const currentVersion = version.value;
  useEffect(() => {
    if (currentVersion === '') return;
    const request = new AbortController();
    fetchData<Data>(url, request.signal)
      .then((data) => {
        lastData.set(url, data);
        hasFailed.value = false;
        rerender({});
      })
      .catch((error: unknown) => {
        if (request.signal.aborted) return;
        hasFailed.value = true;
        // Shows the error in the console of the browser.
        reportError(error);
      });
    return () => request.abort();
  }, [url, currentVersion]);
  return lastData.get(url) as Data | null | undefined;
}

async function fetchData<Data>(url: string, signal: AbortSignal): Promise<Data | null> {
  const response = await fetch(url, { signal });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return (await response.json()) as Data;
}
