/** The forms in which findings are given: for people, programs, and pull requests. */

import { formatGithub } from '../check/findings/format-github.ts';
import { formatJson } from '../check/findings/format-json.ts';
import { countFindings, formatText, type TextStyle } from '../check/findings/format-text.ts';
import type { Finding } from '../content/findings/finding.ts';

export const formats = ['text', 'json', 'github'] as const;
export type Format = (typeof formats)[number];

/** What a build has to say: what was found, and the release that was made, if one was. */
export interface Verdict {
  readonly findings: readonly Finding[];
  readonly release: string | null;
}

/** Text for standard output and standard error, each empty where there is nothing to say. */
export interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

/** Gives a verdict in a format; `summary` is what a person reads once a release was made. */
export function formatVerdict(
  { findings, release }: Verdict,
  format: Format,
  { summary, ...style }: TextStyle & { readonly summary: string },
): Output {
  if (format === 'json') return { stdout: formatJson(findings, release), stderr: '' };
  const count = countFindings(findings);
  const outcome = release === null ? '; nothing was released' : '';
  const closing = count === '' ? '' : `${count}${outcome}\n`;
  if (format === 'github') {
    return { stdout: formatGithub(findings, style.folder) + summary, stderr: closing };
  }
  const text = formatText(findings, style);
  return { stdout: summary, stderr: text === '' ? '' : `${text}\n${closing}` };
}
