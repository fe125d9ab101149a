/** `npm run bench -- NAME`: runs one bench, which prints its measurements; `--help` lists the benches. */
import { parseArgs } from 'node:util';
import { benchBackup } from './backup/bench-backup.ts';
import { type BuildPart, benchBuild, buildParts } from './build/bench-build.ts';
import { benchCapacity } from './capacity/bench-capacity.ts';
import { benchCopy } from './copy/bench-copy.ts';
import { benchDeploy } from './deploy/bench-deploy.ts';
import { benchAblation } from './edge/bench-ablation.ts';
import { benchEdge } from './edge/bench-edge.ts';
import { benchPricing } from './pricing/bench-pricing.ts';
import { benchPush } from './push/bench-push.ts';
import { benchRevocation } from './revocation/bench-revocation.ts';
import { benchSoak } from './soak/bench-soak.ts';
import { benchStart } from './start/bench-start.ts';

const usage = `Usage: npm run bench -- build [--only PARTS] [--products N] [--rounds R] [--growth G]
       npm run bench -- backup [--accounts N]
       npm run bench -- capacity [--products N,N] [--rounds R] [--seconds S]
       npm run bench -- copy [--products N]
       npm run bench -- deploy [--products N] [--rounds R]
       npm run bench -- ablation [--rounds R] [--seconds S]
       npm run bench -- edge [--rounds R] [--seconds S] [--connections C]
       npm run bench -- pricing [--rounds R] [--seconds S] [--products N]
       npm run bench -- push [--products N]
       npm run bench -- revocation [--rounds R]
       npm run bench -- soak [--keys K] [--seconds S]
       npm run bench -- start [--rounds R]

Prints lines such as: ratio build-cold-to-floor-10000 1.1 (goal ≤ 1.25; …)

  --only PARTS    parts of build, separated by commas: ${buildParts.join(', ')}
                  (default: all but growth; eleventy is installed on first use)
  --products N    products of the catalogue (default: 10000; pricing: 100000;
                  dev is measured with 76, 3000 and 10000; capacity with
                  1000, 3000 and 10000)
  --accounts N    accounts of two keys each (default: 1000, 10000 and 100000)
  --rounds R      rounds, whose median is printed (default: 3; ablation, edge, pricing and start: 5)
  --growth G      how many times larger the second catalogue is (default: 10)
  --seconds S     seconds of requests to each program in a round (default: 5; ablation: 3; capacity: 2);
                  soak: seconds of all requests (default: 600)
  --keys K        different invalid keys that soak sends (default: 1000000)
  --connections C idle connections that are open while a client is measured (default: 10000)
`;

const print = (line: string) => void process.stdout.write(`${line}\n`);

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      only: { type: 'string' },
      accounts: { type: 'string' },
      products: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      keys: { type: 'string', default: '1000000' },
      connections: { type: 'string', default: '10000' },
      growth: { type: 'string', default: '10' },
      help: { type: 'boolean', default: false },
    },
  });
  const rounds = (usual: string) => readNumber('--rounds', values.rounds ?? usual, 1);
  const seconds = (usual: string) => readNumber('--seconds', values.seconds ?? usual, 1);
  const products = (usual: string) => readNumber('--products', values.products ?? usual, 1);
  const benches: Readonly<Record<string, () => Promise<void>>> = {
    backup() {
      const { accounts: given } = values;
      const counts =
        given === undefined ? [1000, 10_000, 100_000] : [readNumber('--accounts', given, 1)];
      return benchBackup({ accounts: counts }, print);
    },
    build() {
      const growth = readNumber('--growth', values.growth, 2);
      const parts = readParts(values.only);
      const count = values.products === undefined ? undefined : products(values.products);
      return benchBuild({ parts, products: count, rounds: rounds('3'), growth }, print);
    },
    capacity() {
      const sizes = (values.products ?? '1000,3000,10000')
        .split(',')
        .map((text) => readNumber('--products', text, 1));
      return benchCapacity({ sizes, rounds: rounds('3'), seconds: seconds('2') }, print);
    },
    copy: () => benchCopy({ products: products('10000') }, print),
    deploy: () => benchDeploy({ products: products('10000'), rounds: rounds('3') }, print),
    ablation: () => benchAblation({ rounds: rounds('5'), seconds: seconds('3') }, print),
    edge() {
      const connections = readNumber('--connections', values.connections, 1);
      return benchEdge({ rounds: rounds('5'), seconds: seconds('5'), connections }, print);
    },
    pricing() {
      const options = { rounds: rounds('5'), seconds: seconds('5'), products: products('100000') };
      return benchPricing(options, print);
    },
    push: () => benchPush({ products: products('10000') }, print),
    revocation: () => benchRevocation({ rounds: rounds('3') }, print),
    soak() {
      const length = readNumber('--seconds', values.seconds ?? '600', 0);
      return benchSoak({ keys: readNumber('--keys', values.keys, 100), seconds: length }, print);
    },
    start: () => benchStart({ rounds: rounds('5') }, print),
  };
  const bench = Object.hasOwn(benches, positionals.join())
    ? benches[positionals.join()]
    : undefined;
  if (values.help) process.stdout.write(usage);
  else if (bench === undefined) throw new Error(usage);
  else await bench();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

/**
 * Parses `only`, a list of parts of the build bench such as `cold,prune`. If it is undefined, returns all parts except
 * `growth`, which takes longest. Throws if a part is unknown.
 */
function readParts(only: string | undefined): ReadonlySet<BuildPart> {
  if (only === undefined) return new Set(buildParts.filter((part) => part !== 'growth'));
  const parts = only.split(',').map((text) => {
    const part = buildParts.find((name) => name === text.trim());
    if (part === undefined) {
      throw new Error(`--only "${text}" must be one of ${buildParts.join(', ')}`);
    }
    return part;
  });
  return new Set(parts);
}

function readNumber(option: string, text: string, least: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= least) return number;
  throw new Error(`${option} "${text}" must be a whole number from ${least} on`);
}
