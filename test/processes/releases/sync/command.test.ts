/** `npm run sync` as operators and systemd run it. */
import { mkdir, readFile, readlink, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { syncListingSchema } from '../../../../contract/schemas/sync.ts';
import { runSync } from '../../../../sync/command.ts';
import { copyContent, makeFolder } from '../../../helpers/content.ts';
import { build, copyBuiltFixture } from '../../../helpers/released-files.ts';
import { runCommand } from '../../../helpers/run-command.ts';
import { runScript } from '../../../helpers/run-process.ts';
import { startSyncer } from '../../../helpers/syncer.ts';
import { startService } from '../../../specification-service/server.ts';

/** Returns the items of the served French sync listing in an output folder. */
async function itemsOf(out: string) {
  const text = await readFile(join(out, 'sync/current/all/fr-CA.json'), 'utf8');
  return syncListingSchema.parse(JSON.parse(text));
}

const active = (...skus: string[]) => skus.map((sku) => ({ sku, companies: ['north-shop'] }));

async function startOver(t: ExecutionContext) {
  const { out, manifest } = await copyBuiltFixture(t);
  const service = await startService({ products: active('TEE-1', 'HOOD-2', 'BAG-5') });
  t.teardown(() => service.leave());
  return { out, release: manifest.release, service };
}

test.serial(
  'a round reports its counts; a loss has its own exit code, and an option accepts it',
  async (t) => {
    const { out, release, service } = await startOver(t);
    const environment = { SPECIFICATION_URL: service.url };
    const first = await runCommand(runSync, ['--out', out], environment);
    t.is(first.stderr, '');
    t.is(first.exitCode, 0);
    t.regex(
      first.stdout,
      new RegExp(`^listing \\w{16}: 3 active products of release ${release}\n  expires \\S+Z\n$`),
    );
    service.list(active('GONE-1'));
    const held = await runScript('sync/main.ts', ['--out', out], environment);
    t.is(held.exitCode, 2);
    t.is(held.stdout, '');
    t.regex(
      held.stderr,
      /^no new listing: 3 of 3 active products are gone, TEE-1 among them; .+\n$/,
    );
    t.is((await itemsOf(out)).length, 3);
    const accepted = await runCommand(runSync, ['--out', out, '--accept-loss'], environment);
    t.is(accepted.exitCode, 0);
    t.regex(
      accepted.stdout,
      /: 0 active products of .+\n.+\n {2}left out, not in the catalogue: GONE-1\n$/,
    );
    t.deepEqual(await itemsOf(out), []);
  },
);

test.serial(
  'a round lists the content, and names what it leaves out or why it fails',
  async (t) => {
    const content = await copyContent(t);
    const { out, manifest } = await copyBuiltFixture(t);
    await content.append('active-products.csv', 'GONE-1,north-shop\nGONE-2,east-shop\n');
    const args = ['--content', content.path, '--out', out];
    const { exitCode, stdout } = await runCommand(runSync, args);
    t.is(exitCode, 0);
    const [first = '', ...more] = stdout.split('\n');
    const { release } = manifest;
    t.regex(first, new RegExp(`^listing \\w{16}: 4 active products of release ${release}$`));
    const leftOut = [
      '  left out, not in the catalogue: GONE-1, GONE-2',
      '  left out, unknown companies: east-shop',
      '',
    ];
    t.deepEqual(more, leftOut);
    const again = await runCommand(runSync, args);
    t.deepEqual(again.stdout.split('\n'), [`${first}, unchanged`, ...leftOut]);
    await content.append('active-products.csv', 'TEE-1\n');
    const faulty = await runCommand(runSync, args);
    t.is(faulty.exitCode, 1);
    t.is(faulty.stdout, '');
    t.regex(
      faulty.stderr,
      /^no new listing: .+active-products\.csv:9 .+; npm run build shows every error\n$/,
    );
  },
);

test.serial(
  'if old listings cannot be removed, the new one is served, and both are reported',
  async (t) => {
    const content = await copyContent(t);
    const { out } = await copyBuiltFixture(t);
    const args = ['--content', content.path, '--out', out];
    t.is((await runCommand(runSync, args)).exitCode, 0);
    // A link to itself, with the name of a listing: its age cannot be read.
    const old = join(out, 'sync', '0123456789abcdef');
    await symlink(old, old);
    await content.append('active-products.csv', 'HOOD-2,south-shop\n');
    const { exitCode, stdout, stderr } = await runCommand(runSync, args);
    t.is(exitCode, 1);
    const [, listing = ''] = /^listing (\w{16}): 4 active products/.exec(stdout) ?? [];
    t.is(await readlink(join(out, 'sync/current')), listing);
    t.is(
      stderr,
      `listing ${listing} is served, but old listings in ${join(out, 'sync')} cannot be removed: ELOOP: too many symbolic links encountered, stat '${old}'\n`,
    );
  },
);

test.serial(
  'a round that is stopped during its request prints nothing and exits with 1',
  async (t) => {
    const { out, service } = await startOver(t);
    service.behave('slow headers');
    const asked = service.nextAsked();
    const stopping = new AbortController();
    const running = runCommand(
      (args, terminal) => runSync(args, terminal, stopping.signal),
      ['--out', out],
      { SPECIFICATION_URL: service.url },
    );
    await asked;
    stopping.abort();
    t.deepEqual(await running, { exitCode: 1, stdout: '', stderr: '' });
  },
);

test.serial(
  '--every uses a new release at once, continues after a failure, and ends with SIGTERM',
  async (t) => {
    const { out, release, service } = await startOver(t);
    const content = await copyContent(t);
    // Rounds are a minute apart, so an earlier line is about the release.
    const environment = { SPECIFICATION_URL: service.url };
    const slow = startSyncer(t, ['--out', out, '--every', '60s'], environment);
    const first = await slow.next({ event: 'synced' });
    t.like(first, { level: 'info', release, products: 3, changed: true });
    const [before] = (await itemsOf(out)).filter(({ sku }) => sku === 'TEE-1');
    await content.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
    const { manifest } = await build(t, content.path, out);
    const followed = await slow.next({ release: manifest.release });
    t.like(followed, { event: 'synced', changed: true, expiresAt: first['expiresAt'] });
    t.is(service.asked.length, 1, 'no request was sent');
    const [after] = (await itemsOf(out)).filter(({ sku }) => sku === 'TEE-1');
    t.not(after?.revision, before?.revision);
    t.is(await slow.end('SIGTERM'), 0);

    service.behave('error 404', 'well');
    const quick = startSyncer(t, ['--out', out, '--every', '1s'], environment);
    const failed = await quick.next({ event: 'not_synced' });
    t.like(failed, { level: 'error', release: manifest.release, changed: false });
    t.regex(String(failed['message']), / answers 404$/);
    t.like(await quick.next({ event: 'synced' }), { changed: false });
    await rm(join(out, 'current'));
    await mkdir(join(out, 'current'));
    const { message } = await quick.next({ event: 'not_synced' });
    // The link may be missing for a moment.
    t.regex(String(message), /current is not a symbolic link; |has no release/);
    service.behave('slow headers');
    await service.nextAsked();
    t.is(await quick.end('SIGTERM'), 0, 'in the middle of a request');
  },
);

test.serial('--every waits for the first release, and honours Retry-After', async (t) => {
  const out = join(await makeFolder(t), 'dist');
  const service = await startService({ products: active('TEE-1') });
  t.teardown(() => service.leave());
  const environment = { SPECIFICATION_URL: service.url };
  const syncer = startSyncer(t, ['--out', out, '--every', '60s'], environment);
  t.like(await syncer.next({ event: 'not_synced' }), {
    message: `${out} has no release; run npm run build`,
  });
  service.behave('too many, an hour', 'well');
  const { manifest } = await build(t, undefined, out);
  const refused = await syncer.next({ event: 'not_synced' });
  t.regex(String(refused['message']), /asks to retry in 3600 s$/);
  t.is(service.asked.length, 2);
  t.is(await syncer.end('SIGTERM'), 0);
  const again = await runCommand(runSync, ['--out', out], environment);
  t.regex(again.stdout, new RegExp(`1 active products of release ${manifest.release}`));
});

test.serial(
  'npm run sync: an invalid command line prints the reason and the usage, and --help the usage',
  async (t) => {
    const help = await runCommand(runSync, ['--help']);
    t.deepEqual([help.exitCode, help.stderr], [0, '']);
    t.regex(help.stdout, /^Usage: npm run sync [\s\S]+\nExamples:\n {2}npm run sync\n/);
    const unknown = await runCommand(runSync, ['--often']);
    t.deepEqual([unknown.exitCode, unknown.stdout], [1, '']);
    t.regex(unknown.stderr, /^Unknown option '--often'.*\n\nUsage: npm run sync /);
    const invalid = await runCommand(runSync, ['--every', 'soon']);
    t.is(invalid.exitCode, 1);
    t.is(invalid.stderr, '--every is "soon"; it must be a time such as 60s or 5m, at most 576h\n');
  },
);
