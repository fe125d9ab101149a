/** The stack's nginx: the project's own configuration with settings for this run. */
import { once } from 'node:events';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { get as getOverTls } from 'node:https';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { healthSchema } from '../../contract/schemas/health.ts';
import { modulesFolder, nginxModules } from '../provision/programs.ts';
import { projectFolder } from './run-build.ts';
import type { Certificate } from './self-signed-certificate.ts';
import type { StartServer } from './servers.ts';
import { bracketed } from './settings.ts';

export interface TlsRun extends Certificate {
  readonly plainPort: number;
}

export interface NginxRun {
  /** The folder it runs in (`-p`); `dist/` stands in it already. */
  readonly folder: string;
  readonly host: string;
  readonly port: number;
  readonly baseUrl: string;
  /** Port of the pricing service on loopback. */
  readonly pricingPort: number;
  /** Port of metrics on loopback. */
  readonly metricsPort: number;
  /** Serves over TLS, with plain HTTP on a port beside. */
  readonly tls?: TlsRun | undefined;
  /** The release it is to serve. */
  readonly release: string;
  readonly stop: AbortSignal;
}

/** Starts it and resolves to its master process once it serves the release. */
export async function startNginx(
  startServer: StartServer,
  run: NginxRun,
): Promise<ReturnType<StartServer>> {
  const { folder, release, stop } = run;
  await layOutFolder(run);
  const conf = join(folder, 'infra', 'nginx.conf');
  const child = startServer('nginx', 'nginx', ['-p', folder, '-c', conf, '-g', 'daemon off;']);
  while ((await askRelease(run)) !== release) await wait(20, undefined, { signal: stop });
  return child;
}

/** Copies the configuration beside `dist/` and writes the files of `nginx/settings/`. */
export async function layOutFolder(run: Omit<NginxRun, 'release' | 'stop'>): Promise<void> {
  const target = join(run.folder, 'infra');
  await mkdir(target, { recursive: true });
  for (const part of ['nginx.conf', 'nginx']) {
    await cp(join(projectFolder, 'infra', part), join(target, part), { recursive: true });
  }
  for (const name of ['run', 'tmp', 'logs']) {
    await mkdir(join(run.folder, name), { recursive: true });
  }
  for (const [file, lines] of Object.entries(renderSettings(run))) {
    await writeFile(join(target, 'nginx', 'settings', file), `${lines.join('\n')}\n`);
  }
}

function renderSettings(run: Omit<NginxRun, 'release' | 'stop'>) {
  const { host, baseUrl, pricingPort, tls } = run;
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
    'site.conf': [`map "" $base_url { default "${baseUrl}"; }`],
    'pricing-server.conf': [`server 127.0.0.1:${pricingPort};`],
    'listen.conf': renderListen(run),
    'metrics.conf': [`listen 127.0.0.1:${run.metricsPort};`],
    'access-log.conf': ['access_log logs/access.log access;'],
    'plain-http.conf': tls
      ? [`server { listen ${bracketed(host)}:${tls.plainPort}; include nginx/plain-http.conf; }`]
      : [],
  };
}

function renderListen({ host, port, tls }: Omit<NginxRun, 'release' | 'stop'>): string[] {
  const address = `${bracketed(host)}:${port}`;
  if (tls === undefined) return [`listen ${address};`];
  return [
    `listen ${address} ssl http2;`,
    `ssl_certificate ${tls.certificateFile};`,
    `ssl_certificate_key ${tls.keyFile};`,
    'include nginx/tls.conf;',
  ];
}

/** The release that is served at an address, or undefined. fetch would refuse some ports. */
async function askRelease({ host, port, tls }: NginxRun): Promise<string | undefined> {
  const target = { host, port, path: '/v1/health', agent: false } as const;
  try {
    const request = tls
      ? getOverTls({ ...target, ca: await readFile(tls.certificateFile), servername: 'localhost' })
      : get(target);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return healthSchema.safeParse(await json(response)).data?.release;
  } catch {
    // Not there yet, or somebody else's server; should nginx end, the run ends.
    return undefined;
  }
}
