/** Starts nginx for one test, with the configuration of the project and a release of the test. */
import type { ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findPort } from '../../infra/local/find-port.ts';
import type { StartServer } from '../../infra/local/servers.ts';
import { startNginx } from '../../infra/local/start-nginx.ts';
import type { Client } from './http-client.ts';
import { type StartedProcess, startProcess } from './process.ts';
import type { Teardown } from './teardown.ts';

interface NginxOptions {
  readonly folder: string;
  readonly baseUrl: string;
  readonly pricingPort: number;
  readonly release: string;
  /**
   * Path of a configuration file below `infra/nginx/` → function that returns its changed text. By default,
   * `connections.conf` gets longer timeouts.
   */
  readonly edits?: Readonly<Record<string, (text: string) => string>>;
}

/**
 * Lets nginx wait up to a minute for the headers of a request and for an answer of the pricing service. Client and
 * service often run in the test's own process, which other tests of its group may occupy for seconds.
 */
const longTimeouts = {
  'connections.conf': (text: string) =>
    text.replace(/^(client_header_timeout|proxy_read_timeout) \d+s;/gm, '$1 60s;'),
};

/** A running nginx: its ports, its master process and its error log. */
export interface TestNginx extends Pick<StartedProcess, 'log' | 'logged'> {
  readonly port: number;
  readonly metricsPort: number;
  readonly master: ChildProcess;
}

/**
 * Polls `/v1/health` until it reports the given release; with undefined, until it reports no release. nginx
 * notices a newly activated release within a second.
 */
export async function untilServed(client: Client, release: string | undefined): Promise<void> {
  for (;;) {
    const { status, json } = await client('/v1/health');
    const served = status === 200 ? (json() as { release: string }).release : undefined;
    if (served === release) return;
    await wait(20);
  }
}

/** Serves `<folder>/dist` with nginx until the test ends; returns the port. */
export async function serveWithNginx(t: Teardown, options: NginxOptions): Promise<number> {
  return (await startTestNginx(t, options)).port;
}

/**
 * Serves `<folder>/dist` with nginx until the test ends. If nginx exits with an error, an uncaught exception
 * fails the test run.
 */
export async function startTestNginx(
  t: Teardown,
  { edits = {}, ...options }: NginxOptions,
): Promise<TestNginx> {
  const host = '127.0.0.1';
  const [port, metricsPort] = await Promise.all([findPort(host, 0), findPort(host, 0)]);
  let started: StartedProcess | undefined;
  const startServer: StartServer = (_name, command, args) => {
    for (const [file, edit] of Object.entries({ ...longTimeouts, ...edits })) {
      const path = join(options.folder, 'infra', 'nginx', file);
      writeFileSync(path, edit(readFileSync(path, 'utf8')));
    }
    started = startProcess(t, command, args);
    return started.child;
  };
  const { signal } = new AbortController();
  await startNginx(startServer, { ...options, host, port, metricsPort, stop: signal });
  if (started === undefined) throw new Error('nginx was not started');
  const { child: master, log, logged } = started;
  return { port, metricsPort, master, log, logged };
}
