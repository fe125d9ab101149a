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
  /** Other programs that do as well, where that one is not there. */
  readonly others?: readonly string[];
  /** Environment variable by which somebody may say where it is; where it is set, nothing else will do. */
  readonly variable?: string;
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

/** Names the program that runs as Redis where it is not Debian's redis-server. */
export const redisServerVariable = 'REDIS_SERVER';

/** Keeps accounts, keys and net prices. Valkey does as well where REDIS_SERVER names it. */
export const redisProgram = {
  name: 'redis-server',
  package: 'redis-server',
  file: 'redis-server',
  variable: redisServerVariable,
} as const satisfies Program;

/** What the stack needs. */
export const stackPrograms: readonly Program[] = [
  { name: 'nginx', package: 'nginx', file: 'nginx' },
  ...nginxModules.map(({ file, package: name }) => ({
    name: `nginx's ${file}`,
    package: name,
    file: join(modulesFolder, file),
  })),
  redisProgram,
  // Makes the certificate of a stack that serves over TLS.
  { name: 'openssl', package: 'openssl', file: 'openssl' },
];

/** Looks at the pages. What it is called differs; CHROME_BIN is what other test runners look at too. */
export const browserProgram: Program = {
  name: 'chromium',
  package: 'chromium',
  file: 'chromium',
  others: ['chromium-browser', 'google-chrome'],
  variable: 'CHROME_BIN',
};

/**
 * What the tests need: Varnish is a shared cache of theirs, haproxy stands before several edges, rclone carries
 * releases to edges, promtool checks alerts that exporters have the metrics of, logrotate rotates nginx's log, and the
 * others run the samples of the guide.
 */
export const testPrograms: readonly Program[] = [
  ...stackPrograms,
  { name: 'varnishd', package: 'varnish', file: 'varnishd' },
  { name: 'haproxy', package: 'haproxy', file: 'haproxy' },
  { name: 'rclone', package: 'rclone', file: 'rclone' },
  { name: 'curl', package: 'curl', file: 'curl' },
  { name: 'python3', package: 'python3', file: 'python3' },
  { name: 'php', package: 'php-cli', file: 'php' },
  { name: 'promtool', package: 'prometheus', file: 'promtool' },
  ...['node', 'redis', 'blackbox'].map((kind) => {
    const name = `prometheus-${kind}-exporter`;
    return { name, package: name, file: name };
  }),
  { name: 'logrotate', package: 'logrotate', file: 'logrotate' },
  browserProgram,
];

/** What the environment says of where programs are. */
type Environment = Readonly<Record<string, string | undefined>>;

/** Those that are not on this machine. */
export async function missingPrograms(
  programs: readonly Program[],
  environment: Environment = process.env,
): Promise<readonly Program[]> {
  const paths = await Promise.all(programs.map((program) => findProgram(program, environment)));
  return programs.filter((_, index) => paths[index] === undefined);
}

/** The path of a program on this machine; undefined when it is not here. */
export async function findProgram(
  { file, others = [], variable = '' }: Program,
  environment: Environment = process.env,
): Promise<string | undefined> {
  const named = environment[variable];
  const folders = [...(environment['PATH'] ?? '').split(delimiter), ...serverFolders];
  const candidates = (named ? [named] : [file, ...others]).flatMap((name) =>
    name.includes('/') ? [name] : folders.map((folder) => join(folder, name)),
  );
  for (const candidate of candidates) if (await isThere(candidate)) return candidate;
  return undefined;
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** What is missing and the command that installs it. */
export function provisionHint(
  missing: readonly Program[],
  environment: Environment = process.env,
): string {
  const toName = ({ name, variable = '' }: Program) => {
    const named = environment[variable];
    return named ? `${name} (${variable} is ${named}, where nothing is)` : name;
  };
  const names = missing.map(toName).join(', ');
  const packages = [...new Set(missing.map((program) => program.package))].join(' ');
  return `missing: ${names}
On Debian or Ubuntu: sudo apt-get install ${packages}
Elsewhere: install nginx with its Lua and Brotli-static modules (in ${modulesFolder}), redis-server and, for the tests, varnishd, haproxy, rclone, curl, Python, PHP, promtool, Prometheus's node, Redis and blackbox exporters, logrotate and Chromium (or Chrome; ${browserProgram.variable} may name it).`;
}
