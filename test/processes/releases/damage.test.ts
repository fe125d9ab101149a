/** Damage that keeps the size and modification time of a file: how it is found and repaired. */
import { join } from 'node:path';
import test from 'ava';
import { runDeploy } from '../../../releases/deploy/command.ts';
import { runRelease } from '../../../releases/release-command.ts';
import { baseUrl, copyContent, fixtureContent } from '../../helpers/content.ts';
import { damageFile } from '../../helpers/damage.ts';
import { copyBuiltFixture } from '../../helpers/released-files.ts';
import { deployUncompressed, runCommand } from '../../helpers/run-command.ts';

/** Path of a file in a release → bytes of it that the test damages. Different steps of a build write these files. */
const damaged = {
  'index.json': '":',
  'private/net/A3/fr-CA.json': '":',
  'public/openapi.json': '":',
  'public/v1/export/en-CA.ndjson.gz': '\x8b',
  'public/v1/products/TEE-1/en-CA.json': '":',
};

test.serial('a deploy replaces damaged files that an activation has found', async (t) => {
  const { out } = await copyBuiltFixture(t);
  const deploy = ['--content', fixtureContent, '--out', out, '--base-url', baseUrl];
  const activate = () => runCommand(runRelease, ['activate', 'current', '--out', out]);
  for (const [path, bytes] of Object.entries(damaged)) {
    await damageFile(join(out, 'current', path), bytes);
    const { exitCode, stderr } = await activate();
    t.is(exitCode, 1, path);
    t.regex(stderr, /^release \w{16} is damaged: .+; the next deploy of its content, or pull on/);
    t.true(stderr.includes(`: ${path} has other bytes; `), stderr);
    const deployed = await runCommand(deployUncompressed, deploy);
    t.deepEqual(
      { exitCode: deployed.exitCode, stderr: deployed.stderr },
      { exitCode: 0, stderr: '' },
    );
    t.like(await activate(), { exitCode: 0, stderr: '' }, path);
  }
});

test.serial(
  'a damaged detail ends a deploy with its path, and the next deploy writes it again',
  async (t) => {
    const content = await copyContent(t);
    const { out } = await copyBuiltFixture(t, 'full');
    const detail = join(out, 'current/public/v1/products/BAG-5/en-CA.json');
    await damageFile(detail, '":');
    await content.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
    const args = ['--content', content.path, '--out', out, '--base-url', baseUrl];
    const deploy = () => runCommand(runDeploy, args);
    const { exitCode, stderr } = await deploy();
    t.is(exitCode, 1);
    t.regex(stderr, /^\S+\/en-CA\.json is damaged; build again: that writes it again\n$/);
    t.like(await deploy(), { exitCode: 0, stderr: '' });
  },
);
