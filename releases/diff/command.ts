/** `npm run diff`: what differs between two releases, for an editor, a pull request or a program. */
import type { Terminal } from '../../console/terminal.ts';
import { findRelease, releaseFolder } from '../standing.ts';
import { compareReleases } from './compare-releases.ts';
import { type Format, readOptions, usage } from './options.ts';
import { openRelease } from './read-release.ts';
import type { ReleaseDiff } from './release-diff.ts';
import { renderJson } from './render-json.ts';
import { renderMarkdown } from './render-markdown.ts';
import { renderText } from './render-text.ts';

const renderers: Readonly<Record<Format, (diff: ReleaseDiff, limit: number) => string>> = {
  text: renderText,
  markdown: renderMarkdown,
  json: renderJson,
};

/** Runs `npm run diff`; 1 when the releases could not be compared. */
export async function runDiff(args: string[], { stdout, stderr }: Terminal): Promise<number> {
  try {
    stdout.write(await run(args));
    return 0;
  } catch (error) {
    stderr.write(`${(error as Error).message}
`);
    return 1;
  }
}

/** Compares as the arguments say and returns the report. */
async function run(args: string[]): Promise<string> {
  const options = readOptions(args);
  if (options === undefined) return usage;
  const { out, format, limit } = options;
  const open = async (reference: string) =>
    openRelease(releaseFolder(out, await findRelease(out, reference)));
  const [before, after] = [await open(options.before), await open(options.after)];
  return renderers[format](await compareReleases(before, after), limit);
}
