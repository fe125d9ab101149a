/** The state that the preview shows: products, and the findings (errors and warnings) in the content as saved. */
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { allRules } from '../../../build/check/rules/index.ts';
import type {
  FindingCounts,
  FindingDetails,
  RuleTexts,
  ShownContent,
  UpdateEvent,
} from '../responses.ts';
import { type Catalogue, createContentReader, type FindingWithSku } from './read-content.ts';

/** The folders that the preview reads, and the public URL of the API. */
export interface PreviewPaths {
  /** Content folder. */
  readonly content: string;
  /** Output folder of the build, with the releases. */
  readonly out: string;
  /** Public URL of the API. */
  readonly baseUrl: string;
}

/** The data that the preview shows, from the latest reading of the content. */
export interface PreviewState {
  /** The event that announces this state to pages. */
  readonly event: UpdateEvent;
  /**
   * The last content without errors that the preview has read. If it has not read such content yet, this has the
   * products without errors of the content as saved; undefined if none of them can be rendered.
   */
  readonly catalogue: Catalogue | undefined;
  /** Findings in the content as saved. */
  readonly findings: readonly FindingDetails[];
  /** Returns the absolute path of a content file, given by its path within the content folder. */
  pathOf(file: string): string;
  /** Output folder of the build. */
  readonly out: string;
}

/**
 * Returns a function that reads the content folder and resolves to the new state. If the content has an error, the
 * state keeps the last catalogue without errors, if there is one. The function rejects if the folder cannot be read.
 */
export function createStateReader({
  content,
  out,
  baseUrl,
}: PreviewPaths): () => Promise<PreviewState> {
  const serverId = randomUUID();
  const pathOf = (file: string) => resolve(content, file);
  const readContent = createContentReader(content, { baseUrl });
  let reads = 0;
  let lastGood: Catalogue | undefined;
  return async () => {
    const { findings, catalogue } = await readContent();
    const counts = countFindings(findings);
    if (counts.errors === 0) lastGood = catalogue;
    reads += 1;
    const shown = shownContent(counts, { lastGood, catalogue });
    return {
      event: { serverId, version: `${serverId}-${reads}`, state: { shown, ...counts } },
      catalogue: lastGood ?? catalogue,
      findings: findings.map((finding) => ({
        ...finding,
        ...ruleTextsOf(finding),
        filePath: pathOf(finding.file),
      })),
      ...{ pathOf, out },
    };
  };
}

function shownContent(
  { errors }: FindingCounts,
  { lastGood, catalogue }: Readonly<Record<'lastGood' | 'catalogue', Catalogue | undefined>>,
): ShownContent {
  if (errors === 0) return 'current';
  if (lastGood !== undefined) return 'lastWithoutErrors';
  return catalogue === undefined ? 'nothing' : 'productsWithoutErrors';
}

const rules = new Map(allRules.map((rule) => [rule.id, rule]));

function ruleTextsOf({ rule }: FindingWithSku): RuleTexts {
  const { summary = '', remedy = '' } = rules.get(rule) ?? {};
  return { summary, remedy };
}

/** Counts the errors and the warnings among findings. */
export function countFindings(findings: readonly FindingWithSku[]): FindingCounts {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  return { errors, warnings: findings.length - errors };
}
