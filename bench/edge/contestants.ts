/** Starts the servers that are measured, each as a separate process. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { access, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { advisoryLimit, hardLimit } from '../../contract/rate-policy.ts';
import { findPort } from '../../infra/local/find-port.ts';
import type { StartServer } from '../../infra/local/servers.ts';
import { childEnvironment } from '../../infra/local/settings.ts';
import { startNginx } from '../../infra/local/start-nginx.ts';
import { modulesFolder, nginxModules } from '../../infra/provision/programs.ts';
import { createEndSignal, endProcess, hasEnded } from '../end-process.ts';

const host = '127.0.0.1';
const peersFolder = fileURLToPath(new URL('../edge-peers/', import.meta.url));
const includes = new URL('../../infra/nginx/', import.meta.url);
const run = promisify(execFile);

/** A measured server, which runs as a child process. */
export interface Contestant {
  /** URL of the server without a path, such as `http://127.0.0.1:8080`. */
  readonly origin: string;
  readonly process: ChildProcess;
  /** Ends the process; resolves when it has ended. */
  end(): Promise<void>;
}

/**
 * A folder with a built release: its subfolder `dist/` is the output folder of a build, and `release` is the id of the
 * current release in it.
 */
export interface Site {
  readonly folder: string;
  readonly release: string;
}

/**
 * Starts a program as a child process. It gets the variables in `environment` and those of this process, except
 * settings of the operator such as `REDIS_URL`. Standard output is a pipe, standard error is discarded. The caller ends
 * the process.
 */
