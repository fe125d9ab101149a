/** Lists the programs that the stack and the tests need besides Node.js, and finds them on this machine. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program that the stack or the tests need, and the names and paths under which it may be installed. */
export interface Program {
  /** Name of the Debian and Ubuntu package. */
  readonly package: string;
  /** The name of a program on the PATH, or the absolute path of a file. */
  readonly file: string;
  /** Other names or paths, tried in this order if `file` is missing. */
  readonly others?: readonly string[];
  /** Name of the environment variable that may hold the program's name or path; if it is set, nothing else is tried. */
  readonly variable?: string;
}

/** The folder in which Debian installs nginx modules. */
export const modulesFolder = '/usr/lib/nginx/modules';

/** Folders in which systems install server programs. They are not on every user's PATH. */
export const serverFolders = ['/usr/sbin', '/usr/local/sbin'] as const;

/** nginx modules that the project's nginx configuration needs, in loading order. */
export const nginxModules = [
  { file: 'ndk_http_module.so', package: 'libnginx-mod-http-ndk' },
  { file: 'ngx_http_lua_module.so', package: 'libnginx-mod-http-lua' },
  { file: 'ngx_http_brotli_static_module.so', package: 'libnginx-mod-http-brotli-static' },
] as const;

/** Environment variable that may name a Redis server program to use instead of Debian's redis-server. */
export const redisServerVariable = 'REDIS_SERVER';

/** The Redis server, which stores accounts and keys. REDIS_SERVER may select Valkey instead. */
export const redisProgram = {
  ...{ package: 'redis-server', file: 'redis-server' },
  variable: redisServerVariable,
} as const satisfies Program;

const ofPackage = (name: string, file = name): Program => ({ package: name, file });

/** Programs that `npm run stack` needs: nginx with its modules, redis-server, and openssl for `--tls`. */
export const stackPrograms: readonly Program[] = [
  ofPackage('nginx'),
  ...nginxModules.map((module) => ofPackage(module.package, join(modulesFolder, module.file))),
  redisProgram,
  ofPackage('openssl'),
];

/**
 * The browser with which tests open the pages: Chromium without a window (the tests then take half the processor time),
 * or else a browser with windows. The variable CHROME_BIN, which other test runners also use, may name it.
 */
export const browserProgram: Program = {
  ...ofPackage('chromium-headless-shell'),
  others: ['chromium', 'chromium-browser', 'google-chrome'],
  variable: 'CHROME_BIN',
};

/** Programs that `npm test` needs: also rclone, curl and Python for the samples of the guide, and a browser. */
export const testPrograms: readonly Program[] = [
  ...stackPrograms,
  ...['rclone', 'curl', 'python3'].map((name) => ofPackage(name)),
  browserProgram,
];

/** Programs that boot a Debian. */
export const bootPrograms: readonly Program[] = [
  ofPackage('mmdebstrap'),
  ofPackage('iproute2', 'ip'),
  ofPackage('systemd-container', 'systemd-nspawn'),
];

/** Programs that build and run images. docker-compose uses podman's API service, which needs the last three. */
export const imagePrograms: readonly Program[] = [
  ...['mmdebstrap', 'docker-compose', 'podman', 'runc'].map((name) => ofPackage(name)),
  ofPackage('netavark', '/usr/lib/podman/netavark'),
  ofPackage('aardvark-dns', '/usr/lib/podman/aardvark-dns'),
  ofPackage('iptables'),
];

/** Programs that `npm run test:machine` needs: besides those of `npm test`, programs that few changes concern. */
export const machinePrograms: readonly Program[] = [
  ...testPrograms,
  ofPackage('varnish', 'varnishd'),
  ...['haproxy', 'logrotate'].map((name) => ofPackage(name)),
  ofPackage('php-cli', 'php'),
  ofPackage('prometheus', 'promtool'),
  ...['node', 'redis', 'blackbox'].map((kind) => ofPackage(`prometheus-${kind}-exporter`)),
  ...bootPrograms,
  ...imagePrograms,
];

/** Environment variables, which may name programs. */
type Environment = Readonly<Record<string, string | undefined>>;

/** Returns those of the given programs that are missing on this machine. */
export function missingPrograms(
  programs: readonly Program[],
  environment: Environment = process.env,
): readonly Program[] {
  return programs.filter((program) => findProgram(program, environment) === undefined);
}

/** Returns the path of a program, or undefined; if its variable is set, looks only for the program that it names. */
export function findProgram(
  { file, others = [], variable = '' }: Program,
  environment: Environment = process.env,
): string | undefined {
  const named = environment[variable];
  const folders = [...(environment['PATH'] ?? '').split(delimiter), ...serverFolders];
  const candidates = (named ? [named] : [file, ...others]).flatMap((name) =>
    name.includes('/') ? [name] : folders.map((folder) => join(folder, name)),
  );
  return candidates.find((path) => existsSync(path));
}

/** Returns a message for the user that lists the missing programs and the command that installs them. */
export function provisionHint(
  missing: readonly Program[],
  environment: Environment = process.env,
): string {
  const toName = ({ file, variable = '' }: Program) => {
    const named = environment[variable];
    return named ? `${file} (${variable} is ${named}, which does not exist)` : file;
  };
  const names = missing.map(toName).join(', ');
  const packages = [...new Set(missing.map((program) => program.package))].join(' ');
  return `missing: ${names}
On Debian or Ubuntu: sudo apt-get install ${packages}
Elsewhere: install nginx with its Lua and Brotli-static modules (in ${modulesFolder}) and the others; ${browserProgram.variable} may name Chrome.`;
}
