/** Builds the content for `npm run dev` in a thread, whose modules stay loaded, while the server answers requests. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildAndPrint } from '../../build/command.ts';
import type { FileChange } from '../../build/content/content-memory.ts';
import { createBuildMemory, forgetChanged } from '../../build/known-products.ts';
import { createOnce } from '../../console/create-once.ts';
import { explainFailure } from '../../console/errors.ts';
import type { Terminal } from '../../console/terminal.ts';
import { openPages } from '../../pages/open-pages.ts';
import type { ValidContent } from '../../pages/preview/describe-products.ts';
import {
  createPreviewData,
  type PreviewData,
  type Question,
} from '../../pages/preview/preview-data.ts';
import { describeListing } from '../../sync/command.ts';
import { createContentSource } from '../../sync/content-source.ts';
import { runRound } from '../../sync/round.ts';

/** A message to the build thread: the options of one build. */
export interface BuildRequest {
  readonly content: string;
  readonly out: string;
  readonly baseUrl: string;
  /** True if the thread also writes the sync listing; false if `npm run sync` writes it. */
  readonly listsActive: boolean;
  /** True if standard error is a terminal; findings are then coloured. */
  readonly isTTY: boolean;
  /** The content changes since the last build; undefined if they are not known. */
  readonly changes: readonly FileChange[] | undefined;
}

/** The answer of the build thread: the outcome of one build, and what the runner prints of it. */
export interface BuildReply {
  readonly stdout: string;
  readonly stderr: string;
  /** `invalid`: the content has errors, which are in `stderr`. `failure`: the message of another failure. */
  readonly outcome: 'built' | 'invalid' | { readonly failure: string };
}

const memory = createBuildMemory();
let preview: PreviewData | undefined;
const localPages = createOnce(() => openPages({ hasBrowser: true }));

/**
 * Builds a release and, if `listsActive` is set, the sync listing. After a successful build, removes all releases but
 * the last three that this thread has built, so that the folder stays small during a day of editing. Never rejects.
 */
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
    const { content, out, baseUrl } = request;
    const options = { content, out, baseUrl, encoding: 'none', format: 'text' } as const;
    // Changes that make npm run build stop are only reported here: an editor may try them.
    // An editor saves often; only the changes of the last saves are kept.
    const dev = { swapsFirst: true, knownReleases: 10 };
    const pages = await localPages();
    const printing = buildAndPrint({ ...options, ...dev, pages }, terminal, memory);
    const { deployment, findings } = await printing;
    preview ??= createPreviewData({ out, builtOut: 'dist', baseUrl });
    const current = { content: memory.content.content, findings };
    preview.update(current, deployment && validContent(deployment.manifest.release));
    if (deployment === undefined) return { ...printed, outcome: 'invalid' };
    if (request.listsActive) await listActive(request, terminal);
    await removeReleasesExcept(memory.releases, request);
    return { ...printed, outcome: 'built' };
  } catch (error) {
    return { ...printed, outcome: { failure: explainFailure(error) } };
  }
}

/** Returns the answer to a question of the preview; undefined if nothing has its path. */
export async function answerPreview(question: Question): Promise<unknown> {
  return preview?.answer(question);
}

function validContent(release: string): ValidContent | undefined {
  const { content } = memory.content;
  return content && { content, products: [...memory.products.values()], release };
}

/** Writes the sync listing and prints the number of its products, or why there is no new listing. */
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
  if (served?.cleanUpFailure) stderr.write(`${served.cleanUpFailure.message}\n`);
}

async function removeReleasesExcept(
  kept: readonly string[],
  { out }: Pick<BuildRequest, 'out'>,
): Promise<void> {
  const folder = join(out, 'releases');
  const old = (await readdir(folder)).filter((name) => !kept.includes(name));
  for (const name of old) await rm(join(folder, name), { recursive: true, force: true });
}
