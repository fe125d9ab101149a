/**
 * The settings of the local runners (`npm start`, `npm run dev` and `npm run stack`). In `infra/`, only this file,
 * `build-thread.ts` and provisioning read the environment.
 */
import { delimiter } from 'node:path';
import { parseArgs } from 'node:util';
import { ExpectedError } from '../../console/errors.ts';
import { readSecretFiles } from '../../console/secret-files.ts';
import { readServiceSettings } from '../../console/service-settings.ts';
import { parseBaseUrl } from '../../contract/base-url.ts';
import { testKeysSettings } from '../../contract/test-keys.ts';
import { redisProgram, redisServerVariable, serverFolders } from '../provision/programs.ts';
import { findPort } from './find-port.ts';
import { type Runner, usageOf } from './usage.ts';

/**
 * The settings of a local runner (`npm start`, `npm run dev` or `npm run stack`), from its arguments and the
 * environment.
 */
export interface LocalSettings {
  readonly host: string;
  /** Port to listen on; 0 means any free port. */
  readonly port: number;
  /** Public address; undefined means the address that the server listens on. */
  readonly baseUrl: string | undefined;
  /** Content folder. */
  readonly content: string;
  /** True if the stack serves over TLS. */
  readonly tls: boolean;
  /** True if the API accepts test keys, which are public and have fixed outcomes. */
  readonly takesTestKeys: boolean;
  /**
   * True if a specification service (another server, `SPECIFICATION_URL`) reports which products are active; false if
   * the content lists them.
   */
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

/**
 * Seconds between two requests of a local run to the specification service for the active products; short, because a
 * developer is waiting for the result.
 */
export const syncEverySeconds = 10;

/**
 * Thrown for an invalid argument or environment variable of a local runner; the message says which values are valid.
 */
export class SettingError extends ExpectedError {
  override readonly name = 'SettingError';
}

/**
 * Reads the settings of a local runner from its arguments and the environment. Returns undefined for `--help`; the
 * caller then prints the usage. Throws an `ExpectedError` if an argument or an environment variable is invalid; for an
 * argument, the message ends with the usage.
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
    throw new SettingError(`PORT is "${PORT}"; it must be a number from 0 to 65535`);
  }
  // Without an address, Node.js would listen on all of them.
  if (HOST === '') {
    throw new SettingError(
      'HOST is empty; it must be an address of this machine, such as 127.0.0.1',
    );
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
  throw new SettingError(`TEST_KEYS is "${text}"; it must be ${testKeysSettings.join(' or ')}`);
}

function parseArguments(runner: Runner, args: string[]) {
  const options = {
    content: { type: 'string', default: 'content' },
    help: { type: 'boolean', default: false },
  } as const;
  const tls = { tls: { type: 'boolean', default: false } } as const;
  try {
    if (runner === 'stack') return parseArgs({ args, options: { ...options, ...tls } }).values;
    return { ...parseArgs({ args, options }).values, tls: false };
  } catch (error) {
    const { message } = error as Error;
    throw new SettingError(`${message}\n\n${usageOf(runner)}`, { cause: error });
  }
}

function readBaseUrl(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : parseBaseUrl(text);
  } catch (error) {
    throw new SettingError(`BASE_URL ${(error as Error).message}`, { cause: error });
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

/**
 * Returns the URL that a browser on this machine opens for a server on `host` and `port`, such as
 * `http://localhost:8080`. Its host is `localhost` if `host` is `127.0.0.1` or `::1`, or means all addresses (`0.0.0.0`
 * or `::`); otherwise it is `host`.
 */
export function localAddress(host: string, port: number, scheme = 'http'): string {
  const isLoopbackOrAny = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host);
  return `${scheme}://${isLoopbackOrAny ? 'localhost' : bracketed(host)}:${port}`;
}

/**
 * Returns a host in the form in which a port can follow: an IPv6 address in brackets (RFC 3986 section 3.2.2), such as
 * `::1` → `[::1]`; other hosts unchanged.
 */
export function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * Returns the program that local runs and tests start as their Redis server, as a name on the PATH or an absolute path:
 * the value of the variable REDIS_SERVER, such as `/opt/valkey-server`; if this variable is missing or empty,
 * `redis-server`.
 */
export function redisServerProgram(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  return environment[redisServerVariable] || redisProgram.file;
}

/**
 * Variables that make commands use services of the operator: Redis, the hook that purges a CDN, and the metrics of
 * deploys. A local run has its own account store or Redis and must use none of these.
 */
const operatorVariables: ReadonlySet<string> = new Set([
  'REDIS_URL',
  'REDIS_URL_FILE',
  'DEPLOY_HOOK',
  'DEPLOY_HOOK_TIMEOUT',
  'METRICS_DIR',
]);

/**
 * Returns the environment for a child process: the variables of this process and those in `settings`, which replace
 * variables of the same name. Omits the variables of this process that select services of the operator, such as
 * `REDIS_URL` (`operatorVariables`); `settings` may set them. Adds the folders of server programs, such as `/usr/sbin`,
 * to PATH, because the PATH of an ordinary Debian user lacks them; a PATH in `settings` is used unchanged.
 */
export function childEnvironment(
  settings: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string | undefined>> {
  const others = Object.entries(process.env).filter(([name]) => !operatorVariables.has(name));
  const PATH = [process.env['PATH'] ?? '', ...serverFolders].join(delimiter);
  return { ...Object.fromEntries(others), PATH, ...settings };
}
