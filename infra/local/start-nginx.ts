/** Starts the stack's nginx with the configuration of the project and settings for this run. */
import { once } from 'node:events';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { healthSchema } from '../../contract/schemas/health.ts';
import { modulesFolder, nginxModules } from '../provision/programs.ts';
import { projectFolder } from './run-build.ts';
import type { Certificate } from './self-signed-certificate.ts';
import type { StartServer } from './servers.ts';
import { bracketed } from './settings.ts';

/** The certificate of a stack with TLS, and the port that redirects plain HTTP. */
export interface TlsRun extends Certificate {
  readonly plainPort: number;
}

/** The settings of the nginx of a local run. */
export interface NginxRun {
  /** nginx's prefix folder (`-p`); it already contains the build's output folder, `dist/`. */
  readonly folder: string;
  readonly host: string;
  readonly port: number;
  readonly baseUrl: string;
  /** Loopback ports of the pricing service and of nginx's metrics. */
  readonly pricingPort: number;
  readonly metricsPort: number;
  /** If set, `port` serves HTTPS, and `tls.plainPort` redirects plain HTTP to HTTPS. */
  readonly tls?: TlsRun | undefined;
  /** Id of the current release. The start waits until nginx serves it. */
  readonly release: string;
  readonly stop: AbortSignal;
}

/** Starts nginx, and resolves to its master process when it serves the release. Rejects if `stop` aborts before that. */
export async function startNginx(
  startServer: StartServer,
  run: NginxRun,
): Promise<ReturnType<StartServer>> {
  const { folder, release, stop } = run;
  await prepareFolder(run);
  const conf = join(folder, 'infra', 'nginx.conf');
  const child = startServer('nginx', 'nginx', ['-p', folder, '-c', conf, '-g', 'daemon off;']);
  while ((await fetchServedRelease(run)) !== release) await wait(20, undefined, { signal: stop });
  return child;
}

/** Copies nginx's configuration to the run's folder, with the settings of this run, and creates nginx's folders. */
export async function prepareFolder(run: Omit<NginxRun, 'release' | 'stop'>): Promise<void> {
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
      // Only the user who started the run can read its folder.
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
    // Quoted: the folder for temporary files may have a space in its name.
    `ssl_certificate "${tls.certificateFile}";`,
    `ssl_certificate_key "${tls.keyFile}";`,
    'include nginx/tls.conf;',
  ];
}

/**
 * Returns the id of the release that nginx serves, or undefined before it serves one. With TLS, plain HTTP answers too.
 * Does not use fetch, which refuses some ports.
 */
async function fetchServedRelease({ host, port, tls }: NginxRun): Promise<string | undefined> {
  try {
    const target = { host, port: tls?.plainPort ?? port, path: '/v1/health', agent: false };
    const [response] = (await once(get(target), 'response')) as [IncomingMessage];
    return healthSchema.safeParse(await json(response)).data?.release;
  } catch {
    // Not ready yet, or another program's server. If nginx ends, the run ends.
    return undefined;
  }
}
