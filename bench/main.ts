/** `npm run bench -- build`, `-- edge`, `-- pricing` or `-- soak`: measures, and prints one line a ratio. */
import { parseArgs } from 'node:util';
import { benchBuild } from './build/bench-build.ts';
import { benchEdge } from './edge/bench-edge.ts';
import { benchPricing } from './pricing/bench-pricing.ts';
import { benchSoak } from './soak/bench-soak.ts';

const usage = `Usage: npm run bench -- build [--products N] [--rounds R] [--growth G] [--no-eleventy]
       npm run bench -- edge [--rounds R] [--seconds S] [--connections C]
       npm run bench -- pricing [--rounds R] [--seconds S] [--products N]
       npm run bench -- soak [--keys K] [--seconds S]

Prints lines such as: ratio build-cold-to-floor-10000 1.1 (goal ≤ 1.5; …)

  --products N    products of the catalogue (default: 10000; of pricing 100000)
  --rounds R      turns, of which medians are taken (default: 3; of edge and pricing 5)
  --growth G      times that a second catalogue is larger (default: 10; 0 leaves it out)
  --no-eleventy   leaves the peer out, which is installed on first use
  --seconds S     how long each contestant is asked in a turn (default: 5); of the soak all (600)
  --keys K        distinct bad keys that the soak sends (default: 1000000)
  --connections C idle connections that one client is measured beside (default: 10000)
`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      products: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      keys: { type: 'string', default: '1000000' },
      connections: { type: 'string', default: '10000' },
      growth: { type: 'string', default: '10' },
      'no-eleventy': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) process.stdout.write(usage);
  else if (positionals.join() === 'edge') {
    const options = {
      rounds: readNumber('--rounds', values.rounds ?? '5', 1),
      seconds: readNumber('--seconds', values.seconds ?? '5', 1),
      connections: readNumber('--connections', values.connections, 1),
    };
    await benchEdge(options, (line) => process.stdout.write(`${line}\n`));
  } else if (positionals.join() === 'pricing') {
    const options = {
      rounds: readNumber('--rounds', values.rounds ?? '5', 1),
      seconds: readNumber('--seconds', values.seconds ?? '5', 1),
      products: readNumber('--products', values.products ?? '100000', 1),
    };
    await benchPricing(options, (line) => process.stdout.write(`${line}\n`));
  } else if (positionals.join() === 'soak') {
    const options = {
      keys: readNumber('--keys', values.keys, 100),
      seconds: readNumber('--seconds', values.seconds ?? '600', 0),
    };
    await benchSoak(options, (line) => process.stdout.write(`${line}\n`));
  } else if (positionals.join() !== 'build') throw new Error(usage);
  else {
    const options = {
      products: readNumber('--products', values.products ?? '10000', 1),
      rounds: readNumber('--rounds', values.rounds ?? '3', 1),
      growth: readNumber('--growth', values.growth, 0),
      eleventy: !values['no-eleventy'],
    };
    await benchBuild(options, (line) => process.stdout.write(`${line}\n`));
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

function readNumber(option: string, text: string, least: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= least) return number;
  throw new Error(`${option} "${text}" must be a whole number from ${least} on`);
}
