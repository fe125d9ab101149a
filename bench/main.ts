/** `npm run bench -- build|edge|pricing`: runs one bench, which prints its measurements. */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { projectFolder } from '../infra/local/run-build.ts';
import { benchBuild, buildParts } from './bench-build.ts';
import { benchEdge, benchPricing } from './bench-servers.ts';

const usage = `Usage: npm run bench -- build|edge|pricing [options]

  --against DIR  another checkout with its node_modules: its programs take turns with these
  --rounds R     rounds, of which medians are printed (3)
  --sizes N,N    numbers of products (build: 76,3000,10000; edge and pricing: one, 76)
  --only PARTS   build: parts, separated by commas: ${buildParts.join(', ')}
  --releases N   build: earlier releases before the measured deploys (200)
  --seconds S    edge and pricing: seconds of requests to each server in a round (3)
`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      against: { type: 'string' },
      only: { type: 'string', default: buildParts.join() },
      sizes: { type: 'string' },
      releases: { type: 'string', default: '200' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '3' },
      help: { type: 'boolean', default: false },
    },
  });
  const bench = { build: benchBuild, edge: benchEdge, pricing: benchPricing }[positionals.join()];
  const other = values.against === undefined ? [] : [resolve(values.against)];
  const parts = values.only.split(',');
  const unknown = parts.find((part) => !buildParts.includes(part));
  if (unknown !== undefined) throw new Error(`--only "${unknown}" must be in ${buildParts}`);
  const sizes = values.sizes ?? (bench === benchBuild ? '76,3000,10000' : '76');
  const options = {
    checkouts: [
      { name: 'this', folder: projectFolder },
      ...other.map((folder) => ({ name: 'other', folder })),
    ],
    // An older checkout may not know each field of this one's content.
    sample: join(other[0] ?? projectFolder, 'content'),
    parts,
    sizes: sizes.split(',').map((size) => readNumber('--sizes', size)),
    releases: readNumber('--releases', values.releases),
    rounds: readNumber('--rounds', values.rounds),
    seconds: readNumber('--seconds', values.seconds),
    print: (line: string) => void process.stdout.write(`${line}\n`),
  };
  if (values.help) process.stdout.write(usage);
  else if (bench === undefined) throw new Error(usage);
  else await bench(options);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

function readNumber(option: string, text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new Error(`${option} "${text}" must be a whole number from 1 on`);
}
