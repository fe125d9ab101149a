/** Data that follows the content: what a page shows is asked for again after each save. */
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { ContentState, Pulse } from '../answers.ts';
import { language } from './settings.ts';

/** Differs after every look of the server at the content. */
export const version = signal('');

/** How the content stands, once it was told. */
export const contentState = signal<ContentState | undefined>(undefined);

/** Whether the server is heard. */
export const isConnected = signal(true);

/** Whether the last data that a page asked for could not be made. */
export const hasFailed = signal(false);

/**
 * Listens to the server while the page is looked at. A browser has but six connections to a server for all
 * its windows, and one that listens keeps one.
 */
export function followContent(): void {
  let events: EventSource | undefined;
  const follow = () => {
    events?.close();
    events = document.visibilityState === 'visible' ? listen() : undefined;
  };
  document.addEventListener('visibilitychange', follow);
  follow();
}

let run: string | undefined;

/** The first message comes at once: what was missed is made up for. */
function listen(): EventSource {
  const events = new EventSource('/preview/events');
  events.addEventListener('open', () => {
    isConnected.value = true;
  });
  events.addEventListener('error', () => {
    isConnected.value = false;
  });
  events.addEventListener('message', ({ data }) => {
    const pulse = JSON.parse(data) as Pulse;
    // Another run may have another script.
    if (run !== undefined && run !== pulse.run) location.reload();
    run = pulse.run;
    contentState.value = pulse.state;
    version.value = pulse.version;
  });
  return events;
}

/** The last answers, so that Back shows a page at once, at the height where it was left. */
const kept = new Map<string, unknown>();

/**
 * What the server answers below `/preview/data/`; undefined until it has, null when there is nothing.
 * While a newer answer is on its way the last one stays, and the page keeps its scroll.
 */
export function useData<Answer>(path: string): Answer | null | undefined {
  const url = `/preview/data/${path}?language=${language.value}`;
  const [, renew] = useState({});
  const now = version.value;
  useEffect(() => {
    if (now === '') return;
    const gone = new AbortController();
    ask<Answer>(url, gone.signal)
      .then((answer) => {
        kept.set(url, answer);
        hasFailed.value = false;
        renew({});
      })
      .catch((error: unknown) => {
        if (gone.signal.aborted) return;
        hasFailed.value = true;
        // The browser's console is where a fault of a script is looked for.
        reportError(error);
      });
    return () => gone.abort();
  }, [url, now]);
  return kept.get(url) as Answer | null | undefined;
}

async function ask<Answer>(url: string, signal: AbortSignal): Promise<Answer | null> {
  const response = await fetch(url, { signal });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return (await response.json()) as Answer;
}
