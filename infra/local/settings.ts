/**
 * The settings of the local runners. Besides provisioning, only this file of `infra/` reads the
 * environment.
 */
import { delimiter } from 'node:path';
import { parseArgs } from 'node:util';
import { parseBaseUrl } from '../../contract/base-url.ts';
import { serverFolders } from '../provision/programs.ts';

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
  /** Whether a specification service says which products are active; without it the content does. */
  readonly asksService: boolean;
}

/**
 * Reads arguments and environment; throws an `Error` that says what is wrong and what would do. `--tls`
 * is refused unless the runner offers it.
 */
export function readLocalSettings(
  args: string[],
  environment: Readonly<Record<string, string | undefined>> = process.env,
  { offersTls = false } = {},
): LocalSettings {
  const { values } = parseArgs({
    args,
    options: {
      content: { type: 'string', default: 'content' },
      tls: { type: 'boolean', default: false },
    },
  });
  const { PORT = '8080', HOST = '127.0.0.1', BASE_URL, SPECIFICATION_URL } = environment;
  const port = Number(PORT);
  if (!/^\d{1,5}$/.test(PORT) || port > 65535) {
    throw new Error(`PORT is "${PORT}"; it must be a number from 0 to 65535`);
  }
  const { content, tls } = values;
  if (tls && !offersTls)
    throw new Error('--tls is for npm run stack; nothing else serves over TLS');
  const asksService = SPECIFICATION_URL !== undefined;
  return { host: HOST, port, baseUrl: readBaseUrl(BASE_URL), content, tls, asksService };
}

function readBaseUrl(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : parseBaseUrl(text);
  } catch (error) {
    throw new Error(`BASE_URL ${(error as Error).message}`);
  }
}

/** The address that a browser on this machine opens. */
export function localAddress(host: string, port: number, scheme = 'http'): string {
  const isLoopbackOrAny = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host);
  return `${scheme}://${isLoopbackOrAny ? 'localhost' : bracketed(host)}:${port}`;
}

/** A host as it stands before a port: an IPv6 address in brackets (RFC 3986 section 3.2.2). */
export function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * The environment that a child process gets: this one's, with settings of its own, and with the
 * folders of servers on its PATH, which an ordinary user of Debian lacks.
 */
export function childEnvironment(
  settings: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string | undefined>> {
  const { PATH = '' } = process.env;
  return { ...process.env, PATH: [PATH, ...serverFolders].join(delimiter), ...settings };
}
