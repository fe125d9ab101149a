/** Reloads nginx and replaces releases, in turn and at the same time, under load. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { pointAt } from '../../../build/output/install.ts';
import { childEnvironment } from '../../../infra/local/settings.ts';
import { deploy } from '../../../releases/deploy/deploy.ts';
import { baseUrl, fixtureContent } from '../../helpers/content.ts';
import { createClient } from '../../helpers/http-client.ts';
import { startTestNginx } from '../../helpers/nginx.ts';
import { addKey, bearer, startPricingApp } from '../../helpers/pricing-app.ts';

const run = promisify(execFile);

/**
 * Returns the ids of the worker processes of an nginx master process, also of old ones that are ending, separated by
 * spaces.
 */
async function workersOf(master: number): Promise<string> {
  return (await readFile(`/proc/${master}/task/${master}/children`, 'utf8')).trim();
}

test.serial(
  'no request fails or gets a mix of releases while nginx reloads and releases are swapped',
  async (t) => {
    const app = await startPricingApp(t);
    const { out, manifest } = app;
    const folder = dirname(out);
    const other = await deploy({ content: fixtureContent, out, baseUrl: `${baseUrl}/b` });
    const releases = [manifest.release, other.manifest.release];
    await pointAt(out, 'current', join('releases', manifest.release));
    const options = { folder, baseUrl, pricingPort: app.port, release: manifest.release };
    const nginx = await startTestNginx(t, options);
    const headers = bearer(await addKey(app.redis));

    let running = true;
    let asked = 0;
    const seen = new Set<string>();
    const faults: string[] = [];
    const load = async (keep: boolean) => {
      let client = createClient(nginx.port);
      for (let turn = 1; running; turn += 1) {
        // A new client has its own connection and limit.
        if (!keep || turn % 100 === 0) client = createClient(nginx.port);
        const keyed = turn % 5 === 0;
        const path = keyed ? '/v1/products/pricing' : '/v1/health';
        const ask = () => client(path, keyed ? { headers } : {}).catch((error: Error) => error);
        let reply = await ask();
        // An old worker closes idle connections, possibly while a request is being sent: clients retry it over a new
        // connection (RFC 9112 section 9.3.1).
        if (reply instanceof Error && keep) {
          client = createClient(nginx.port);
          reply = await ask();
        }
        asked += 1;
        if (reply instanceof Error) faults.push(`${path}: ${reply.message}`);
        else if (reply.status !== 200) faults.push(`${path}: ${reply.status} ${reply.text}`);
        else if (!keyed) seen.add((reply.json() as { release: string }).release);
      }
    };
    const loads = [false, false, true, true].map(load);
    const master = nginx.master.pid ?? 0;
    const conf = join(folder, 'infra', 'nginx.conf');
    for (let turn = 1; turn <= 5; turn += 1) {
      const before = await workersOf(master);
      await pointAt(out, 'current', join('releases', releases[turn % 2] ?? ''));
      await run('nginx', ['-p', folder, '-c', conf, '-s', 'reload'], {
        env: childEnvironment() as NodeJS.ProcessEnv,
      });
      // New workers have started; the old ones end by themselves.
      while ((await workersOf(master)) === before) await createClient(nginx.port)('/v1/health');
    }
    running = false;
    await Promise.all(loads);
    t.deepEqual(faults, []);
    t.true(asked > 100, `${asked} requests`);
    t.deepEqual([...seen].sort(), [...releases].sort());
    t.is(nginx.log(), '');
  },
);
