/** The metrics of deploys for Prometheus. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { noPages } from '../../../../build/output/shared-files.ts';
import { runDeploy } from '../../../../releases/deploy/command.ts';
import { baseUrl, copyContent, makeFolder } from '../../../helpers/content.ts';
import { copyBuiltFixture } from '../../../helpers/released-files.ts';
import { runCommand } from '../../../helpers/run-command.ts';

async function prepare(t: ExecutionContext) {
  const content = await copyContent(t);
  const { out } = await copyBuiltFixture(t);
  const metrics = await makeFolder(t);
  let nowMs = Date.parse('2026-12-01T12:00:00Z');
  const clock = { nowMs: () => nowMs, wait: async () => {} };
  const args = ['--content', content.path, '--out', out, '--base-url', baseUrl];
  return {
    content,
    metrics,
    /** Deploys with the clock set to `second`, in seconds since the first deploy. */
    deploy(second: number, environment: Record<string, string> = {}, ...more: string[]) {
      nowMs = Date.parse('2026-12-01T12:00:00Z') + second * 1000;
      return runCommand(
        (all, terminal) => runDeploy(all, terminal, { clock, pages: noPages, encoding: 'none' }),
        [...args, ...more],
        { METRICS_DIR: metrics, ...environment },
      );
    },
    async samples() {
      const text = await readFile(join(metrics, 'catalogue-deploy.prom'), 'utf8');
      return text.split('\n').filter((line) => /^\w/.test(line));
    },
  };
}

const succeeded = 'catalogue_deploy_succeeded_timestamp_seconds';
const failed = 'catalogue_deploy_failed_timestamp_seconds';
const duration = 'catalogue_deploy_duration_seconds 0';
const begin = Date.parse('2026-12-01T12:00:00Z') / 1000;

test.serial(
  'the file in METRICS_DIR has the times of the last successful and the last failed deploy, and nothing else',
  async (t) => {
    const { content, metrics, deploy, samples } = await prepare(t);
    t.is((await deploy(0)).exitCode, 0);
    t.deepEqual(await samples(), [`${succeeded} ${begin}`, duration]);
    await content.write('brands.json', '{');
    t.is((await deploy(60)).exitCode, 1);
    t.deepEqual(await samples(), [`${succeeded} ${begin}`, `${failed} ${begin + 60}`, duration]);
    t.deepEqual(await readdir(metrics), ['catalogue-deploy.prom']);
  },
);

test.serial('a deploy that throws, such as one without its Redis, counts as failed', async (t) => {
  const { deploy, samples } = await prepare(t);
  t.is((await deploy(0, { REDIS_URL: 'redis://127.0.0.1:1' })).exitCode, 1);
  t.deepEqual(await samples(), [`${failed} ${begin}`, duration]);
});

test.serial(
  'a dry run writes no metrics, and a missing folder does not fail a deploy',
  async (t) => {
    const { metrics, deploy } = await prepare(t);
    t.is((await deploy(0, {}, '--dry-run')).exitCode, 0);
    t.deepEqual(await readdir(metrics), []);
    const { exitCode, stderr } = await deploy(0, { METRICS_DIR: join(metrics, 'missing') });
    t.is(exitCode, 0);
    t.regex(stderr, /^cannot write the metrics of this deploy into METRICS_DIR: ENOENT/);
  },
);
