/** What the preview shows at a moment: the last content without an error, and what was found since. */
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { allRules } from '../../../build/check/rules/index.ts';
import type { FindingCounts, PlacedFinding, Pulse, RuleWords } from '../answers.ts';
import { type AboutProduct, type Catalogue, createContentReader } from './read-content.ts';

/** What is shown, and where it is. */
export interface Place {
  /** Content folder. */
  readonly content: string;
  /** Output folder of the build, with the releases. */
  readonly out: string;
  /** Public address of the API. */
  readonly baseUrl: string;
}

export interface Shown {
  readonly pulse: Pulse;
  /** Undefined until there was content without an error. */
  readonly catalogue: Catalogue | undefined;
  readonly findings: readonly PlacedFinding[];
  /** Path of a file of the content on this machine. */
  pathOf(file: string): string;
  /** Output folder of the build. */
  readonly out: string;
}

/** Makes a function that reads a content folder and gives what is to be shown from then on. */
export function createShowing({ content, out, baseUrl }: Place): () => Promise<Shown> {
  const run = randomUUID();
  const pathOf = (file: string) => resolve(content, file);
  const readContent = createContentReader(content, { baseUrl });
  let looks = 0;
  let last: Catalogue | undefined;
  return async () => {
    const { findings, catalogue } = await readContent();
    last = catalogue ?? last;
    looks += 1;
    const state = { isCurrent: catalogue !== undefined, ...countFindings(findings) };
    return {
      pulse: { run, version: `${run}-${looks}`, state },
      catalogue: last,
      findings: findings.map((finding) => ({
        ...finding,
        ...wordsOf(finding),
        place: pathOf(finding.file),
      })),
      ...{ pathOf, out },
    };
  };
}

const rules = new Map(allRules.map((rule) => [rule.id, rule]));

function wordsOf({ rule }: AboutProduct): RuleWords {
  const { summary = '', remedy = '' } = rules.get(rule) ?? {};
  return { summary, remedy };
}

export function countFindings(findings: readonly AboutProduct[]): FindingCounts {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  return { errors, warnings: findings.length - errors };
}
