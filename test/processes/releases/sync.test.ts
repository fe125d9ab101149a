/** `npm run sync` as operators and systemd run it, once and with `--every`. */
import { EventEmitter, once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { syncListingSchema } from '../../../contract/schemas/sync.ts';
import { runSync } from '../../../sync/command.ts';
import { copyContent, makeFolder } from '../../helpers/content.ts';
import { build, copyBuiltFixture } from '../../helpers/released-files.ts';
import { runCommand } from '../../helpers/run-command.ts';
import { startSyncer } from '../../helpers/syncer.ts';
import { startService } from '../../specification-service/server.ts';

const active = (...skus: string[]) => skus.map((sku) => ({ sku, companies: ['north-shop'] }));

/** Returns the items of the served French sync listing in an output folder. */
async function itemsOf(out: string) {
  const text = await readFile(join(out, 'sync/current/all/fr-CA.json'), 'utf8');
  return syncListingSchema.parse(JSON.parse(text));
}

/** Starts a specification service; returns it, and the environment that names it. */
async function serve(t: ExecutionContext, ...skus: string[]) {
  const service = await startService({ products: active(...skus) });
  t.teardown(() => service.leave());
  return { service, environment: { SPECIFICATION_URL: service.url } };
}

test.serial(
  'a round lists the content, and names what it leaves out or why it fails',
  async (t) => {
    const content = await copyContent(t);
    const { out, manifest } = await copyBuiltFixture(t);
    await content.append('active-products.csv', 'GONE-1,north-shop\nGONE-2,east-shop\n');
    const sync = () => runCommand(runSync, ['--content', content.path, '--out', out]);
    const [first = '', ...more] = (await sync()).stdout.split('\n');
    const { release } = manifest;
    t.regex(first, new RegExp(`^listing \\w{16}: 4 active products of release ${release}$`));
    const leftOut = [
      '  left out, not in the catalogue: GONE-1, GONE-2',
      '  left out, unknown companies: east-shop',
      '',
    ];
    t.deepEqual(more, leftOut);
    t.deepEqual((await sync()).stdout.split('\n'), [`${first}, unchanged`, ...leftOut]);
    await content.append('active-products.csv', 'TEE-1\n');
    const faulty = await sync();
    t.deepEqual([faulty.exitCode, faulty.stdout], [1, '']);
    t.regex(
      faulty.stderr,
      /^no new listing: .+active-products\.csv:9 .+; npm run build shows .+\n$/,
    );
  },
);

test.serial(
  'a round of the specification service prints its expiry; a loss has its own exit code, and an option accepts it',
  async (t) => {
    const { out, manifest } = await copyBuiltFixture(t);
    const { service, environment } = await serve(t, 'TEE-1', 'HOOD-2', 'BAG-5');
    const sync = (...args: string[]) => runCommand(runSync, ['--out', out, ...args], environment);
    const first = await sync();
    t.deepEqual([first.exitCode, first.stderr], [0, '']);
    const counts = `3 active products of release ${manifest.release}`;
    t.regex(first.stdout, new RegExp(`^listing \\w{16}: ${counts}\n  expires \\S+Z\n$`));
    service.list(active('GONE-1'));
    const held = await sync();
    t.deepEqual([held.exitCode, held.stdout], [2, '']);
    const reason = /^no new listing: 3 of 3 active products are gone, TEE-1 among them; .+\n$/;
    t.regex(held.stderr, reason);
    t.is((await itemsOf(out)).length, 3);
    const accepted = await sync('--accept-loss');
    t.is(accepted.exitCode, 0);
    t.regex(accepted.stdout, /: 0 active products of .+\n.+\n {2}left out, .+: GONE-1\n$/);
    t.deepEqual(await itemsOf(out), []);
  },
);

test.serial(
  'a process with --every waits for the first release, uses a new one at once without a request, and ends with SIGTERM',
  async (t) => {
    const content = await copyContent(t);
    const out = join(await makeFolder(t), 'dist');
    const { service, environment } = await serve(t, 'TEE-1', 'HOOD-2', 'BAG-5');
    // Rounds are a minute apart, so an earlier line is about the release.
    const syncer = startSyncer(t, ['--out', out, '--every', '60s'], environment);
    const message = `${out} has no release; run npm run build`;
    t.like(await syncer.next({ event: 'not_synced' }), { level: 'error', message });
    const asked = service.asked.length;
    const { manifest } = await build(t, content.path, out);
    const first = await syncer.next({ event: 'synced' });
    const { release } = manifest;
    t.like(first, { level: 'info', release, products: 3, changed: true });
    const [before] = (await itemsOf(out)).filter(({ sku }) => sku === 'TEE-1');
    await content.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
    const next = (await build(t, content.path, out)).manifest.release;
    const followed = await syncer.next({ release: next });
    t.like(followed, { event: 'synced', changed: true, expiresAt: first['expiresAt'] });
    t.is(service.asked.length, asked + 1);
    const [after] = (await itemsOf(out)).filter(({ sku }) => sku === 'TEE-1');
    t.not(after?.revision, before?.revision);
    t.is(await syncer.end('SIGTERM'), 0);
  },
);

test.serial(
  'with --every, rounds continue after a failure, honour Retry-After, and end in the middle of a request',
  async (t) => {
    const { out } = await copyBuiltFixture(t);
    const { service, environment } = await serve(t, 'TEE-1');
    const lines = new EventEmitter();
    const stdout = { write: (line: string) => void lines.emit('line', JSON.parse(line)) };
    const stopping = new AbortController();
    const terminal = { env: environment, stdout, stderr: process.stderr };
    const next = async () => (await once(lines, 'line'))[0] as Record<string, unknown>;
    service.behave('error 404', 'well', 'slow headers');
    let line = next();
    const running = runSync(['--out', out, '--every', '1s'], terminal, stopping.signal);
    const failed = await line;
    t.like(failed, { level: 'error', event: 'not_synced' });
    t.regex(String(failed['message']), / answers 404$/);
    line = next();
    t.like(await line, { level: 'info', event: 'synced' });
    await service.nextAsked();
    stopping.abort();
    t.is(await running, 0);

    service.behave('too many, an hour', 'well');
    const again = new AbortController();
    line = next();
    const waiting = runSync(['--out', out, '--every', '1s'], terminal, again.signal);
    t.regex(String((await line)['message']), /asks to retry in 3600 s$/);
    const { length } = service.asked;
    // A new release is listed meanwhile.
    const content = await copyContent(t);
    await content.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
    line = next();
    const { manifest } = await build(t, content.path, out);
    t.like(await line, { event: 'synced', release: manifest.release });
    t.is(service.asked.length, length, 'no request was sent');
    again.abort();
    t.is(await waiting, 0);
  },
);
