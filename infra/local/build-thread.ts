/**
 * The compiler of `npm run dev`, in a thread of its own: its modules stay loaded from one build to the
 * next, and the server answers while it works.
 */
import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildAndPrint } from '../../build/command.ts';
import type { FileChange } from '../../build/content/content-memory.ts';
import { createBuildMemory, forgetChanged } from '../../build/known-products.ts';
import type { RenderPages } from '../../build/output/shared-files.ts';
import { explainFailure } from '../../console/errors.ts';
import type { Terminal } from '../../console/terminal.ts';
import type { Locale } from '../../contract/locales.ts';
import { openDocs } from '../../pages/docs/open-docs.ts';
import { describeListing } from '../../sync/command.ts';
import { createContentSource } from '../../sync/content-source.ts';
import { runRound } from '../../sync/round.ts';

export interface BuildRequest {
  readonly content: string;
  readonly out: string;
  readonly baseUrl: string;
  /** Whether the sync listing is made from the content too. */
  readonly listsActive: boolean;
  /** Whether standard error is a terminal, where findings have colours. */
  readonly isTTY: boolean;
  /** What has changed in the content since the last build; undefined if that is not known. */
  readonly changes: readonly FileChange[] | undefined;
}

export interface BuildReply {
  /** Lines for standard output and standard error. */
  readonly stdout: string;
  readonly stderr: string;
  /** Whether there is a release; otherwise the content has errors, or something else failed. */
  readonly outcome: 'built' | 'invalid' | { readonly failure: string };
}

const memory = createBuildMemory();
let pages: Promise<RenderPages> | undefined;

/** Builds a release, and the sync listing of it. Returns what is to be printed; it does not reject. */
export async function build({ isTTY, changes, ...request }: BuildRequest): Promise<BuildReply> {
  const printed = { stdout: '', stderr: '' };
  const collect = (stream: keyof typeof printed) => ({
    write(text: string) {
      printed[stream] += text;
    },
  });
  const stderr = { ...collect('stderr'), isTTY };
  const terminal = { env: process.env, stdout: collect('stdout'), stderr };
  forgetChanged(memory, changes);
  try {
    pages ??= openDocs().then(rememberPages);
    const { content, out, baseUrl } = request;
    const options = { content, out, baseUrl, encoding: 'none', format: 'text' } as const;
    // An editor may try what npm run build stops at, and is told so.
    // An editor saves often, and tries the answers about the last saves at most.
    const dev = { swapsFirst: true, knownReleases: 10 };
    const deployment = await buildAndPrint({ ...options, ...dev }, terminal, {
      ...{ pages: await pages, memory },
      // What is printed is shown when the build has ended.
      showsProgress: false,
      warnsOfDangers: true,
    });
    if (deployment === undefined) return { ...printed, outcome: 'invalid' };
    if (request.listsActive) await listActive(request, terminal);
    await removeReleasesBut(memory.releases, request);
    return { ...printed, outcome: 'built' };
  } catch (error) {
    return { ...printed, outcome: { failure: explainFailure(error) } };
  }
}

/** Makes the sync listing of what the content says is active, and prints it. */
async function listActive(
  { content, out }: Pick<BuildRequest, 'content' | 'out'>,
  { stdout, stderr }: Terminal,
): Promise<void> {
  const source = createContentSource(content);
  const { signal: stop } = new AbortController();
  const round = { out, source, acceptLoss: true, now: Date.now, stop, encoding: 'none' } as const;
  const { served, failure } = await runRound(round);
  if (served) stdout.write(describeListing(served));
  if (failure) stderr.write(`no new listing: ${failure.message}\n`);
}

/** Keeps the output folder of a day of rebuilding small: only releases that are remembered stay. */
async function removeReleasesBut(
  kept: readonly string[],
  { out }: Pick<BuildRequest, 'out'>,
): Promise<void> {
  const folder = join(out, 'releases');
  const old = (await readdir(folder)).filter((name) => !kept.includes(name));
  for (const name of old) await rm(join(folder, name), { recursive: true, force: true });
}

/** Renders pages again only if what they are rendered from is another, the details that they read included. */
function rememberPages(render: RenderPages): RenderPages {
  let last: PagesMemory | undefined;
  return (facts) => {
    const { readDetail } = facts;
    const shared = facts.contexts.map(({ content, site, locale }) => [content, site, locale]);
    const shown = facts.products.map(({ sku, markets }) => [sku, markets]);
    const key = createHash('sha256')
      .update(JSON.stringify([shared, shown]))
      .digest('hex');
    const isSame = last?.reads.every(
      ({ sku, locale, detail }) => JSON.stringify(readDetail(sku, locale)) === detail,
    );
    if (last?.key === key && isSame) return last.files;
    const reads: DetailRead[] = [];
    const files = render({
      ...facts,
      readDetail(sku, locale) {
        const detail = readDetail(sku, locale);
        reads.push({ sku, locale, detail: JSON.stringify(detail) });
        return detail;
      },
    });
    last = { key, reads, files };
    return files;
  };
}

/** Pages, and what they were rendered from. */
interface PagesMemory {
  readonly key: string;
  readonly reads: readonly DetailRead[];
  readonly files: ReturnType<RenderPages>;
}

/** A detail that pages read, as JSON; undefined if there was none. */
interface DetailRead {
  readonly sku: string;
  readonly locale: Locale;
  readonly detail: string | undefined;
}
