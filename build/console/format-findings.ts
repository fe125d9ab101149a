/** Renders the findings of a build in the format of the option `--format`. */
import {
  countFindings,
  formatGithub,
  formatJson,
  formatText,
  startWith,
  type TextStyle,
} from '../check/findings/formats.ts';
import type { Finding } from '../content/findings/finding.ts';

/** Values of the option `--format`; `github` is for GitHub Actions. */
export const formats = ['text', 'json', 'github'] as const;
/** The format in which findings are printed. */
export type Format = (typeof formats)[number];

/** The outcome of a build: its findings, and the id of the release, or null if none was made. */
export interface Verdict {
  readonly findings: readonly Finding[];
  readonly release: string | null;
}

/** Text for standard output and standard error. */
export interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Renders the outcome of a build. The format `text` puts the findings and their number on standard error, and `summary`
 * on standard output. `github` puts workflow commands and `summary` on standard output, and the number of findings on
 * standard error. `json` puts one object on standard output, without `summary`. `summary` must be empty if no release
 * was made.
 */
export function formatVerdict(
  { findings, release }: Verdict,
  format: Format,
  { summary, ...style }: TextStyle & { readonly summary: string },
): Output {
  if (format === 'json') return { stdout: formatJson(findings, release), stderr: '' };
  const count = countFindings(findings);
  const outcome = release === null ? '; nothing was released' : '';
  const closing = count === '' ? '' : `${count}${outcome}\n${startWith(findings, style.folder)}`;
  if (format === 'github') {
    return { stdout: formatGithub(findings, style.folder) + summary, stderr: closing };
  }
  const text = formatText(findings, style);
  return { stdout: summary, stderr: text === '' ? '' : `${text}\n${closing}` };
}
