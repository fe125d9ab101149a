/** The usage texts of the local runners. */

/** The local runners (commands that build and serve the catalogue on this machine), named after their npm scripts. */
export type Runner = 'start' | 'dev' | 'stack';

interface RunnerUsage {
  readonly command: string;
  readonly purpose: string;
  readonly synopsis?: string;
  readonly options?: string;
  readonly variables?: string;
}

const usages: Readonly<Record<Runner, RunnerUsage>> = {
  start: {
    command: 'npm start',
    purpose: `Builds the content and serves the whole API from one Node.js process, with demo
keys; nginx and Redis are not needed. Ends with Ctrl-C and leaves only caches.`,
  },
  dev: {
    command: 'npm run dev',
    purpose: `Serves as npm start does, and builds and serves the content again at every save.
Prints errors and warnings; after an error, it still serves the last release
without errors. /preview shows editors their changes. Ends with Ctrl-C and
leaves only caches.`,
    variables: '  NO_COLOR             prints errors and warnings without colours\n',
  },
  stack: {
    command: 'npm run stack',
    synopsis: ' [--tls]',
    purpose: `Serves as in production, in the foreground: nginx, the pricing service and a
private redis-server, with demo keys. Needs nginx and redis-server (npm run
provision installs them). Ends with Ctrl-C and leaves only caches.`,
    options: '  --tls          serve HTTPS and HTTP/2 with a certificate made for the run\n',
    variables: '  REDIS_SERVER         program to run as Redis (default: redis-server)\n',
  },
};

/** Returns the usage text that a local runner prints for `--help`. */
export function usageOf(runner: Runner): string {
  const { command, purpose, synopsis = '', options = '', variables = '' } = usages[runner];
  return `Usage: ${command} [-- [--content DIR]${synopsis}]

${purpose}

  --content DIR  content folder (default: content)
${options}  --help         print this text

Environment variables:
  PORT                 port to listen on; 0 chooses a free one (default: 8080)
  HOST                 address to listen on (default: 127.0.0.1)
  BASE_URL             public address in documents
                       (default: the address that the server listens on)
  TEST_KEYS            disabled: test keys are refused (default: enabled)
  SPECIFICATION_URL    specification service that lists the active products
                       (default: active-products.csv of the content)
  SPECIFICATION_TOKEN  bearer token of that service, if it needs one
  SYNC_MAX_AGE         how long its last answer is served (default: 15m)
${variables}
Examples:
  ${command}
  PORT=9000 ${command} -- --content ../catalogue

Exit codes: 0 after Ctrl-C, SIGTERM or --help; 1 if it could not start or failed
later, for the printed reason.
`;
}
