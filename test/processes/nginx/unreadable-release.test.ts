/** Files that nginx cannot read or find cause 500, never 404, and no log contains a query. */
import { once } from 'node:events';
import { chmod, mkdir, readlink, rename, rm, rmdir, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { problems } from '../../../contract/problems.ts';
import { untilServed } from '../../helpers/nginx.ts';
import { edge } from './edge.ts';

const detail = '/v1/products/TEE-1';
const currentLink = () => join(edge().folder, 'dist', 'current');
const productFolder = () => join(currentLink(), 'public', 'v1', 'products', 'TEE-1');

/** Replaces the link `current` by what `place` makes, until the test ends. */
async function replaceCurrent(t: ExecutionContext, place: (path: string) => Promise<unknown>) {
  const release = await readlink(currentLink());
  await rm(currentLink());
  await place(currentLink());
  t.teardown(async () => {
    await rm(currentLink()).catch(() => rmdir(currentLink()));
    await symlink(release, currentLink());
    await untilServed(edge().client(), edge().manifest.release);
  });
}

async function loseRelease(t: ExecutionContext): Promise<void> {
  await replaceCurrent(t, (path) => symlink('releases/gone', path));
  await untilServed(edge().client(), undefined);
}

/** Makes a product unreadable until the test ends. */
async function lockProduct(t: ExecutionContext): Promise<void> {
  await chmod(productFolder(), 0);
  t.teardown(() => chmod(productFolder(), 0o755));
}

/** Replaces a document by a socket, which nginx cannot open, as on a failing disk or without free descriptors. */
async function spoilDocument(t: ExecutionContext): Promise<void> {
  const document = join(productFolder(), 'index.json');
  // Created elsewhere, because the path of a socket must be short.
  const socket = join(edge().folder, 'socket');
  const server = createServer().listen(socket);
  await once(server, 'listening');
  await rename(document, `${document}.aside`);
  await rename(socket, document);
  t.teardown(async () => {
    server.close();
    await rename(`${document}.aside`, document);
  });
}

async function assertFault(t: ExecutionContext, path: string): Promise<void> {
  const { status, headers, json } = await edge().client()(path);
  t.is(status, 500, path);
  t.is(headers['cache-control'], 'no-store', path);
  t.like(json(), { code: 'internal_error' }, path);
}

test.serial(
  'a product file without read permission gets 500, and other products are served',
  async (t) => {
    await lockProduct(t);
    for (const path of [detail, `${detail}?locale=fr-CA`]) await assertFault(t, path);
    const client = edge().client();
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
      ...['/docs/', '/docs/errors', '/docs/style.css', '/images/none.svg'],
    ];
    for (const path of paths) t.true([200, 404].includes((await client(path)).status), path);
    await loseRelease(t);
    for (const path of paths) await assertFault(t, path);
    t.like((await client('/v1/products')).json(), { error: problems.internal_error.detail });
    t.is((await client('/v1/none')).status, 404, 'a route that there never is');
  },
);

test.serial(
  'if the link to the release cannot be read, the last release is served, and the log says so',
  async (t) => {
    await replaceCurrent(t, mkdir);
    await edge().logged(/the link dist\/current cannot be read \(error 22\)/);
    t.is((await edge().client()(detail)).status, 200);
  },
);

test.serial(
  'the error log has every fault, and no query, because a query may contain a key',
  async (t) => {
    const path = `${detail}?api_key=ppc_0123456789abcdefghijABCDEFGHIJ01`;
    await spoilDocument(t);
    await assertFault(t, path);
    await loseRelease(t);
    await assertFault(t, path);
    // Each fault is logged once a minute, for the first route that has it.
    await edge().logged(
      /the current release is missing or incomplete, or .* \(route \S*, request /,
    );
    await edge().logged(/nginx could not answer a request \(route \S*, request /);
    t.notRegex(edge().log(), /ppc_|api_key|GET/);
  },
);
