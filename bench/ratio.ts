/** Processor time of all threads of a process, and its resident memory at its highest. */
export interface Usage {
  readonly processorSeconds: number;
  readonly gigabytes: number;
}

/** The cost of a program, from its start to its end or to a certain answer. */
export interface Cost extends Usage {
  readonly seconds: number;
}

/** Answers of a server per second, and microseconds of its processor time for each. */
export interface Rate {
  readonly perSecond: number;
  readonly processorTime: number;
}

/** Goals by the name of the line; seconds are those of a virtual machine with two processors. */
const goals: Readonly<Record<string, string>> = {
  'build-cold-3000': '≤ 21 s',
  'build-one-edit-76': '≤ 1.8 s',
  'build-one-edit-3000': '≤ 3.5 s',
  'build-one-edit-10000': '≤ 12 s',
  'deploy-3000': '≤ 6 s',
  'dev-save-76': '≤ 0.35 s',
  'dev-save-3000': '≤ 0.7 s',
  'edge-list-to-other': '≥ 0.97 of processor time',
  'edge-detail-to-other': '≥ 0.97 of processor time',
  'edge-404-to-bare': '≥ 0.40',
  'edge-list-to-cached': '0.75',
  'edge-detail-to-cached': '0.75',
  'pricing-detail-to-bare': '≥ 0.70',
  'pricing-catalog-to-bare': '≥ 1.00',
};

/** Formats a line such as `ratio build-cold-76 2.310 (goal the figure; …)`. */
export function ratio(name: string, value: number, facts: string): string {
  return `ratio ${name} ${value.toFixed(3)} (goal ${goals[name] ?? 'the figure'}; ${facts})`;
}

/** Formats the seconds of a cost, with its processor time and memory. */
export function describeCost(name: string, cost: Cost): string {
  const processor = `${cost.processorSeconds.toFixed(2)} s of processor time`;
  return ratio(name, cost.seconds, `seconds; ${processor}, ${cost.gigabytes.toFixed(2)} GB`);
}

/** Formats the seconds of `one` divided by those of `other`; processor times likewise. */
export function compareCosts(name: string, one: Cost, other: Cost): string {
  const show = (of: keyof Cost) => `${one[of].toFixed(2)} against ${other[of].toFixed(2)}`;
  const share = (one.processorSeconds / other.processorSeconds).toFixed(3);
  const processor = `${show('processorSeconds')} s of processor time (${share})`;
  const facts = `${show('seconds')} s, ${processor}, ${show('gigabytes')} GB`;
  return ratio(name, one.seconds / other.seconds, facts);
}

/**
 * Formats the requests per second of `one` divided by those of `other`, and the processor time of
 * `other` divided by that of `one`: both are above 1 if `one` is faster.
 */
export function compareRates(name: string, one: Rate, other: Rate): string {
  const rates = `${one.perSecond.toFixed(0)} against ${other.perSecond.toFixed(0)} a second`;
  const times = `${one.processorTime.toFixed(1)} against ${other.processorTime.toFixed(1)} µs`;
  const share = (other.processorTime / one.processorTime).toFixed(3);
  const facts = `${rates}, ${times} of processor time (${share})`;
  return ratio(name, one.perSecond / other.perSecond, facts);
}
