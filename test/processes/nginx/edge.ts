/** Starts one nginx with a release of the fixture for all tests of a file, which can change the settings of nginx. */
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestFn } from 'ava';
import type { Manifest } from '../../../contract/release.ts';
import { findPort } from '../../../infra/local/find-port.ts';
import { baseUrl, makeFolder } from '../../helpers/content.ts';
import { type Client, createClient } from '../../helpers/http-client.ts';
import { startTestNginx, type TestNginx } from '../../helpers/nginx.ts';
import { compileInto } from '../../helpers/pricing-app.ts';
import { collectTeardowns, type Teardown } from '../../helpers/teardown.ts';

/** A running nginx with a release of the fixture, shared by the tests of a file. */
export interface Edge extends TestNginx {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Returns a client with its own loopback address, so that rate limits count it separately. */
  client(): Client;
  /** Returns a client that sends from a loopback address, such as `127.9.9.9`. */
  clientAt(address: string): Client;
}

interface EdgeOptions {
  /** Starts a pricing service and returns its port. If undefined, nothing listens on the port that nginx uses. */
  readonly startService?: (t: Teardown) => Promise<number>;
  readonly edits?: Parameters<typeof startTestNginx>[1]['edits'];
  /** True if nginx's workers run as `www-data` although root runs the tests: file modes do not restrict root. */
  readonly runsAsOtherUser?: boolean;
}

/**
 * Starts nginx before the first test of a file and ends it after the last; returns a function that returns the edge.
 */
export function serveEdge(
  test: TestFn,
  { startService, edits = {}, runsAsOtherUser = false }: EdgeOptions = {},
): () => Edge {
  const teardowns = collectTeardowns();
  let edge: Edge | undefined;
  test.before('nginx starts', async () => {
    const folder = await makeFolder(teardowns);
    const manifest = await compileInto(join(folder, 'dist'));
    const pricingPort = (await startService?.(teardowns)) ?? (await findPort('127.0.0.1', 0));
    const { release } = manifest;
    if (runsAsOtherUser) {
      // Only its owner may enter a temporary folder: this one, and `dist`, a copy of the compiled fixture's folder.
      for (const path of [folder, join(folder, 'dist')]) await chmod(path, 0o755);
    }
    const nginx = await startTestNginx(teardowns, {
      ...{ folder, baseUrl, pricingPort, release },
      edits: runsAsOtherUser ? { ...edits, 'settings/process.conf': asOtherUser } : edits,
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

/** Returns the text of settings/process.conf with the user `www-data` in the place of `root`. */
function asOtherUser(text: string): string {
  return text.replace('user root;', 'user www-data;');
}
