/** The stack's nginx: the project's own configuration with settings for this run. */
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { modulesFolder, nginxModules } from '../provision/programs.ts';
import { projectFolder } from './run-build.ts';
import type { StartServer } from './servers.ts';

export interface NginxRun {
  /** The folder it runs in (`-p`); `dist/` stands in it already. */
  readonly folder: string;
  readonly host: string;
  readonly port: number;
  readonly baseUrl: string;
  /** Port of the pricing service on loopback. */
  readonly pricingPort: number;
  readonly stop: AbortSignal;
}

/** Starts it and resolves once it serves. */
export async function startNginx(startServer: StartServer, run: NginxRun): Promise<void> {
  const { folder, host, port, stop } = run;
  await layOutFolder(run);
  const conf = join(folder, 'infra', 'nginx.conf');
  startServer('nginx', 'nginx', ['-p', folder, '-c', conf, '-g', 'daemon off;']);
  const health = `http://${bracket(host)}:${port}/v1/health`;
  while (!(await isServed(health))) await wait(20, undefined, { signal: stop });
}

/** Copies the configuration beside `dist/` and writes the three files of `nginx/settings/`. */
export async function layOutFolder(run: Omit<NginxRun, 'stop'>): Promise<void> {
  const target = join(run.folder, 'infra');
  await mkdir(target, { recursive: true });
  for (const part of ['nginx.conf', 'nginx']) {
    await cp(join(projectFolder, 'infra', part), join(target, part), { recursive: true });
  }
  for (const name of ['run', 'tmp']) await mkdir(join(run.folder, name));
  for (const [file, lines] of Object.entries(renderSettings(run))) {
    await writeFile(join(target, 'nginx', 'settings', file), `${lines.join('\n')}\n`);
  }
}

function renderSettings({ host, port, baseUrl, pricingPort }: Omit<NginxRun, 'stop'>) {
  const isRoot = process.getuid?.() === 0;
  return {
    'process.conf': [
      ...nginxModules.map(({ file }) => `load_module ${modulesFolder}/${file};`),
      // The run's folder is readable to whoever runs this and nobody else.
      ...(isRoot ? ['user root;'] : []),
      'worker_processes 2;',
      'pid run/nginx.pid;',
      'error_log stderr warn;',
    ],
    'site.conf': [
      `map "" $base_url { default "${baseUrl}"; }`,
      `upstream pricing_service { server 127.0.0.1:${pricingPort}; keepalive 32; }`,
    ],
    'listen.conf': [`listen ${bracket(host)}:${port};`],
  };
}

function bracket(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

async function isServed(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}
