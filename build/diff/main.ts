/** `npm run diff`: what differs between two releases, for an editor, a pull request or a program. */
import { findRelease, releaseFolder } from '../releases/standing.ts';
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

try {
  process.stdout.write(await run(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

/** Does what the arguments say and gives what is to be told. */
async function run(args: string[]): Promise<string> {
  const options = readOptions(args);
  if (options === undefined) return usage;
  const { out, format, limit } = options;
  const open = async (reference: string) =>
    openRelease(releaseFolder(out, await findRelease(out, reference)));
  const [before, after] = [await open(options.before), await open(options.after)];
  return renderers[format](await compareReleases(before, after), limit);
}
