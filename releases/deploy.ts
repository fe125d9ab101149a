/** From content to the release that is served: compile, guard, activate. */
import { type Compilation, type CompileOptions, compile } from '../build/compile.ts';
import { whileBuilding } from '../build/output/while-at-work.ts';
import { activateRelease } from './activate.ts';
import type { DangerKind } from './guard/dangers.ts';
import { guardRelease } from './guard/guard-release.ts';
import { changeAgainst, type ReleaseChange, readStanding } from './release-change.ts';

export interface DeployOptions extends CompileOptions {
  /** Dangers that the guard does not stop for. */
  readonly accept?: readonly DangerKind[];
}

export interface Deployment extends Compilation {
  /** What differs from the release that was current; undefined if there was none to compare with. */
  readonly change: ReleaseChange | undefined;
}

/**
 * Compiles a content folder and makes the release current. Throws what `compile` throws, and `GuardError`
 * for a difference that is probably a mistake; the current release stays in all cases.
 */
export function deploy({ accept = [], ...options }: DeployOptions): Promise<Deployment> {
  const { out } = options;
  return whileBuilding(out, async () => {
    const compilation = await compile(options);
    const { manifest } = compilation;
    const current = await readStanding(out, manifest);
    await guardRelease(out, { standing: current, manifest }, accept);
    await activateRelease(out, manifest.release);
    return { ...compilation, change: current && changeAgainst(current, manifest) };
  });
}
