/**
 * Serves one output folder with nginx and with the embedded server, so that any difference between their
 * answers is caused by a server.
 */
import { dirname } from 'node:path';
import type { DemoAccount } from '../../infra/local/demo-accounts.ts';
import { findPort } from '../../infra/local/find-port.ts';
import { readCurrentRelease } from '../../infra/local/read-current.ts';
import { serveEmbedded } from '../../infra/local/serve-embedded.ts';
import { baseUrl } from './content.ts';
import { type Client, createClient } from './http-client.ts';
import { serveWithNginx } from './nginx.ts';
import type { Teardown } from './teardown.ts';

const host = '127.0.0.1';

/** nginx and the embedded server, which serve the same output folder. */
export interface BothServers {
  /** Name of a server → its port. */
  readonly ports: Readonly<Record<'nginx' | 'embedded', number>>;
  /**
   * Returns the name of each server with a new client for it. Each client has its own IP address.
   */
  clients(): readonly (readonly [name: string, client: Client])[];
}

/**
 * Serves an output folder with nginx and the embedded server until the test ends. No pricing service runs behind nginx.
 * Returns their ports and clients.
 */
export async function serveFolder(t: Teardown, out: string): Promise<BothServers> {
  const pricingPort = await findPort(host, 0);
  const release = await readCurrentRelease(out);
  const nginx = await serveWithNginx(t, { folder: dirname(out), baseUrl, pricingPort, release });
  const ports = { nginx, embedded: await serveFromTest(t, out, { baseUrl, accounts: [] }) };
  return {
    ports,
    clients: () => Object.entries(ports).map(([name, port]) => [name, createClient(port)] as const),
  };
}

interface EmbeddedOptions {
  readonly baseUrl: string;
  readonly accounts: readonly DemoAccount[];
  /** By default a free port. */
  readonly port?: number;
  readonly takesTestKeys?: boolean;
}

/**
 * Serves an output folder with the embedded server in the process of the test, until the test ends. Returns the port.
 */
export async function serveFromTest(
  t: Teardown,
  out: string,
  { baseUrl, accounts, port: chosen, takesTestKeys = true }: EmbeddedOptions,
): Promise<number> {
  const port = chosen ?? (await findPort(host, 0));
  const settings = {
    ...{ host, port, baseUrl, address: '', content: '', tls: false },
    ...{ isLasting: false, takesTestKeys, usesService: false },
  };
  await serveEmbedded({ folder: out, atEnd: (stop) => t.teardown(stop) }, settings, accounts);
  return port;
}
