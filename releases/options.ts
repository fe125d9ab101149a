/** The command line of `npm run release`. */
import { parseArgs } from 'node:util';
import { defaultRedisUrl } from '../contract/redis-url.ts';

export type ReleaseCommand =
  | { readonly name: 'help' }
  | { readonly name: 'list'; readonly out: string }
  | { readonly name: 'activate'; readonly out: string; readonly release: string }
  | { readonly name: 'prune'; readonly out: string; readonly keep: number };

export const usage = `Usage: npm run release -- list | activate RELEASE | prune --keep N [--out DIR]

  list               the releases in DIR, newest first, with what is damaged
  activate RELEASE   serve a release that was built before: its id, the beginning
                     of it, or "previous"; npm run publish makes its net prices follow
  prune --keep N     remove all but the current release, those that are published
                     in Redis, and the newest N others

  --out DIR          the build's output folder (default: dist)

prune asks REDIS_URL (default: ${defaultRedisUrl}) what is published.
`;

/** Reads the arguments; throws a plain `Error` whose message ends in the usage. */
export function readCommand(args: string[]): ReleaseCommand {
  try {
    return parse(args);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${usage}`);
  }
}

function parse(args: string[]): ReleaseCommand {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      out: { type: 'string', default: 'dist' },
      keep: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return { name: 'help' };
  const { out, keep } = values;
  const [name, release, ...more] = positionals;
  if (more.length > 0 || (name !== 'activate' && release !== undefined)) {
    throw new Error(`"${more[0] ?? release}" is one argument too many`);
  }
  if (name !== 'prune' && keep !== undefined) throw new Error('--keep is an option of prune');
  if (name === 'list') return { name, out };
  if (name === 'activate') {
    if (release === undefined) throw new Error('activate needs a release');
    return { name, out, release };
  }
  if (name === 'prune') {
    if (!/^\d{1,6}$/.test(keep ?? '')) throw new Error('prune needs --keep and a whole number');
    return { name, out, keep: Number(keep) };
  }
  throw new Error(name === undefined ? 'what is to be done?' : `there is no command "${name}"`);
}
