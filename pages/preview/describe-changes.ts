/** Compares the release that `npm run dev` shows with the last one that `npm run build` made, as `npm run diff` does. */
import { compareReleases } from '../../releases/diff/compare-releases.ts';
import { openRelease } from '../../releases/diff/read-release.ts';
import { diffSections } from '../../releases/diff/render-diff.ts';
import { linkedRelease, releaseFolder, UnreadableError } from '../../releases/release-store.ts';

/** Number of rows of each section; `npm run diff` prints all. */
const limit = 300;

/** The differences between two releases, as tables; without them, `before` says why there are none. */
export type Changes = Awaited<ReturnType<typeof describeChanges>>;

/** Resolves to the differences. `after` is the id of the shown release, below `out`. */
export async function describeChanges(
  { out, builtOut }: { readonly out: string; readonly builtOut: string },
  after: string,
) {
  const before = await linkedRelease(builtOut, 'current');
  if (before === undefined) return { before: `${builtOut}/current`, after, sections: undefined };
  try {
    const built = await openRelease(releaseFolder(builtOut, before));
    const shown = await openRelease(releaseFolder(out, after));
    const sections = diffSections(await compareReleases(built, shown))
      // `npm run dev` compresses nothing.
      .filter(({ title }) => title !== 'Lists')
      .map(({ rows, ...section }) => ({
        ...{ ...section, rows: rows.slice(0, limit), all: rows.length },
      }));
    return { before, after, sections };
  } catch (error) {
    // An earlier version of the compiler may have made the release.
    if (error instanceof UnreadableError)
      return { before: error.message, after, sections: undefined };
    throw error;
  }
}
