/** What follows each change of the current release: a check of its files, the hook (`DEPLOY_HOOK`), and the push. */
import { ReleaseError } from '../build/output/release-error.ts';
import type { Terminal } from '../console/terminal.ts';
import { type CurrentSwitch, runHookAfter } from './hook.ts';
import { releaseFolder } from './release-store.ts';
import { type FollowingPush, readFollowingPush } from './remote/push-command.ts';
import { type Hook, readHook } from './run-hook.ts';
import { verifyRelease } from './verify-release.ts';

/** The hook and the push that follow a change; undefined if their settings are not set. */
export interface Followers {
  readonly hook: Hook | undefined;
  readonly push: FollowingPush | undefined;
}

/** Reads the settings of the hook and the push. Throws `ExpectedError` if they are invalid. */
export function readFollowers(settings: Terminal['env'], terminal: Terminal): Followers {
  return { hook: readHook(settings), push: readFollowingPush(settings, terminal) };
}

/**
 * Compares the sizes of the files of the current release with its manifest; runs the hook if it is due, and pushes,
 * both also if a step before fails. Returns the exit code: 1 if the push failed, whose reason it has printed.
 */
export async function followSwitch(
  change: CurrentSwitch,
  { hook, push }: Followers,
  stop: () => AbortSignal,
): Promise<number> {
  let signal: AbortSignal | undefined;
  const stopOnce = () => {
    signal ??= stop();
    return signal;
  };
  const { out, release } = change;
  const [fault] = await verifyRelease(releaseFolder(out, release), 'sizes');
  let exitCode = 0;
  try {
    await runHookAfter(change, hook, stopOnce);
  } finally {
    if (push) exitCode = await push({ out, onlyIfDue: false }, stopOnce);
  }
  if (fault === undefined) return exitCode;
  throw new ReleaseError(
    `release ${release} is current, but ${fault}; deploy again, or pull on an edge: that writes the file again`,
  );
}
