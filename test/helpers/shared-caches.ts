/** Starts a shared cache in front of a server: nginx's proxy_cache. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findPort } from '../../infra/local/find-port.ts';
import { makeFolder } from './content.ts';
import { createClient } from './http-client.ts';
import { startProcess } from './process.ts';
import type { Teardown } from './teardown.ts';

/**
 * Starts a cache in front of the server on port `origin`; resolves with the cache's port once the cache answers. The
 * cache adds `X-Cache: HIT` to an answer from its store. It also stores answers to requests with Authorization: only
 * headers of the answer, such as Vary, then prevent the cache from sending them to other clients.
 */
export async function startNginxCache(t: Teardown, origin: number): Promise<number> {
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
          add_header X-Cache $upstream_cache_status always;
        }
      }
    }`,
  );
  startProcess(t, 'nginx', ['-p', folder, '-c', conf]);
  return answering(port);
}

/** Requests the health of the server on `port` until it answers; returns the port. */
export async function answering(port: number): Promise<number> {
  const client = createClient(port);
  for (;;) {
    const reply = await client('/v1/health').catch(() => undefined);
    if (reply?.status === 200) return port;
    await wait(20);
  }
}
