import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import test from 'ava';
import { findPort } from '../../../infra/local/find-port.ts';
import type { StartServer } from '../../../infra/local/servers.ts';
import { startPricingService } from '../../../infra/local/start-pricing-service.ts';
import { compileInto } from '../../helpers/pricing-app.ts';
import { makeTemporaryFolder } from '../../helpers/temporary-folder.ts';

test.serial('log lines of the running service are printed', async (t) => {
  const out = await makeTemporaryFolder(t);
  await compileInto(out);
  const log = new PassThrough().resume();
  const startServer: StartServer = (_name, command, args, environment) => {
    const child = spawn(command, args, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.pipe(log);
    t.teardown(() => void child.kill('SIGKILL'));
    return child;
  };
  // No Redis listens there: the service logs each failed attempt.
  const redis = `redis://127.0.0.1:${await findPort('127.0.0.1', 0)}`;
  await startPricingService(startServer, { REDIS_URL: redis, DIST_DIR: out });
  for (let more = 0; more < 3; more += 1) {
    const [line] = (await once(log, 'data')) as [Buffer];
    t.regex(line.toString(), /"event":"redis_error"/);
  }
});
