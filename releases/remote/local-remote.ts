/** Refuses a remote that is within the output folder. */
import { isWithin } from '../../console/folders.ts';
import { describeRemote } from './rclone-failure.ts';
import { RemoteError } from './remote-error.ts';

/**
 * Throws `RemoteError` if a remote is the output folder `out` or a folder in it, because a push there could replace or
 * remove the files of releases. Recognises paths such as `dist/remote` and `:local:dist/remote`, but neither a name in
 * rclone's configuration nor a remote that wraps a folder, such as `:crypt`.
 */
export function assertOutside(out: string, remote: string): void {
  const folder = folderOf(remote);
  if (folder === undefined || !isWithin(folder, out)) return;
  throw new RemoteError(
    `the remote ${describeRemote(remote)} is within the output folder ${out}, whose files it could replace or remove; give another folder or remote`,
  );
}

/**
 * Returns the path of a remote that is a folder of this machine: `folder`, `:local:folder` or `:local,option:folder`.
 * Returns undefined for other remotes, which have a colon before the first slash.
 */
function folderOf(remote: string): string | undefined {
  return /^(?::local(?:,(?:"[^"]*"|'[^']*'|[^:"'])*)?:|(?![^/]*:))(?<folder>.*)$/s.exec(remote)
    ?.groups?.['folder'];
}
