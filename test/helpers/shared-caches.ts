/**
 * Starts shared caches in front of a server: nginx's proxy_cache and Varnish. Each has two variants: requests with
 * Authorization bypass the cache, or they are treated like all others.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findPort } from '../../infra/local/find-port.ts';
import { makeFolder } from './content.ts';
import { createClient } from './http-client.ts';
import { startProcess } from './process.ts';
import type { Teardown } from './teardown.ts';

/** Starts a cache in front of the server on port `origin`; resolves with the cache's port once the cache answers. */
export type StartCache = (t: Teardown, origin: number) => Promise<number>;

/**
 * Cache name → function that starts the cache. A cache adds `X-Cache: HIT` to an answer from its store. The caches "by
 * Vary alone" also store answers to requests with Authorization: only headers of the answer, such as Vary, then prevent
 * the cache from sending them to other clients.
 */
export const sharedCaches: Readonly<Record<string, StartCache>> = {
  'nginx, bypass on Authorization': (t, origin) =>
    startNginxCache(t, origin, [
      'proxy_cache_bypass $http_authorization;',
      'proxy_no_cache $http_authorization;',
    ]),
  'nginx, by Vary alone': (t, origin) => startNginxCache(t, origin, []),
  'Varnish as it comes': (t, origin) => startVarnish(t, origin, []),
  'Varnish, by Vary alone': (t, origin) =>
    startVarnish(t, origin, ['sub vcl_recv { return (hash); }']),
};

async function startNginxCache(t: Teardown, origin: number, lines: readonly string[]) {
  const folder = await makeFolder(t);
  const port = await findPort('127.0.0.1', 0);
  await mkdir(join(folder, 'tmp'));
  const temporary = ['proxy', 'fastcgi', 'uwsgi', 'scgi'].map((n) => `${n}_temp_path tmp/${n};`);
  const conf = join(folder, 'nginx.conf');
  await writeFile(
    conf,
    `daemon off; ${process.getuid?.() === 0 ? 'user root;' : ''} pid nginx.pid; error_log stderr;
    events {}
    http {
      access_log off; client_body_temp_path tmp/body; ${temporary.join(' ')}
      proxy_cache_path cache keys_zone=shared:1m;
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://127.0.0.1:${origin};
          proxy_http_version 1.1;
          proxy_set_header Connection "";
          proxy_set_header Via "1.1 cdn";
          proxy_cache shared;
          ${lines.join('\n')}
          add_header X-Cache $upstream_cache_status always;
        }
      }
    }`,
  );
  startProcess(t, 'nginx', ['-p', folder, '-c', conf]);
  return answering(port);
}

/**
 * Starts Varnish with its built-in rules and an administration port. Returns the port of the cache, and the
 * address and secret file for varnishadm.
 */
export async function startVarnishWithAdmin(t: Teardown, origin: number) {
  const admin = `127.0.0.1:${await findPort('127.0.0.1', 0)}`;
  const secret = join(await makeFolder(t), 'secret');
  await writeFile(secret, 'of a test\n', { mode: 0o600 });
  return { port: await startVarnish(t, origin, [], ['-T', admin, '-S', secret]), admin, secret };
}

async function startVarnish(
  t: Teardown,
  origin: number,
  subroutines: readonly string[],
  more: readonly string[] = [],
) {
  const folder = await makeFolder(t);
  const port = await findPort('127.0.0.1', 0);
  const vcl = join(folder, 'cache.vcl');
  await writeFile(
    vcl,
    `vcl 4.1;
    backend default { .host = "127.0.0.1"; .port = "${origin}"; }
    ${subroutines.join('\n')}
    sub vcl_deliver { if (obj.hits > 0) { set resp.http.X-Cache = "HIT"; } }`,
  );
  const places = ['-n', join(folder, 'run'), '-a', `127.0.0.1:${port}`, '-f', vcl];
  // `-j none`: varnishd must not change to another user, because the folder belongs to the user who runs the tests.
  startProcess(t, 'varnishd', ['-F', '-j', 'none', '-s', 'malloc,16m', ...places, ...more]);
  return answering(port);
}

async function answering(port: number): Promise<number> {
  const client = createClient(port);
  for (;;) {
    const reply = await client('/v1/health').catch(() => undefined);
    if (reply?.status === 200) return port;
    await wait(20);
  }
}
