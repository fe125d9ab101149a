/**
 * The settings of the local runners (`npm start`, `npm run dev` and `npm run stack`). In `infra/`, only this file,
 * `build-thread.ts` and provisioning read the environment.
 */
import { delimiter } from 'node:path';
import { parseArgs } from 'node:util';
import { ExpectedError, parseWithUsage } from '../../console/errors.ts';
import { readSecretFiles } from '../../console/secret-files.ts';
import { readServiceSettings } from '../../console/service-settings.ts';
import { parseBaseUrl } from '../../contract/base-url.ts';
import { testKeysSettings } from '../../contract/test-keys.ts';
import { redisProgram, redisServerVariable, serverFolders } from '../provision/programs.ts';
import { findPort } from './find-port.ts';
import { type Runner, usageOf } from './usage.ts';

/** The settings of a local runner, from its arguments and the environment. */
export interface LocalSettings {
  readonly host: string;
  /** Port to listen on; 0 means any free port. */
  readonly port: number;
  /** Public address; undefined means the address that the server listens on. */
  readonly baseUrl: string | undefined;
  /** Content folder. */
  readonly content: string;
  readonly tls: boolean;
  readonly takesTestKeys: boolean;
  /** True if a specification service reports which products are active; false if the content lists them. */
  readonly usesService: boolean;
}

/** The settings of a local run after its port was chosen, with the addresses that result from it. */
export interface ResolvedSettings extends LocalSettings {
  /** Port to listen on, never 0; `resolveSettings` has found that it is free. */
  readonly port: number;
  /** The URL that a browser on this machine opens, such as `http://localhost:8080`. */
  readonly address: string;
  /** The public address, for links in documents of the API; `address` by default. */
  readonly baseUrl: string;
  /** False if `baseUrl` contains a randomly chosen port, which the next run will not have. */
  readonly isLasting: boolean;
}

/** Seconds between two requests to the specification service; short, because a developer is waiting for the result. */
export const syncEverySeconds = 10;

/**
 * Reads the settings of a local runner from its arguments and the environment. Returns undefined for `--help`. Throws
 * an `ExpectedError` that says which values are valid; for an argument, it ends with the usage.
 */
export function readLocalSettings(
  runner: Runner,
  args: string[],
  environment: Readonly<Record<string, string | undefined>> = process.env,
): LocalSettings | undefined {
  const { content, tls = false, help } = parseArguments(runner, args);
  if (help) return undefined;
  const { PORT = '8080', HOST = '127.0.0.1', BASE_URL } = environment;
  const port = Number(PORT);
  if (!/^\d{1,5}$/.test(PORT) || port > 65535) {
    throw new ExpectedError(`PORT is "${PORT}"; it must be a number from 0 to 65535`);
  }
  // Without an address, Node.js would listen on all of them.
  if (HOST === '') {
    const reason = 'HOST is empty; it must be an address of this machine, such as 127.0.0.1';
    throw new ExpectedError(reason);
  }
  // A local run has its own Redis and ignores the operator's.
  const secrets = readSecretFiles({ ...environment, REDIS_URL_FILE: undefined });
  const usesService = readServiceSettings(secrets, syncEverySeconds) !== undefined;
  const takesTestKeys = readTestKeys(environment['TEST_KEYS']);
  const baseUrl = readBaseUrl(BASE_URL);
  return { host: HOST, port, baseUrl, content, tls, takesTestKeys, usesService };
}

function readTestKeys(text = 'enabled'): boolean {
  const setting = testKeysSettings.find((each) => each === text);
  if (setting !== undefined) return setting === 'enabled';
  throw new ExpectedError(`TEST_KEYS is "${text}"; it must be ${testKeysSettings.join(' or ')}`);
}

function parseArguments(runner: Runner, args: string[]) {
  const flag = { type: 'boolean', default: false } as const;
  const options = { content: { type: 'string', default: 'content' }, help: flag } as const;
  return parseWithUsage(usageOf(runner), () => {
    if (runner === 'stack') return parseArgs({ args, options: { ...options, tls: flag } }).values;
    return { ...parseArgs({ args, options }).values, tls: false };
  });
}

function readBaseUrl(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : parseBaseUrl(text);
  } catch (error) {
    throw new ExpectedError(`BASE_URL ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Chooses the port of a run, any free port if the setting is 0, and derives the addresses from it. Throws
 * `PortUnavailable` if the port of the settings cannot be used or no port is free.
 */
export async function resolveSettings(settings: LocalSettings): Promise<ResolvedSettings> {
  const { host, tls } = settings;
  const port = await findPort(host, settings.port);
  const address = localAddress(host, port, tls ? 'https' : 'http');
  const isLasting = settings.port !== 0 || settings.baseUrl !== undefined;
  return { ...settings, port, address, baseUrl: settings.baseUrl ?? address, isLasting };
}

/** Returns the URL that a browser on this machine opens for a server, such as `http://localhost:8080`. */
export function localAddress(host: string, port: number, scheme = 'http'): string {
  const isLoopbackOrAny = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host);
  return `${scheme}://${isLoopbackOrAny ? 'localhost' : bracketed(host)}:${port}`;
}

/** Returns a host in the form in which a port can follow: `::1` → `[::1]` (RFC 3986 section 3.2.2). */
export function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** Returns the program that local runs and tests start as their Redis server: `REDIS_SERVER`, or `redis-server`. */
export function redisServerProgram(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  return environment[redisServerVariable] || redisProgram.file;
}

/** Variables that make commands use services of the operator, which a local run must not use. */
const operatorVariables: ReadonlySet<string> = new Set([
  'REDIS_URL',
  'REDIS_URL_FILE',
  'DEPLOY_HOOK',
  'DEPLOY_HOOK_TIMEOUT',
  'METRICS_DIR',
]);

/**
 * Returns the environment for a child process: that of this process without `operatorVariables`, and `settings`. Adds
 * the folders of server programs, such as `/usr/sbin`, to PATH, because that of an ordinary Debian user lacks them.
 */
export function childEnvironment(
  settings: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string | undefined>> {
  const others = Object.entries(process.env).filter(([name]) => !operatorVariables.has(name));
  const PATH = [process.env['PATH'] ?? '', ...serverFolders].join(delimiter);
  return { ...Object.fromEntries(others), PATH, ...settings };
}
