/**
 * Export and changes routes on both servers (nginx, embedded), with releases that the tests build.
 */
import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import type { Changes } from '../../contract/schemas/changes.ts';
import { runRelease } from '../../releases/release-command.ts';
import { linkedRelease } from '../../releases/release-store.ts';
import { serveFolder } from '../helpers/both-servers.ts';
import { copyContent, makeFolder } from '../helpers/content.ts';
import { createClient } from '../helpers/http-client.ts';
import { untilServed } from '../helpers/nginx.ts';
import { build, buildCompressed, copyBuild } from '../helpers/released-files.ts';
import { runCommand } from '../helpers/run-command.ts';
import { collectTeardowns } from '../helpers/teardown.ts';

const file = collectTeardowns();
let built = '';
test.before('the fixture is compiled', async () => {
  built = (await buildCompressed(file)).out;
});
test.after.always('the compiled catalogue is removed', file.run);

test.serial(
  'both servers report an edit, a removal from a market and a rollback as changes',
  async (t) => {
    const content = await copyContent(t);
    const out = join(await makeFolder(t), 'dist');
    const { manifest } = await build(t, content.path, out);
    const first = manifest.release;
    const { clients } = await serveFolder(t, out);
    const read = async (query: string) => {
      const answers = [];
      for (const [, client] of clients()) {
        await untilServed(client, await linkedRelease(out, 'current'));
        answers.push((await client(`/v1/products/changes?${query}`)).json() as Changes);
      }
      t.deepEqual(answers[0], answers[1]);
      return answers[0] as Changes;
    };
    const { releasedAt } = await read('');
    await content.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
    await content.replace('prices/msrp.csv', '8008.00', '8008.10');
    await content.replace('inventory.csv', 'HOOD-2,bright,2XL,7', 'HOOD-2,bright,2XL,8');
    const second = (await build(t, content.path, out)).manifest.release;
    const { changes, ...facts } = await read(`since=${first}&locale=fr-CA`);
    t.like(facts, { from: first, release: second, complete: true });
    t.deepEqual(
      changes?.map(({ sku, change, parts }) => [sku, change, parts]),
      [
        ['BAG-5', 'changed', ['prices']],
        ['HOOD-2', 'changed', ['stock']],
        ['TEE-1', 'changed', ['content']],
      ],
    );
    const american = await read(`since=${first}&locale=en-US`);
    t.deepEqual(
      american.changes?.map(({ sku }) => sku),
      ['HOOD-2'],
    );

    await runCommand(runRelease, ['activate', first, '--out', out]);
    const back = await read(`since=${second}&locale=fr-CA`);
    t.deepEqual(
      back.changes?.map(({ sku }) => sku),
      ['BAG-5', 'HOOD-2', 'TEE-1'],
    );
    t.deepEqual((await read(`since=${first}&locale=fr-CA`)).changes, []);
    // The same release has other answers now: no server may use cached ones.
    t.true((await read('')).releasedAt > releasedAt);
  },
);

test.serial('an unreadable export gets 500, without the headers of an export', async (t) => {
  const out = await copyBuild(t, built);
  const file = join(out, 'current/public/v1/export/en-US.csv.gz');
  await rm(file);
  await symlink('en-US.csv.gz', file);
  const { ports } = await serveFolder(t, out);
  const client = createClient(ports.embedded);
  const reply = await client('/v1/products/export?locale=en-US&format=csv');
  t.is(reply.status, 500);
  t.is(reply.headers['content-type'], 'application/problem+json');
  t.is(reply.headers['content-disposition'], undefined);
  t.is(reply.headers['x-catalogue-release'], undefined);
});

test.serial(
  'if an export has no Brotli form, a client that accepts Brotli and gzip gets gzip',
  async (t) => {
    const out = await copyBuild(t, built);
    await rm(join(out, 'current/public/v1/export/en-US.ndjson.br'));
    const { clients } = await serveFolder(t, out);
    for (const [name, client] of clients()) {
      for (const [accepted, coding] of [
        ['gzip, br', 'gzip'],
        ['br;q=1.0, gzip;q=0.8', 'gzip'],
        ['br', undefined],
      ] as const) {
        const headers = { 'Accept-Encoding': accepted };
        const reply = await client('/v1/products/export?locale=en-US', { headers });
        t.is(reply.headers['content-encoding'], coding, `${name} ${accepted}`);
        t.regex(reply.text, /^\{"sku":"/);
      }
      const other = await client('/v1/products/export?locale=fr-CA', {
        headers: { 'Accept-Encoding': 'gzip, br' },
      });
      t.is(other.headers['content-encoding'], 'br', name);
    }
  },
);

test.serial(
  'both servers answer exports and changes with route_not_found if an earlier version built the release',
  async (t) => {
    const out = await copyBuild(t, built);
    for (const path of ['current/public/v1/export', 'current/public/v1/inventory', 'changes']) {
      await rm(join(out, path), { recursive: true });
    }
    const { clients } = await serveFolder(t, out);
    for (const [name, client] of clients()) {
      for (const path of ['export', 'inventory?format=csv', 'changes', 'changes?locale=fr-CA']) {
        const reply = await client(`/v1/products/${path}`);
        t.is(reply.status, 404, `${name} ${path}`);
        t.is((reply.json() as { code: string }).code, 'route_not_found');
        t.is(reply.headers['content-type'], 'application/problem+json');
        t.is(reply.headers['content-disposition'], undefined);
        t.is(reply.headers['x-catalogue-release'], undefined);
      }
    }
  },
);
