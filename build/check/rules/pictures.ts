/** Finds the pictures in `assets/` and the drawings in `drawings/`, and explains which are missing. */
import type { Fault } from '../../content/findings/finding.ts';
import { aboutUnknown, unreadFile } from '../../content/findings/relations.ts';
import { hintsFor } from '../../content/findings/suggest.ts';
import { memoize } from '../../content/memoize.ts';
import type { PartialContent } from '../../content/partial-content.ts';
import { isAssetPath } from '../../content/schemas/values.ts';
import { findUnread } from './file-list-rules.ts';

type Explanation = Omit<Fault, 'file'> | undefined;

/** Returns true if a picture is an https URL, which a build does not check, because it uses no network. */
export function isRemotePicture(file: string): boolean {
  return file.startsWith('https://');
}

/** Returns the paths below `assets/` of the files to which content can refer. */
export const assetNames = memoize(
  ({ assets }: PartialContent): ReadonlySet<string> =>
    new Set([...assets.keys()].filter(isAssetPath)),
);

/** Returns the paths below `assets/` of all files and folders, such as `photos/`; also of files that cannot be read. */
const assetPaths = memoize(({ files }: PartialContent): ReadonlySet<string> => {
  const paths = files.flatMap((file) => /^assets\/(.*)$/.exec(file)?.[1] ?? []);
  return new Set(paths.flatMap((path) => [...parentsOf(path), path]));
});

/** Returns the folders that contain a file, the outermost first: `a/`, `a/b/` for `a/b/c.jpg`. */
function parentsOf(file: string): string[] {
  return Array.from(file.matchAll(/\//g), ({ index }) => file.slice(0, index + 1));
}

/** Returns the fault of a picture that is not in `assets/`. */
export function explainAsset(file: string, content: PartialContent): Explanation {
  const paths = assetPaths(content);
  if (isRemotePicture(file) || paths.has(file)) return undefined;
  const { suggestion } = hintsFor(file, assetNames(content));
  // If a folder is missing, its pictures are one fault.
  const missing = parentsOf(file).find((folder) => !paths.has(folder)) ?? file;
  const about = aboutUnknown('assets', suggestion === undefined ? missing : file, paths.size === 0);
  const misnamed = findUnread(`assets/${file}`, content);
  if (misnamed !== undefined) {
    const message = `"${file}" is not in assets/, but ${misnamed} is; rename that file`;
    return { message, about: { ...about, explains: [unreadFile(misnamed)] } };
  }
  const hint = suggestion === undefined ? {} : { suggestion };
  return { message: `"${file}" is not in assets/`, about, ...hint };
}

/** Returns the names of the two files of a drawing in `drawings/`, such as `tee-front.svg` and `tee-back.svg`. */
export function drawingFiles(drawing: string): string[] {
  return [`${drawing}-front.svg`, `${drawing}-back.svg`];
}

/** Returns the names of the files, front and back, that a drawing lacks in `drawings/`. */
export function missingDrawingFiles(drawing: string, { drawings }: PartialContent): string[] {
  return drawingFiles(drawing).filter((file) => !drawings.has(file));
}

/** Returns the names of drawings that have a file for each side. */
const completeDrawings = memoize((content: PartialContent): ReadonlySet<string> => {
  const names = [...content.drawings.keys()].map((file) => file.replace(/-(front|back)\.svg$/, ''));
  return new Set(names.filter((name) => missingDrawingFiles(name, content).length === 0));
});

/** Returns the fault of a drawing that lacks its front, its back or both. */
export function explainDrawing(drawing: string, content: PartialContent): Explanation {
  const missing = missingDrawingFiles(drawing, content);
  if (missing.length === 0) return undefined;
  const message = `"${drawing}" is not drawn from both sides: drawings/ has no ${missing.join(' and no ')}`;
  const about = aboutUnknown('drawings', drawing, content.drawings.size === 0);
  // If one side exists, the name is right.
  const hints = missing.length === 1 ? {} : hintsFor(drawing, completeDrawings(content));
  return { message, about, ...hints };
}
