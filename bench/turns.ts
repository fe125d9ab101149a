/** Measures contestants in turns, so that all of them meet the same hours of the machine. */

/** What each contestant does once in a round. */
export interface Step<Contestant, Figures> {
  /** Runs before the contestants take their turns, for example edits the content. */
  prepare?(round: number): Promise<unknown>;
  /** Returns figures by the names under which they are printed. */
  measure(contestant: Contestant, round: number): Promise<Readonly<Record<string, Figures>>>;
}

/** Name of a measurement → name of a contestant → medians over all rounds. */
export type Medians<Figures> = Map<string, Map<string, Figures>>;

/**
 * Takes the steps in their order in every round. In each step, the contestants are measured one
 * after another, in reverse order in every other round. Rejects with the first error of a step.
 */
export async function takeTurns<Contestant extends { readonly name: string }, Figures>(
  rounds: number,
  contestants: readonly Contestant[],
  steps: readonly Step<Contestant, Figures>[],
): Promise<Medians<Figures>> {
  const measured: Medians<Figures[]> = new Map();
  for (let round = 0; round < rounds; round += 1) {
    for (const step of steps) {
      await step.prepare?.(round);
      for (const contestant of round % 2 === 0 ? contestants : contestants.toReversed()) {
        for (const [line, figures] of Object.entries(await step.measure(contestant, round))) {
          const all = measured.get(line) ?? new Map<string, Figures[]>();
          all.set(contestant.name, [...(all.get(contestant.name) ?? []), figures]);
          measured.set(line, all);
        }
      }
    }
  }
  const medians = (all: Map<string, Figures[]>) =>
    new Map([...all].map(([name, figures]) => [name, mediansOf(figures)]));
  return new Map([...measured].map(([line, all]) => [line, medians(all)]));
}

/** Returns the median of each figure for itself; of two in the middle, the lower one. */
export function mediansOf<Figures>(all: readonly Figures[]): Figures {
  const names = Object.keys(all[0] ?? {}) as (keyof Figures)[];
  const medians = names.map((name) => {
    const sorted = all.map((figures) => Number(figures[name])).sort((a, b) => a - b);
    return [name, sorted[Math.floor((sorted.length - 1) / 2)]];
  });
  return Object.fromEntries(medians) as Figures;
}