export function start(
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): ChildProcess {
  return spawn(command, args, {
    env: childEnvironment(environment),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

/**
 * Returns the measured server that runs as `child` and listens on `port`. Its `end` sends SIGTERM and waits for the
 * exit.
 */
export function contestant(port: number, child: ChildProcess): Contestant {
  return {
    origin: `http://${host}:${port}`,
    process: child,
    end: () => endProcess(child),
  };
}

/**
 * Reads `file`, a path in `infra/nginx/`, replaces `from` by `to` in its text, and returns `{ [file]: text }`. Throws
 * if the text does not contain `from`.
 */
async function edited(file: string, from: string, to: string): Promise<Record<string, string>> {
  const text = await readFile(new URL(file, includes), 'utf8');
  if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`);
  return { [file]: text.replace(from, to) };
}

/** A change of a file of `infra/nginx/`: its path in that folder, and a function that edits its text. */
export type Change = readonly [file: string, edit: (text: string) => string];

/** The options of `startEdge`, which starts the project's nginx. */
export interface EdgeOptions {
  /** True if nginx enforces the advisory limit (a number of requests per client and minute); false by default. */
  readonly advisory?: boolean;
  /** Port of the pricing service. By default a free port, on which no service answers. */
  readonly pricing?: number;
  /**
   * Name of a new folder for nginx's files below the folder of the site; `edge` by default, or `limited` if `advisory`
   * is true. Each nginx of a site has its own: `startEdge` rejects if the folder exists.
   */
  readonly name?: string;
  /** Changes of nginx's configuration; none by default. */
  readonly changes?: readonly Change[];
}

/**
 * Starts the project's nginx with one worker. Resolves when it serves the release; the caller ends it. The hard rate
 * limit is raised so that it refuses no request, and so is the advisory limit unless `advisory` is true. Requests with
 * an API key are forwarded to the port `pricing`, if set. `changes` edit files of nginx's configuration. Each nginx of
 * a site has its own folder, `name`. Rejects if that folder exists, if a change leaves its file unchanged, or if nginx
 * ends before it serves the release.
 */
export async function startEdge(
  site: Site,
  {
    advisory = false,
    pricing = 0,
    name = advisory ? 'limited' : 'edge',
    changes = [],
  }: EdgeOptions = {},
): Promise<Contestant> {
  const folder = join(site.folder, name);
  await mkdir(folder);
  await symlink(join(site.folder, 'dist'), join(folder, 'dist'));
  const modules = nginxModules
    .map(({ file }) => `load_module ${modulesFolder}/${file};\n`)
    .join('');
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  const settings = 'worker_processes 1;\npid run/nginx.pid;\nerror_log stderr crit;\n';
  const { requestsPerSecond, burst } = hardLimit;
  const quota = `["quota"] = ${advisoryLimit.quota}`;
  const instead: Record<string, string> = {
    'settings/process.conf': modules + user + settings,
    // As in production: lines are written in buffers.
    'settings/access-log.conf': await readFile(
      new URL('settings/access-log.conf', includes),
      'utf8',
    ),
    ...(await edited('settings/limits.conf', `rate=${requestsPerSecond}r/s`, 'rate=1000000r/s')),
    ...(await edited('request.conf', `burst=${burst}`, 'burst=1000000')),
    ...(advisory ? {} : await edited('lua/contract.lua', quota, '["quota"] = 900000000')),
  };
  for (const [file, edit] of changes) {
    const text = instead[file] ?? (await readFile(new URL(file, includes), 'utf8'));
    instead[file] = edit(text);
    if (instead[file] === text) throw new Error(`the change of ${file} changes nothing`);
  }
  const [port, pricingPort, metricsPort] = [
    await findPort(host, 0),
    pricing || (await findPort(host, 0)),
    await findPort(host, 0),
  ];
  const ending = createEndSignal();
  const startServer: StartServer = (_name, command, args) => {
    for (const [file, text] of Object.entries(instead)) {
      writeFileSync(join(folder, 'infra', 'nginx', file), text);
    }
    return ending.watch(start(command, args)) as ReturnType<StartServer>;
  };
  const baseUrl = `http://${host}:${port}`;
  const ports = { port, pricingPort, metricsPort };
  const { release } = site;
  const child = await startNginx(startServer, {
    folder,
    host,
    ...ports,
    baseUrl,
    release,
    stop: ending.signal,
  });
  return contestant(port, child);
}

/**
 * Starts a bare nginx with one worker, which serves the released files with their precompressed forms (`gzip_static`)
 * and has nothing else of the project's configuration. `sku` is the only product whose detail it serves. Resolves when
 * it answers; the caller ends it. Rejects with the errors of `waitUntilAnswering`, and if the folder of another bare
 * nginx of the site exists.
 */
export async function startBareNginx(site: Site, sku: string): Promise<Contestant> {
  const folder = join(site.folder, 'bare');
  await mkdir(folder);
  const port = await findPort(host, 0);
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const paths = ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const temps = paths.map((name) => {
    const kind = name === 'body' ? 'client_body' : name;
    return `${kind}_temp_path ${folder}/${name};`;
  });
  const conf = `${user} worker_processes 1; pid ${folder}/pid; error_log stderr crit; daemon off;
events { worker_connections 16384; }
http {
  ${temps.join(' ')} access_log off; sendfile on; tcp_nopush on; keepalive_requests 10000; gzip_static on;
  default_type application/json;
  server {
    listen ${host}:${port};
    root ${site.folder}/dist/current/public;
    location = /v1/products { try_files /v1/products/index.json =404; }
    location = /v1/products/${sku} { try_files /v1/products/${sku}/index.json =404; }
  }
}
`;
  const file = join(folder, 'nginx.conf');
  await writeFile(file, conf);
  const child = contestant(port, start('nginx', ['-c', file]));
  return waitUntilAnswering(child, '/v1/products');
}

/**
 * Starts a server script of `bench/edge-peers/` that answers from the public files of the release; `sku` is the product
 * whose detail it serves. Resolves when it answers; the caller ends it. Rejects with the errors of `startScript`.
 */
export function startPeer(script: string, site: Site, sku: string): Promise<Contestant> {
  const folder = join(site.folder, 'dist', 'current', 'public');
  return startScript(script, '/v1/products', (port) => [folder, port, sku]);
}

/**
 * Starts a server script of `bench/edge-peers/` on a free port with the arguments that `argsAt` returns for this port.
 * First installs the npm packages of `bench/edge-peers/` if they are missing. Then requests `path` until the server
 * answers 200, and returns the server; the caller ends it. `key`, if given, is the API key of these requests; the
 * script gets it in the variable `KEY`. Rejects if npm fails, and with the errors of `waitUntilAnswering`.
 */
export async function startScript(
  script: string,
  path: string,
  argsAt: (port: string) => readonly string[],
  key?: string,
): Promise<Contestant> {
  const isThere = await access(join(peersFolder, 'node_modules')).then(
    () => true,
    () => false,
  );
  if (!isThere) await run('npm', ['ci', '--prefix', peersFolder]);
  const port = await findPort(host, 0);
  const args = [join(peersFolder, script), ...argsAt(String(port))];
  const environment: Record<string, string> = key === undefined ? {} : { KEY: key };
  return waitUntilAnswering(
    contestant(port, start(process.execPath, args, environment)),
    path,
    key,
  );
}

/** Milliseconds within which a contestant must answer: some read the whole catalogue when they start. */
const startMs = 120_000;

/**
 * Requests `path`, with the API key `key` if given, until the server answers 200. Returns the server. Rejects if the
 * process of the server ends before that, or if there is no such answer within two minutes; the error then names the
 * status of the last answer.
 */
export async function waitUntilAnswering(
  server: Contestant,
  path: string,
  key?: string,
): Promise<Contestant> {
  const headers = key === undefined ? {} : { Authorization: `Bearer ${key}` };
  const end = performance.now() + startMs;
  for (let last = 'nothing'; ; await wait(20)) {
    const command = server.process.spawnargs.join(' ');
    if (hasEnded(server.process)) throw new Error(`${command} ended`);
    if (performance.now() > end) throw new Error(`${command} answered ${path} with ${last}`);
    const reply = await fetch(server.origin + path, { headers }).catch(() => undefined);
    await reply?.arrayBuffer();
    if (reply?.status === 200) return server;
    if (reply) last = String(reply.status);
  }
}
