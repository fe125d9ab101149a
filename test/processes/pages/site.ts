/** A release with the pages of `/docs`, served from the process of the test. */
import { join } from 'node:path';
import { noPages } from '../../../build/output/shared-files.ts';
import { createDemoAccounts } from '../../../infra/local/demo-accounts.ts';
import { findPort } from '../../../infra/local/find-port.ts';
import { openPages } from '../../../pages/open-pages.ts';
import { deploy } from '../../../releases/deploy/deploy.ts';
import { serveFromTest } from '../../helpers/both-servers.ts';
import { fixtureContent, makeFolder } from '../../helpers/content.ts';
import { list } from '../../helpers/released-files.ts';
import type { Teardown } from '../../helpers/teardown.ts';
import { startProxy } from './proxy.ts';

/** A served release. */
export interface Site {
  /** Its public address. */
  readonly address: string;
  readonly port: number;
  /** Demo keys by label: a tier, or `revoked`. */
  readonly keys: Readonly<Record<string, string>>;
  /** Deploys the content as it is now. */
  deploy(): Promise<void>;
}

/**
 * Deploys content and serves it until the test ends; with `path`, behind a proxy that removes this path
 * of the public address.
 */
export async function startSite(
  t: Teardown,
  { content = fixtureContent, hasPages = true, path = '' } = {},
): Promise<Site> {
  const out = join(await makeFolder(t), 'dist');
  const port = await findPort('127.0.0.1', 0);
  const { address } = await startProxy(t, { port }, { path });
  const pages = hasPages ? await openPages({ hasBrowser: true }) : noPages;
  const release = () =>
    deploy({ content, out, baseUrl: address, pages, accept: ['removed-products'] });
  const { manifest } = await release();
  const accounts = createDemoAccounts(manifest);
  await list(out, content);
  await serveFromTest(t, out, { port, baseUrl: address, accounts });
  const keys = Object.fromEntries(accounts.map(({ label, key }) => [label, key]));
  return { address, port, keys, deploy: async () => void (await release()) };
}
