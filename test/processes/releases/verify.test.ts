/** Damage of releases: how it is found, and what repairs it. */
import { rm, stat, symlink, truncate, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { verifyRelease } from '../../../releases/verify-release.ts';
import { damageFile } from '../../helpers/damage.ts';
import { copyBuiltFixture } from '../../helpers/released-files.ts';
import { copyDeployed } from './deployments.ts';

const health = 'public/v1/health.json';
const detail = 'public/v1/products/TEE-1/fr-CA.json';

test.serial(
  'a release has no faults until files or links are missing or changed, which is found without reading files',
  async (t) => {
    const { out, manifest } = await copyBuiltFixture(t);
    const folder = join(out, 'releases', manifest.release);
    for (const depth of ['bytes', 'sizes'] as const) {
      t.deepEqual(await verifyRelease(folder, depth), []);
    }
    const { mtime } = await stat(join(folder, detail));
    await truncate(join(folder, detail), 3);
    await utimes(join(folder, detail), mtime, mtime);
    await rm(join(folder, 'public/openapi.json'));
    await utimes(join(folder, health), 1, 1);
    const [pictures, object] = ['public/images/TEE-1', 'public/v1/products/BAG-5'];
    await rm(join(folder, pictures));
    await rm(join(folder, object));
    await symlink('TEE-1', join(folder, object));
    const faults = await verifyRelease(folder, 'sizes');
    for (const fault of [
      'public/openapi.json is missing',
      `${health} has another modification time`,
      `${pictures} is missing`,
      `${object} points to another object`,
    ]) {
      t.true(faults.includes(fault), faults.join());
    }
    t.regex(faults.join(), /TEE-1\/fr-CA\.json has 3 bytes, not \d+/);
  },
);

/** Path of a file in a release → bytes of it that the test damages. Different steps of a build write these files. */
const damaged = {
  'index.json': '":',
  'private/net/A3/fr-CA.json': '":',
  'public/openapi.json': '":',
  'public/v1/products/index.en-CA.json': '":',
  'public/v1/products/TEE-1/en-CA.json': '":',
};

test.serial(
  'an activation finds files with other bytes of equal size and time, and the next deploy replaces them',
  async (t) => {
    const { out, deploy, release } = await copyDeployed(t);
    const activate = () => release({}, 'activate', 'current');
    for (const [path, bytes] of Object.entries(damaged)) {
      await damageFile(join(out, 'current', path), bytes);
      const { exitCode, stderr } = await activate();
      t.is(exitCode, 1, path);
      t.regex(stderr, /^release \w{16} is damaged: .+; the next deploy of its content, or pull on/);
      t.true(stderr.includes(`: ${path} has other bytes; `), stderr);
      t.like(await deploy(), { exitCode: 0, stderr: '' }, path);
      t.like(await activate(), { exitCode: 0, stderr: '' }, path);
    }
  },
);
