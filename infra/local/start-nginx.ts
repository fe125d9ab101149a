/** The stack's nginx: the project's own configuration with settings for this run. */
import { once } from 'node:events';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { healthSchema } from '../../contract/schemas/health.ts';
import { modulesFolder, nginxModules } from '../provision/programs.ts';
import { projectFolder } from './run-build.ts';
import type { StartServer } from './servers.ts';
import { bracketed } from './settings.ts';

export interface NginxRun {
  /** The folder it runs in (`-p`); `dist/` stands in it already. */
  readonly folder: string;
  readonly host: string;
  readonly port: number;
  readonly baseUrl: string;
  /** Port of the pricing service on loopback. */
  readonly pricingPort: number;
  /** The release it is to serve. */
  readonly release: string;
  readonly stop: AbortSignal;
}

/** Starts it and resolves once it serves the release. */
export async function startNginx(startServer: StartServer, run: NginxRun): Promise<void> {
  const { folder, host, port, release, stop } = run;
  await layOutFolder(run);
  const conf = join(folder, 'infra', 'nginx.conf');
  startServer('nginx', 'nginx', ['-p', folder, '-c', conf, '-g', 'daemon off;']);
  while ((await askRelease(host, port)) !== release) await wait(20, undefined, { signal: stop });
}

/** Copies the configuration beside `dist/` and writes the three files of `nginx/settings/`. */
export async function layOutFolder(run: Omit<NginxRun, 'release' | 'stop'>): Promise<void> {
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

function renderSettings({ host, port, baseUrl, pricingPort }: Omit<NginxRun, 'release' | 'stop'>) {
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
    'listen.conf': [`listen ${bracketed(host)}:${port};`],
  };
}

/** The release that is served at an address, or undefined. fetch would refuse some ports. */
async function askRelease(host: string, port: number): Promise<string | undefined> {
  const request = get({ host, port, path: '/v1/health', agent: false });
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return healthSchema.safeParse(await json(response)).data?.release;
  } catch {
    // Not there yet, or somebody else's server; should nginx end, the run ends.
    return undefined;
  }
}
