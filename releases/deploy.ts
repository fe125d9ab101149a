/** From content to the release that is served: compile, guard, activate. */
import { type Compilation, type CompileOptions, compile } from '../build/compile.ts';
import { whileBuilding } from '../build/output/output-lock.ts';
import { type Danger, type DangerKind, dangerKinds } from './guard/dangers.ts';
import { assertAccepted, compareWithCurrent } from './guard/guard-release.ts';
import { type ReleaseChange, readCurrentRelease } from './release-change.ts';
import { activateRelease } from './release-store.ts';

export interface DeployOptions extends CompileOptions {
  /** Kinds of dangers that do not stop the activation. By default every kind stops it. */
  readonly accept?: readonly DangerKind[];
}

export interface Deployment extends Compilation {
  /** Undefined if there was no current release, or its manifest could not be read. */
  readonly change: ReleaseChange | undefined;
  /** Dangers that were found and accepted. */
  readonly acceptedDangers: readonly Danger[];
}

/**
 * Compiles a content folder and makes the release current. Throws what `compile` throws, and `GuardError` for
 * a difference that is probably a mistake; in both cases the current release does not change.
 */
export function deploy({ accept = [], ...options }: DeployOptions): Promise<Deployment> {
  const { out } = options;
  return whileBuilding(out, async () => {
    const compilation = await compile(options);
    const { manifest } = compilation;
    const { release } = manifest;
    const current = await readCurrentRelease(out, manifest);
    // Nothing that is found could stop it, and somebody may be waiting for it to be served.
    const isAccepted = dangerKinds.every((kind) => accept.includes(kind));
    if (isAccepted) await activateRelease(out, release);
    const compared = current && (await compareWithCurrent(out, current, manifest));
    const { change, dangers = [] } = compared ?? {};
    if (!isAccepted) {
      if (current) assertAccepted(dangers, accept, { out, current: current.release, release });
      await activateRelease(out, release);
    }
    return { ...compilation, change, acceptedDangers: dangers };
  });
}
