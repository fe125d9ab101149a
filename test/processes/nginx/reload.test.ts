/** Replaces releases and reloads nginx under load. */
import test from 'ava';
import { pointAt } from '../../../build/output/install.ts';
import type { Health } from '../../../contract/schemas/health.ts';
import { deploy } from '../../../releases/deploy/deploy.ts';
import { baseUrl, copyContent, fixtureContent } from '../../helpers/content.ts';
import type { Client } from '../../helpers/http-client.ts';
import { untilServed } from '../../helpers/nginx.ts';
import { bearer, compileInto } from '../../helpers/pricing-app.ts';
import { reload, workersOf } from './edge.ts';
import { served } from './served.ts';

const codings = ['identity', 'gzip', 'br'];
const paths = ['/v1/products', '/v1/products/TEE-1', '/v1/products/BAG-5', '/openapi.json'];
/** Path and content coding of the requests under load. */
const targets = [
  ...paths.flatMap((path) => codings.map((coding) => [path, coding] as const)),
  ['/v1/health', 'identity'] as const,
];

/** Returns all parts of an answer that differ between the releases of a test, as one text. */
async function ask(client: Client, [path, coding]: readonly [string, string]): Promise<string> {
  const { status, headers, text } = await client(path, { headers: { 'Accept-Encoding': coding } });
  return JSON.stringify([path, status, headers['etag'], headers['content-encoding'], text]);
}

/** Returns a text if the prices of a key are of another release than the public answers before and after them. */
async function compareHalves(client: () => Client, key: string): Promise<string | undefined> {
  const before = (await client()('/v1/health')).json() as Health;
  const { status, text } = await client()('/v1/products/pricing', { headers: bearer(key) });
  const after = (await client()('/v1/health')).json() as Health;
  const isSame = text.startsWith(`{"release":"${before.release}"`);
  if (status === 200 && (isSame || before.release !== after.release)) return undefined;
  return `public ${before.release}, keyed ${status} ${text.slice(0, 60)}`;
}

test.serial(
  'no request fails or gets a mix of releases while nginx reloads and releases are swapped, and public and keyed answers agree',
  async (t) => {
    const { app, client, key, restore } = served();
    const { out, manifest } = app;
    t.teardown(restore);
    const other = await deploy({ content: fixtureContent, out, baseUrl: `${baseUrl}/b` });
    const releases = [manifest.release, other.manifest.release];
    const swapTo = (turn: number) => pointAt(out, { current: `releases/${releases[turn % 2]}` });
    const whole = new Set<string>();
    for (const turn of [0, 1]) {
      await swapTo(turn);
      await untilServed(client(), releases[turn]);
      for (const target of targets) whole.add(await ask(client(), target));
    }
    t.is(whole.size, 2 * targets.length, 'every answer of one release differs from the other');

    let running = true;
    const seen = new Set<string>();
    const faults: string[] = [];
    const load = async () => {
      for (let turn = 0; running; turn += 1) {
        // A new connection for each request: an old worker closes idle ones, and then clients repeat their request.
        const fresh = client();
        const target = targets[turn % targets.length] ?? (['/', ''] as const);
        const answer = await ask(fresh, target).catch(String);
        if (whole.has(answer)) seen.add(answer);
        else faults.push(answer.slice(0, 200));
        const fault = await compareHalves(client, key).catch(String);
        if (fault !== undefined) faults.push(fault);
      }
    };
    const loads = [load(), load(), load()];
    const isSeen = () => seen.size === whole.size || faults.length > 0;
    for (let turn = 0; turn < 6 || !isSeen(); turn += 1) {
      await swapTo(turn);
      await reload(served());
      await untilServed(client(), releases[turn % 2]);
    }
    running = false;
    await Promise.all(loads);
    t.deepEqual(faults.slice(0, 5), []);
    t.is(served().log(), '');
  },
);

test.serial('while any one worker hangs, the others serve a new release', async (t) => {
  const { app, client, restore, master } = served();
  const other = await deploy({ content: fixtureContent, out: app.out, baseUrl: `${baseUrl}/c` });
  const releases = [app.manifest.release, other.manifest.release];
  t.teardown(restore);
  for (const [index, pid] of (await workersOf(master.pid)).entries()) {
    process.kill(Number(pid), 'SIGSTOP');
    t.teardown(() => void process.kill(Number(pid), 'SIGCONT'));
    await pointAt(app.out, { current: `releases/${releases[index % 2]}` });
    await untilServed(client(), releases[index % 2]);
    process.kill(Number(pid), 'SIGCONT');
  }
  t.pass();
});

test.serial(
  'a new release is served without a reload: an edit of equal length never causes 304, and unchanged bytes keep their entity tag',
  async (t) => {
    const { app, client, restore } = served();
    t.teardown(restore);
    const tagsOf = async () => {
      const replies = targets.map(([path, coding]) =>
        client()(path, { headers: { 'Accept-Encoding': coding } }),
      );
      return (await Promise.all(replies)).map(({ headers }) => String(headers['etag']));
    };
    const before = await tagsOf();
    t.is(new Set(before).size, before.length);
    const old = await client()('/v1/products/TEE-1');
    const content = await copyContent(t);
    await content.replace('products/TEE-1.json', 'Runs small.', 'Runs large.');
    const { release } = await compileInto(app.out, content.path);
    await untilServed(client(), release);
    const headers = { 'If-None-Match': String(old.headers['etag']) };
    const fresh = await client()('/v1/products/TEE-1', { headers });
    t.is(fresh.status, 200);
    t.is(fresh.bytes.length, old.bytes.length);
    t.not(fresh.text, old.text);
    const after = await tagsOf();
    const changed = targets.filter((_, index) => after[index] !== before[index]);
    t.deepEqual([...new Set(changed.map(([path]) => path))], ['/v1/products/TEE-1', '/v1/health']);
  },
);
