/** Sends continuous requests to a running server and checks that each answer belongs to one release. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Client, createClient } from '../helpers/http-client.ts';
import type { RunningServer } from '../helpers/running-server.ts';

/**
 * The cents of all prices of a release, by which its answers are recognized: with the mark `11`, each price ends in
 * `.11`. An answer that mixes two releases contains both marks.
 */
export type Mark = '11' | '22';

interface Asked {
  readonly path: string;
  /** The request has the demo key of an account of this tier; if undefined, it has no key. */
  readonly tier?: string;
}

interface Load {
  /** Stops all clients. Returns the number of answers with each mark, and a line for each wrong answer. */
  stop(): Promise<{ answers: Readonly<Record<Mark, number>>; faults: readonly string[] }>;
}

/** After this number of requests a client is replaced by one with another address, so that it reaches no rate limit. */
const requestsPerClient = 150;

/**
 * Pause of a client between two requests in milliseconds: short enough that requests fall into every round of the test,
 * and long enough to leave processor time for builds.
 */
const pauseMs = 25;

/** Starts one client for each of `requests`. A client repeats its request until `stop` is called. */
export function startLoad(
  { port, keys }: Pick<RunningServer, 'port' | 'keys'>,
  requests: readonly Asked[],
): Load {
  const answers: Record<Mark, number> = { '11': 0, '22': 0 };
  const faults: string[] = [];
  let ended = false;

  const ask = async ({ path, tier }: Asked, client: Client) => {
    const headers: Record<string, string> =
      tier === undefined ? {} : { Authorization: `Bearer ${keys[tier]}` };
    const { status, text } = await client(path, { headers });
    const marks = status === 200 ? marksIn(JSON.parse(text)) : new Set<string>();
    const [mark] = marks;
    if (marks.size !== 1 || (mark !== '11' && mark !== '22')) {
      const found = `${status}, marks ${[...marks].join(' and ')}`;
      faults.push(`${path} ${tier}: ${found}: ${text.slice(0, 300)}`);
      return;
    }
    answers[mark] += 1;
  };
  const repeat = async (asked: Asked) => {
    let client = createClient(port);
    for (let count = 1; !ended; count += 1) {
      if (count % requestsPerClient === 0) client = createClient(port);
      await wait(pauseMs);
      await ask(asked, client);
    }
  };
  const clients = requests.map(repeat);
  return {
    async stop() {
      ended = true;
      await Promise.all(clients);
      return { answers, faults };
    },
  };
}

/**
 * Returns the marks in an answer: the cents of every price, and the digits after `#` at the end of a text, such as `11`
 * in `Runs small #11`.
 */
function marksIn(value: unknown, name = '', marks = new Set<string>()): Set<string> {
  if (typeof value === 'number' && /^(?:price|regularPrice|msrp|net)$/.test(name)) {
    marks.add(value.toFixed(2).slice(-2));
  } else if (typeof value === 'string') {
    const [, mark] = /#(\d\d)$/.exec(value) ?? [];
    if (mark !== undefined) marks.add(mark);
  } else if (Array.isArray(value)) for (const item of value) marksIn(item, '', marks);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) marksIn(item, key, marks);
  }
  return marks;
}
