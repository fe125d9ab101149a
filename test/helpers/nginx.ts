/** An nginx of a test's own: the project's configuration over a release of the test's own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ExecutionContext } from 'ava';
import { findPort } from '../../infra/local/find-port.ts';
import type { StartServer } from '../../infra/local/servers.ts';
import { childEnvironment } from '../../infra/local/settings.ts';
import { startNginx } from '../../infra/local/start-nginx.ts';

interface NginxOptions {
  readonly folder: string;
  readonly baseUrl: string;
  readonly pricingPort: number;
  readonly release: string;
  /** Text in place of files of `infra/nginx/`, by their path there. */
  readonly instead?: Readonly<Record<string, string>>;
}

export interface TestNginx {
  readonly port: number;
  readonly metricsPort: number;
  /** The master; it ends with the test. */
  readonly process: ChildProcess;
  /** The error log so far. */
  errors(): string;
}

/** Serves `<folder>/dist` and gives the port; nginx ends with the test. */
export async function serveWithNginx(t: ExecutionContext, options: NginxOptions): Promise<number> {
  return (await runNginx(t, options)).port;
}

/** Serves `<folder>/dist`; nginx ends with the test. */
export async function runNginx(t: ExecutionContext, options: NginxOptions): Promise<TestNginx> {
  const host = '127.0.0.1';
  const [port, metricsPort] = await Promise.all([findPort(host, 0), findPort(host, 0)]);
  const words: string[] = [];
  const startServer: StartServer = (_name, command, args) => {
    const child = spawn(command, [...args], {
      env: childEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stderr.on('data', (data: Buffer) => words.push(data.toString()));
    t.teardown(() => end(child));
    child.once('exit', (code) => {
      if (code !== 0) t.fail(`nginx ended with ${code}: ${words.join('')}`);
    });
    return child;
  };
  const { signal } = new AbortController();
  const run = { ...options, host, port, metricsPort, stop: signal };
  return {
    port,
    metricsPort,
    process: await startNginx(startServer, run),
    errors: () => words.join(''),
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
