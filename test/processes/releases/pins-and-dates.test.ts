/** A rollback that holds, and deploys at the dates of the content (`npm run deploy -- --due`). */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { readManifest, renderIndex } from '../../../build/output/release-records.ts';
import { noPages } from '../../../build/output/shared-files.ts';
import { readChanges } from '../../../releases/changes/write-changes.ts';
import { runDeploy } from '../../../releases/deploy/command.ts';
import { baseUrl } from '../../helpers/content.ts';
import { buildWithoutPages, runCommand } from '../../helpers/run-command.ts';
import type { Teardown } from '../../helpers/teardown.ts';
import { copyDeployed } from './deployments.ts';

/** `copyDeployed`, with a function that runs `deploy --due` at a moment (ISO 8601). */
async function openDeployed(t: Teardown) {
  const deployed = await copyDeployed(t);
  const { out } = deployed;
  const run = (moment: string, args: readonly string[]) => {
    const controls = { now: () => Date.parse(moment), pages: noPages, encoding: 'none' } as const;
    return runCommand((all, terminal) => runDeploy(all, terminal, controls), args);
  };
  return {
    ...deployed,
    due: (moment: string, url = baseUrl) => run(moment, ['--due', '--out', out, '--base-url', url]),
    productsOf: async (id: string) =>
      Object.keys((await readManifest(join(out, 'releases', id))).products),
  };
}

const afterTheDate = '2027-01-01T00:03:00.000Z';

test.serial(
  'a rollback holds: builds, deploys and dates leave the pinned release, and --unpin or the newest release end it',
  async (t) => {
    const { content, out, args, setNote, deploy, due, release, current } = await openDeployed(t);
    await content.replace('products/BAG-5.json', '{', '{ "availableUntil": "2026-12-31",');
    const at = ['--at', '2026-12-30'];
    t.is((await deploy({}, ...at)).exitCode, 0);
    const good = await current();
    await setNote('Taille grand.');
    await deploy({}, ...at);
    const bad = await current();

    const back = await release({ SUDO_USER: 'anna' }, 'activate', 'previous');
    t.is(back.stdout.split('\n')[0], `release ${good} is current instead of ${bad}`);
    t.regex(back.stdout, /\nit is pinned: .+ --unpin\n$/);
    const { stdout: list } = await release({}, 'list');
    t.regex(list, new RegExp(`${good} .+ current, pinned since [-\\d]+ [:\\d]+ UTC by anna\\n`));

    await setNote('Taille moyen.');
    const pinned = new RegExp(
      `^release \\w{16} was made but is not current: release ${good} is pinned since .+ by anna; --unpin `,
    );
    const refused = await deploy({}, ...at);
    t.is(refused.exitCode, 1);
    t.regex(refused.stderr, pinned);
    const metrics = await readFile(join(out, 'metrics/catalogue-deploy.prom'), 'utf8');
    t.notRegex(metrics, /deploy_failed_timestamp_seconds \d/, 'no alarm of a failed deploy');
    t.regex((await runCommand(buildWithoutPages, [...args, ...at])).stderr, pinned);
    const { exitCode, stdout } = await due(afterTheDate);
    t.is(exitCode, 0);
    t.regex(
      stdout,
      /^release \w{16} is pinned since .+ and stays, although its date of .+ has passed\n$/,
    );
    t.is((await release({}, 'activate', 'current')).exitCode, 0);
    t.is(await current(), good);

    t.is((await deploy({}, ...at, '--unpin')).exitCode, 0);
    const fixed = await current();
    t.false([good, bad].includes(fixed));
    t.notRegex((await release({}, 'list')).stdout, /pinned/);

    await release({}, 'activate', good);
    await release({}, 'activate', fixed);
    await setNote('Taille unique.');
    t.is(
      (await deploy({}, ...at)).exitCode,
      0,
      'activating the newest release has removed the pin',
    );
    await writeFile(join(out, 'pinned'), '');
    t.regex((await deploy({}, ...at)).stderr, /pinned is damaged; remove it, or /);
  },
);

test.serial(
  'a date deploys the content of the last deploy by hand with its pictures, and never an unfinished edit',
  async (t) => {
    const { content, out, first, setNote, deploy, due, current, productsOf } =
      await openDeployed(t);
    await content.replace('products/BAG-5.json', '{', '{ "availableUntil": "2026-12-31",');
    await content.replace('products/JER-3.json', '{', '{ "availableUntil": "2027-01-02",');
    t.is((await deploy({}, '--at', '2026-12-31')).exitCode, 0);
    const before = await current();
    // Neither a finished nor an invalid edit is published.
    await setNote('Taille grand.');
    await content.write('brands.json', '{');

    const early = await due('2026-12-31T23:59:59.999Z');
    t.deepEqual(
      [early.exitCode, early.stdout],
      [0, 'nothing is due: the next date is 2027-01-01T00:00:00.000Z\n'],
    );
    t.is(await current(), before);
    const late = await due(afterTheDate);
    t.is(late.exitCode, 0, late.stderr);
    t.regex(
      late.stdout,
      new RegExp(`^release ${before} is deployed again: its date of .+ has passed\n`),
    );
    const next = await current();
    t.deepEqual(
      [(await productsOf(before)).includes('BAG-5'), (await productsOf(next)).includes('BAG-5')],
      [true, false],
    );
    const { history } = (await readChanges(out, next)) ?? {};
    t.is(history?.entries.at(-1)?.at, Date.parse(afterTheDate));
    t.deepEqual(
      (await productsOf(next)).filter((sku) => sku !== 'BAG-5').sort(),
      (await productsOf(first)).filter((sku) => sku !== 'BAG-5').sort(),
    );

    // The release of a date has the content, too.
    t.is((await due('2027-01-03T00:00:00.000Z')).exitCode, 0);
    t.false((await productsOf(await current())).includes('JER-3'));
    t.regex((await due('2027-01-03T00:05:00.000Z')).stdout, /^nothing is due: no date is ahead\n$/);
  },
);

test.serial(
  'another address or version of the compiler deploys the stored content again, and without it a date is an error',
  async (t) => {
    const { content, out, first, setNote, deploy, due, current } = await openDeployed(t);
    t.is(
      (await due(afterTheDate, 'https://other.example')).stdout,
      'nothing is due: no date is ahead\n',
    );
    t.is(await current(), first, 'an earlier version has stored no content');
    await content.replace('products/BAG-5.json', '{', '{ "availableUntil": "2026-12-31",');
    await deploy({}, '--at', '2026-12-31');
    await setNote('Taille grand.');
    const moved = await due('2026-12-31T12:00:00.000Z', 'https://other.example');
    t.is(moved.exitCode, 0, moved.stderr);
    const { baseUrl: address } = await readManifest(join(out, 'current'));
    t.is(address, 'https://other.example');

    const before = await current();
    await writeFile(
      join(out, 'current/index.json'),
      renderIndex({ compiler: 'x', asOf: undefined }, []),
    );
    const upgraded = await due('2026-12-31T12:05:00.000Z', 'https://other.example');
    t.regex(upgraded.stdout, /^release \w{16} is deployed again: another version of the compiler /);
    t.is(await current(), before);
    t.regex(
      (await due('2026-12-31T12:06:00.000Z', 'https://other.example')).stdout,
      /^nothing is due/,
    );

    await rm(join(out, 'current/private/content.tar.gz'));
    const lost = await due(afterTheDate, 'https://other.example');
    t.is(lost.exitCode, 1);
    t.regex(lost.stderr, /content\.tar\.gz is missing, .+; deploy by hand\n$/);
  },
);
