/** Lays out the folder that nginx runs in (`-p`): a copy of `infra/`'s nginx part with settings of its own. */
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from './run-build.ts';

export interface NginxSettings {
  readonly host: string;
  readonly port: number;
  readonly baseUrl: string;
  /** Port of the pricing service on loopback. */
  readonly pricingPort: number;
}

/** Writes the folder and gives nginx's arguments; `dist/` is expected beside `infra/`. */
export async function layOutNginx(folder: string, settings: NginxSettings): Promise<string[]> {
  const target = join(folder, 'infra');
  await mkdir(target, { recursive: true });
  for (const part of ['nginx.conf', 'nginx']) {
    await cp(join(projectFolder, 'infra', part), join(target, part), { recursive: true });
  }
  for (const name of ['run', 'tmp']) await mkdir(join(folder, name));
  for (const [file, text] of Object.entries(renderSettings(settings))) {
    await writeFile(join(target, 'nginx', 'settings', file), text);
  }
  return ['-p', folder, '-c', join(target, 'nginx.conf'), '-g', 'daemon off;'];
}

/** The three files of `nginx/settings/`, for a run by whoever runs this. */
function renderSettings({ host, port, baseUrl, pricingPort }: NginxSettings) {
  const isRoot = process.getuid?.() === 0;
  return {
    // A root run keeps its workers root: the temporary folder is readable to nobody else.
    'process.conf': `load_module /usr/lib/nginx/modules/ndk_http_module.so;
load_module /usr/lib/nginx/modules/ngx_http_lua_module.so;
load_module /usr/lib/nginx/modules/ngx_http_brotli_static_module.so;
${isRoot ? 'user root;' : ''}
worker_processes 2;
pid run/nginx.pid;
error_log stderr warn;
`,
    'site.conf': `map "" $base_url {
    default "${baseUrl}";
}
upstream pricing_service {
    server 127.0.0.1:${pricingPort};
    keepalive 32;
}
`,
    'listen.conf': `listen ${host.includes(':') ? `[${host}]` : host}:${port};\n`,
  };
}
