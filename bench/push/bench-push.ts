/**
 * Measures the bytes that a push and a pull transfer after an edit of one product name, with a folder as the remote.
 */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readManifest } from '../../build/output/manifest.ts';
import { projectFolder } from '../../infra/local/run-build.ts';
import { generateKeys } from '../../releases/remote/keys.ts';
import { prepareNameEdit } from '../build/edit-content.ts';
import { generateCatalogue } from '../build/generate-catalogue.ts';
import { runNodeMeasured } from '../build/run-measured.ts';
import { programArguments } from '../program-arguments.ts';
import { ratio } from '../ratio.ts';

/** The options of `npm run bench -- push`, which measures the bytes that a push and a pull transfer. */
export interface PushBenchOptions {
  readonly products: number;
}

/**
 * Number of products at which the transferred bytes have a goal. In smaller catalogues, most of the bytes belong to
 * documentation pages.
 */
const goalProducts = 10_000;

/**
 * Builds, pushes and pulls a generated catalogue, edits the name of one product, and builds, pushes and pulls again.
 * For the second push and the second pull, prints the transferred bytes divided by the bytes that they may transfer:
 * three times those of the changed product, plus those of the compressed product lists. Removes all files afterwards.
 */
export async function benchPush(
  { products }: PushBenchOptions,
  print: (line: string) => void,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-push-'));
  try {
    const path = (name: string) => join(folder, name);
    const [content, out] = [path('content'), path('dist')];
    const [remote, edge] = [path('remote'), path('edge')];
    const keys = { RELEASE_KEY: path('key'), RELEASE_PUBLIC_KEY: path('key.pub') };
    await generateKeys(keys);
    await generateCatalogue(content, products);
    const run = async (program: string, args: readonly string[]) => {
      const command = [...programArguments(program), ...args];
      const end = await runNodeMeasured(command, projectFolder, keys);
      return { ...end, bytes: Number(/(\d+) bytes transferred/.exec(end.output)?.[1]) };
    };
    const publish = async () => {
      await run('build/main.ts', ['--content', content, '--out', out]);
      const pushed = await run('releases/remote/push-main.ts', [remote, '--out', out]);
      const pulled = await run('releases/remote/pull-main.ts', [remote, '--out', edge]);
      return { push: pushed, pull: pulled };
    };
    const first = await publish();
    const before = await filesBelow(join(remote, 'objects'));
    await (await prepareNameEdit(content, 0)).save();
    const second = await publish();
    const added = [...(await filesBelow(join(remote, 'objects')))];
    const changed = sum(added.filter(([file]) => !before.has(file)).map(([, size]) => size));
    const lists = await bytesOfLists(out);
    for (const name of ['push', 'pull'] as const) {
      const { bytes, seconds, processorSeconds } = second[name];
      const against = `3 × ${megabytes(changed)} of one product + ${megabytes(lists)} of lists`;
      const cost = `${seconds.toFixed(2)} s, ${processorSeconds.toFixed(2)} s of processor time without rclone`;
      const goal = products === goalProducts ? '≤ 1' : 'the figure';
      const facts = `${goal}; ${megabytes(bytes)} against ${against}; the first one ${megabytes(first[name].bytes)}; ${cost}`;
      print(ratio(`${name}-one-edit-${products}`, bytes / (3 * changed + lists), facts));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Returns the total bytes of all compressed product lists of the current release in `out`; lists with equal bytes count
 * once.
 */
async function bytesOfLists(out: string): Promise<number> {
  const { files } = await readManifest(join(out, 'current'));
  const lists = Object.entries(files).filter(([path]) =>
    /^public\/v1\/products\/.+\.(gz|br)$/.test(path),
  );
  return sum(new Map(lists.map(([, { sha256, size }]) => [sha256, size])).values());
}

async function filesBelow(folder: string): Promise<ReadonlyMap<string, number>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = files.map(async ({ parentPath, name }) => {
    const file = join(parentPath, name);
    return [file, (await stat(file)).size] as const;
  });
  return new Map(await Promise.all(sizes));
}

function sum(numbers: Iterable<number>): number {
  let all = 0;
  for (const number of numbers) all += number;
  return all;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(2)} MB`;
}
