/** Sends continuous requests to a running server and checks that each answer belongs to one release. */
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '../helpers/http-client.ts';

/**
 * The cents of all prices of a release, by which its answers are recognized: with the mark `11`, each price ends in
 * `.11`. An answer that mixes two releases contains both marks.
 */
export type Mark = '11' | '22';

/** After this number of requests a client is replaced by one with another address, so that it reaches no rate limit. */
const requestsPerClient = 150;
/** Pause of a client between two requests in milliseconds; it leaves processor time for builds. */
const pauseMs = 25;

/**
 * Starts one client for each of `requests`, a path with the key to send. Returns a function that stops them, and
 * returns the marks of the answers and a line for each wrong answer.
 */
export function startLoad(
  port: number,
  requests: readonly (readonly [path: string, key?: string])[],
) {
  const answered = new Set<string>();
  const faults: string[] = [];
  let ended = false;
  const repeat = async ([path, key]: (typeof requests)[number]) => {
    const headers: Record<string, string> =
      key === undefined ? {} : { Authorization: `Bearer ${key}` };
    for (let client = createClient(port), count = 1; !ended; count += 1) {
      if (count % requestsPerClient === 0) client = createClient(port);
      await wait(pauseMs);
      const { status, text } = await client(path, { headers });
      const marks = status === 200 ? [...marksIn(text)] : [];
      if (marks.length === 1) answered.add(marks.join());
      else faults.push(`${path}: ${status}, marks ${marks.join(' and ')}: ${text.slice(0, 300)}`);
    }
  };
  const running = requests.map(repeat);
  return async () => {
    ended = true;
    await Promise.all(running);
    return { answered, faults };
  };
}

/** Returns the marks in an answer: the cents of every price, and the digits after `#` at the end of a text. */
function marksIn(body: string): ReadonlySet<string> {
  const marks = new Set<string>();
  JSON.parse(body, (name, value: unknown) => {
    if (typeof value === 'number' && /^(?:price|regularPrice|msrp|net)$/.test(name)) {
      marks.add(value.toFixed(2).slice(-2));
    } else if (typeof value === 'string') {
      const [, mark] = /#(\d\d)$/.exec(value) ?? [];
      if (mark !== undefined) marks.add(mark);
    }
    return value;
  });
  return marks;
}
