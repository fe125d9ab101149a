/** The programs that the stack and the tests need besides Node.js, and how to look for them. */
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

export interface Program {
  /** What it is called in messages. */
  readonly name: string;
  /** Debian's and Ubuntu's package. */
  readonly package: string;
  /** A program on the PATH, or an absolute path of a file. */
  readonly file: string;
}

/** Where Debian keeps nginx's modules. */
export const modulesFolder = '/usr/lib/nginx/modules';

/** Where servers stand; these folders are not on everybody's PATH. */
export const serverFolders = ['/usr/sbin', '/usr/local/sbin'] as const;

/** nginx's modules that the edge needs, in the order in which they are loaded. */
export const nginxModules = [
  { file: 'ndk_http_module.so', package: 'libnginx-mod-http-ndk' },
  { file: 'ngx_http_lua_module.so', package: 'libnginx-mod-http-lua' },
  { file: 'ngx_http_brotli_static_module.so', package: 'libnginx-mod-http-brotli-static' },
] as const;

/** What the stack needs. */
export const stackPrograms: readonly Program[] = [
  { name: 'nginx', package: 'nginx', file: 'nginx' },
  ...nginxModules.map(({ file, package: name }) => ({
    name: `nginx's ${file}`,
    package: name,
    file: join(modulesFolder, file),
  })),
  { name: 'redis-server', package: 'redis-server', file: 'redis-server' },
  // Makes the certificate of a stack that serves over TLS.
  { name: 'openssl', package: 'openssl', file: 'openssl' },
];

/** What the tests need: Varnish is a shared cache of theirs, Chromium looks at the pages. */
export const testPrograms: readonly Program[] = [
  ...stackPrograms,
  { name: 'varnishd', package: 'varnish', file: 'varnishd' },
  { name: 'chromium', package: 'chromium', file: 'chromium' },
];

/** Those that are not on this machine. */
export async function missingPrograms(
  programs: readonly Program[],
  path = process.env['PATH'] ?? '',
): Promise<readonly Program[]> {
  const found = await Promise.all(programs.map(({ file }) => isThere(file, path)));
  return programs.filter((_, index) => !found[index]);
}

async function isThere(file: string, path: string): Promise<boolean> {
  const folders = [...path.split(delimiter), ...serverFolders];
  const candidates = file.startsWith('/') ? [file] : folders.map((folder) => join(folder, file));
  const looks = candidates.map((candidate) =>
    access(candidate).then(
      () => true,
      () => false,
    ),
  );
  return (await Promise.all(looks)).includes(true);
}

/** What is missing and the command that installs it. */
export function provisionHint(missing: readonly Program[]): string {
  const names = missing.map(({ name }) => name).join(', ');
  const packages = [...new Set(missing.map((program) => program.package))].join(' ');
  return `missing: ${names}
On Debian or Ubuntu: sudo apt-get install ${packages}
Elsewhere: install nginx with its Lua and Brotli-static modules (in ${modulesFolder}), redis-server and, for the tests, varnishd and Chromium.`;
}
