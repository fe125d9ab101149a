/** Names remotes, and turns the output of a failed rclone process into one line, both without secrets. */
import { isWithin } from '../../console/folders.ts';
import { RemoteError } from './remote-error.ts';

/** Maximum length of rclone's own text in a message, in characters. */
const longest = 300;

/** Returns the name of a remote for messages. */
export function describeRemote(remote: string): string {
  const [, name = '', , path = ''] = /^(:?[\w.+@ -]*),(.*):(.*)$/.exec(remote) ?? [];
  if (name !== '') return `${name}:${path}`;
  return withoutUrlSecrets(remote);
}

/**
 * Throws `RemoteError` if a remote is the output folder `out` or a folder in it, because a push there could replace or
 * remove the files of releases.
 */
export function assertOutside(out: string, remote: string): void {
  const local = /^(?::local(?:,(?:"[^"]*"|'[^']*'|[^:"'])*)?:|(?![^/]*:))(?<folder>.*)$/s.exec(
    remote,
  );
  const folder = local?.groups?.['folder'];
  if (folder === undefined || !isWithin(folder, out)) return;
  throw new RemoteError(
    `the remote ${describeRemote(remote)} is within the output folder ${out}, whose files it could replace or remove; give another folder or remote`,
  );
}

/** Explains in one line why rclone failed, given its standard error. */
export function explainRclone(
  stderr: string,
  environment: Readonly<Record<string, string | undefined>>,
  target: string,
): string {
  const reason = reasonIn(stderr);
  if (/didn't find section in config file/.test(reason)) {
    return 'rclone has no remote of this name; rclone config creates one';
  }
  if (
    /no space left on device|remaining disk space|quota exceeded|insufficient storage/i.test(reason)
  ) {
    return `there is no space left in ${target}; free some and run this again`;
  }
  if (/unable to decrypt|config.*password/i.test(reason)) {
    return 'the configuration of rclone is encrypted; set RCLONE_CONFIG_PASS';
  }
  const secrets = Object.entries(environment).filter(([name]) =>
    /^(RCLONE|AWS|AZURE|GOOGLE)_.*(PASS|KEY|SECRET|TOKEN|CREDENTIAL|AUTH|HEADER|COMMAND|URL)/.test(
      name,
    ),
  );
  let text = reason;
  for (const [name, value = ''] of secrets) {
    // A URL is useful in a message; its secret parts are removed below.
    if (value.length > 3 && !name.endsWith('_URL')) text = text.replaceAll(value, '…');
  }
  const shown = withoutUrlSecrets(text).slice(0, longest);
  // A file has the name of an existing folder, on the remote or here.
  const remedy = reason.endsWith(': is a directory')
    ? '; move that folder away and run this again'
    : '';
  return `${shown}${remedy}`;
}

/** Returns the last error in rclone's log as one line, or a text that says that rclone gave no reason. */
function reasonIn(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const messages = lines.flatMap((line): string[] => {
    if (!line.startsWith('{')) return /Failed to|ERROR|CRITICAL|Error:/.test(line) ? [line] : [];
    try {
      const { level, msg } = JSON.parse(line) as { level?: string; msg?: string };
      return level === 'error' || level === 'critical' ? [msg ?? ''] : [];
    } catch {
      return [];
    }
  });
  const last = messages.at(-1) ?? lines.filter((line) => !line.startsWith('{')).at(-1);
  if (last === undefined) return 'rclone failed without a reason';
  return last
    .replace(/^[\d/]+ [\d:]+ (?:(?:ERROR|CRITICAL|NOTICE) *: *)?/, '')
    .replace(/^.*last error was: /, '')
    .replace(/^Failed to create file system for ".*": /, '')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
}

/** Removes user, password and query of every URL in a text. */
function withoutUrlSecrets(text: string): string {
  return text
    .replaceAll(/\/\/[^/\s"@]*@/g, '//')
    .replaceAll(/(\w+:\/\/[^\s"?]*)\?[^\s"]*/g, '$1?…');
}
