/** Files that nginx cannot read or find cause 500, never 404, and no log contains a query. */
import { once } from 'node:events';
import { chmod, mkdir, readlink, rename, rm, rmdir, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { problems } from '../../../contract/problems.ts';
import type { Client } from '../../helpers/http-client.ts';
import { untilServed } from '../../helpers/nginx.ts';
import { serveEdge } from './edge.ts';

/**
 * Turns off nginx's cache of open files, from which a file would be served for up to a minute after its
 * removal.
 */
const edits = {
  'files.conf': (text: string) => text.replace(/open_file_cache max.*;/, ''),
};
const edge = serveEdge(test, { runsAsOtherUser: true, edits });

const detail = '/v1/products/TEE-1';
const dist = () => join(edge().folder, 'dist');
const publicFolder = () => join(dist(), 'current', 'public');
const productFolder = () => join(publicFolder(), 'v1', 'products', 'TEE-1');

/** Makes a product unreadable until the test ends. */
async function lockProduct(t: ExecutionContext): Promise<void> {
  await chmod(productFolder(), 0);
  t.teardown(() => chmod(productFolder(), 0o755));
}

/** Points `current` to a missing folder until the test ends. */
async function loseRelease(t: ExecutionContext): Promise<void> {
  const current = join(dist(), 'current');
  const release = await readlink(current);
  const lead = async (target: string) => {
    await rm(current);
    await symlink(target, current);
  };
  const client = edge().client();
  await lead('releases/gone');
  t.teardown(async () => {
    await lead(release);
    await untilServed(client, edge().manifest.release);
  });
  await untilServed(client, undefined);
}

/**
 * Replaces a document by a socket until the test ends. Opening it fails with an error that nginx does not expect, as on
 * a failing disk or without free descriptors.
 */
async function spoilDocument(t: ExecutionContext): Promise<void> {
  const document = join(productFolder(), 'index.json');
  const aside = `${document}.aside`;
  // Created elsewhere, because the path of a socket must be short.
  const socket = join(edge().folder, 'socket');
  const server = createServer().listen(socket);
  await once(server, 'listening');
  await rename(document, aside);
  await rename(socket, document);
  t.teardown(async () => {
    server.close();
    await rename(aside, document);
  });
}

async function assertFault(t: ExecutionContext, client: Client, path: string): Promise<void> {
  const { status, headers, json } = await client(path);
  t.is(status, 500, path);
  t.is(headers['cache-control'], 'no-store', path);
  t.like(json(), { code: 'internal_error' }, path);
}

test.serial(
  'a product file without read permission gets 500, and other products are served',
  async (t) => {
    const client = edge().client();
    await lockProduct(t);
    for (const path of [detail, `${detail}?locale=fr-CA`]) await assertFault(t, client, path);
    t.is((await client('/v1/products/BAG-5')).status, 200);
    t.is((await client('/v1/products/NONE-1')).status, 404);
  },
);

test.serial(
  'without a release nginx answers every request for a file with 500, even if it never existed',
  async (t) => {
    const client = edge().client();
    const paths = [
      ...[detail, '/v1/products/NONE-1', '/v1/products', '/v1/health', '/openapi.json'],
      ...['/docs/', '/docs/guide', '/docs/style.css', '/robots.txt', '/images/none.svg'],
    ];
    for (const path of paths) t.true([200, 404].includes((await client(path)).status), path);
    await loseRelease(t);
    for (const path of paths) await assertFault(t, client, path);
    t.like((await client('/v1/products')).json(), { error: problems.internal_error.detail });
    t.is((await client('/v1/none')).status, 404, 'a route that there never is');
  },
);

test.serial(
  'if the link to the release cannot be read, the last release is served, and the log says so',
  async (t) => {
    const current = join(dist(), 'current');
    const release = await readlink(current);
    await rm(current);
    await mkdir(current);
    t.teardown(async () => {
      await rmdir(current);
      await symlink(release, current);
    });
    await edge().logged(/the link dist\/current cannot be read \(error 22\)/);
    t.is((await edge().client()(detail)).status, 200);
  },
);

test.serial('a request for a folder gets 404, not 500', async (t) => {
  await mkdir(join(publicFolder(), 'docs', 'fr'), { recursive: true });
  const client = edge().client();
  for (const path of ['/docs/fr', '/docs/fr/', '/docs/none/']) {
    t.is((await client(path)).status, 404, path);
  }
});

test.serial(
  'the error log has every fault, and no query, because a query may contain a key',
  async (t) => {
    const client = edge().client();
    const path = `${detail}?api_key=ppc_0123456789abcdefghijABCDEFGHIJ01`;
    await lockProduct(t);
    await assertFault(t, client, path);
    await chmod(productFolder(), 0o755);
    await spoilDocument(t);
    await assertFault(t, client, path);
    await loseRelease(t);
    await assertFault(t, client, path);
    await edge().logged(
      /the current release is missing or incomplete, or .* \(route detail, request /,
    );
    await edge().logged(/nginx could not answer a request \(route detail, request /);
    t.notRegex(edge().log(), /ppc_|api_key|GET/);
  },
);
