/**
 * The settings of the local runners. Besides provisioning, only this file of `infra/` reads the
 * environment.
 */
import { delimiter } from 'node:path';
import { parseArgs } from 'node:util';
import { ExpectedError } from '../../console/errors.ts';
import { parseBaseUrl } from '../../contract/base-url.ts';
import { testKeysSettings } from '../../contract/test-keys.ts';
import { redisProgram, redisServerVariable, serverFolders } from '../provision/programs.ts';
import { findPort } from './find-port.ts';
import { type Runner, usageOf } from './usage.ts';

export interface LocalSettings {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** Public address, or undefined for the address the server listens on. */
  readonly baseUrl: string | undefined;
  /** Content folder. */
  readonly content: string;
  /** Whether to serve over TLS. */
  readonly tls: boolean;
  /** Whether test keys are answered. */
  readonly takesTestKeys: boolean;
  /** Whether a specification service says which products are active; without it the content does. */
  readonly asksService: boolean;
}

/** The settings of a run, with a port and the addresses that follow from it. */
export interface ResolvedSettings extends LocalSettings {
  /** A port that was free a moment ago, never 0. */
  readonly port: number;
  /** The address that a browser on this machine opens. */
  readonly address: string;
  /** The public address in documents. */
  readonly baseUrl: string;
  /** True unless the address holds a free port that the next run will not have. */
  readonly isLasting: boolean;
}

/** Thrown for an argument or a variable that is invalid; the message says which values are valid. */
export class SettingError extends ExpectedError {
  override readonly name = 'SettingError';
}

/**
 * Reads the arguments of a runner and the environment. Returns undefined if `--help` asks for the usage.
 * Throws `SettingError`, whose message ends in the usage if an argument is unknown.
 */
export function readLocalSettings(
  runner: Runner,
  args: string[],
  environment: Readonly<Record<string, string | undefined>> = process.env,
): LocalSettings | undefined {
  const { content, tls = false, help } = parseArguments(runner, args);
  if (help) return undefined;
  const { PORT = '8080', HOST = '127.0.0.1', BASE_URL, SPECIFICATION_URL } = environment;
  const port = Number(PORT);
  if (!/^\d{1,5}$/.test(PORT) || port > 65535) {
    throw new SettingError(`PORT is "${PORT}"; it must be a number from 0 to 65535`);
  }
  const asksService = SPECIFICATION_URL !== undefined;
  const takesTestKeys = readTestKeys(environment['TEST_KEYS']);
  const baseUrl = readBaseUrl(BASE_URL);
  return { host: HOST, port, baseUrl, content, tls, takesTestKeys, asksService };
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

/** Finds the port, and the addresses that follow from it. Throws `PortUnavailable`. */
export async function resolveSettings(settings: LocalSettings): Promise<ResolvedSettings> {
  const { host, tls } = settings;
  const port = await findPort(host, settings.port);
  const address = localAddress(host, port, tls ? 'https' : 'http');
  const isLasting = settings.port !== 0 || settings.baseUrl !== undefined;
  return { ...settings, port, address, baseUrl: settings.baseUrl ?? address, isLasting };
}

/** Returns the address that a browser on this machine opens. */
export function localAddress(host: string, port: number, scheme = 'http'): string {
  const isLoopbackOrAny = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host);
  return `${scheme}://${isLoopbackOrAny ? 'localhost' : bracketed(host)}:${port}`;
}

/** A host as it stands before a port: an IPv6 address in brackets (RFC 3986 section 3.2.2). */
export function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * The program that local runs and tests start as their Redis: REDIS_SERVER, a name on the PATH or an absolute path,
 * of Valkey for example.
 */
export function redisServerProgram(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  return environment[redisServerVariable] || redisProgram.file;
}

/**
 * The environment that a child process gets: this one's, with settings of its own, and with the
 * folders of servers on its PATH, which an ordinary user of Debian lacks. A local run has a key store or a Redis
 * of its own: it neither asks nor changes the one that an operator's `REDIS_URL` names.
 */
export function childEnvironment(
  settings: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string | undefined>> {
  const { PATH = '', REDIS_URL: _operators, ...others } = process.env;
  return { ...others, PATH: [PATH, ...serverFolders].join(delimiter), ...settings };
}
