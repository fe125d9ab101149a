/** A release with the pages of `/docs`, served from the process of the test. */
import { join } from 'node:path';
import { noPages } from '../../../build/output/shared-files.ts';
import { createDemoAccounts } from '../../../infra/local/demo-accounts.ts';
import { findPort } from '../../../infra/local/find-port.ts';
import { openDocs } from '../../../pages/docs/open-docs.ts';
import { deploy } from '../../../releases/deploy/deploy.ts';
import { dangerKinds } from '../../../releases/guard/dangers.ts';
import { serveFromTest } from '../../helpers/both-servers.ts';
import { fixtureContent, makeFolder } from '../../helpers/content.ts';
import type { Teardown } from '../../helpers/teardown.ts';
import { startProxy } from './proxy.ts';

/** A served release. */
export interface Site {
  /** Its public address. */
  readonly address: string;
  readonly port: number;
  /** The folder of the current release. */
  readonly folder: string;
  /** Demo keys by label: a tier, or `revoked`. */
  readonly keys: Readonly<Record<string, string>>;
  /** Deploys the content as it is now. */
  deploy(): Promise<void>;
}

interface SiteOptions {
  readonly content?: string;
  readonly hasPages?: boolean;
  /** Path of the public address, which a proxy removes from requests. */
  readonly path?: string;
}

/** Deploys content, by default the fixture's, and serves it until the test ends. */
export async function startSite(
  t: Teardown,
  { content = fixtureContent, hasPages = true, path }: SiteOptions = {},
): Promise<Site> {
  const out = join(await makeFolder(t), 'dist');
  const port = await findPort('127.0.0.1', 0);
  const address =
    path === undefined
      ? `http://127.0.0.1:${port}`
      : (await startProxy(t, { port }, { path })).address;
  const pages = hasPages ? await openDocs() : noPages;
  const release = () => deploy({ content, out, baseUrl: address, pages, accept: dangerKinds });
  const { manifest } = await release();
  const accounts = createDemoAccounts(manifest);
  await serveFromTest(t, out, { port, baseUrl: address, accounts });
  return {
    address,
    port,
    folder: join(out, 'current'),
    keys: Object.fromEntries(accounts.map(({ label, key }) => [label, key])),
    deploy: async () => void (await release()),
  };
}
