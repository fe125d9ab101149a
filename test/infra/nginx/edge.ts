/** nginx over the fixture catalogue, one for all tests of a file, with settings of their own. */
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestFn } from 'ava';
import type { Manifest } from '../../../contract/release.ts';
import { findPort } from '../../../infra/local/find-port.ts';
import { deploy } from '../../../releases/deploy/deploy.ts';
import { baseUrl, fixtureContent, makeFolder } from '../../helpers/content.ts';
import { type Client, createClient } from '../../helpers/http-client.ts';
import { startTestNginx, type TestNginx } from '../../helpers/nginx.ts';
import { collectTeardowns, type Teardown } from '../../helpers/teardown.ts';

export interface Edge extends TestNginx {
  readonly folder: string;
  readonly manifest: Manifest;
  /** A client with its own address. */
  client(): Client;
  /** A client at a loopback address. */
  clientAt(address: string): Client;
}

interface EdgeOptions {
  /** Port of the pricing service; without it the port is closed. */
  readonly startService?: (t: Teardown) => Promise<number>;
  readonly edits?: Parameters<typeof startTestNginx>[1]['edits'];
  /** Workers whom modes of files hold back, though root runs the tests. */
  readonly isHeldBack?: boolean;
}

/** Starts it before the first test of a file and ends it after the last; gives a way to reach it. */
export function serveEdge(
  test: TestFn,
  { startService, edits = {}, isHeldBack = false }: EdgeOptions = {},
): () => Edge {
  const teardowns = collectTeardowns();
  let edge: Edge | undefined;
  test.before('nginx starts', async () => {
    const folder = await makeFolder(teardowns);
    const { manifest } = await deploy({
      content: fixtureContent,
      out: join(folder, 'dist'),
      baseUrl,
    });
    const pricingPort = (await startService?.(teardowns)) ?? (await findPort('127.0.0.1', 0));
    const { release } = manifest;
    if (isHeldBack) await chmod(folder, 0o755);
    const nginx = await startTestNginx(teardowns, {
      ...{ folder, baseUrl, pricingPort, release },
      edits: isHeldBack ? { ...edits, 'settings/process.conf': asOtherUser } : edits,
    });
    const clientAt = (address?: string) => createClient(nginx.port, address);
    edge = { ...nginx, folder, manifest, client: clientAt, clientAt };
  });
  test.after.always('nginx ends', () => teardowns.run());
  return () => {
    if (edge === undefined) throw new Error('nginx is not started yet');
    return edge;
  };
}

/** Debian's user for web servers, whom infra/nginx/settings/process.conf names too. */
function asOtherUser(text: string): string {
  return text.replace('user root;', 'user www-data;');
}
