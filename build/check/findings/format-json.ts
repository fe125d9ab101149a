/** Findings for programs: one JSON document. */
import type { Finding } from '../../content/findings/finding.ts';

/** Renders the findings and the release that was made, or null when none was. */
export function formatJson(findings: readonly Finding[], release: string | null): string {
  return `${JSON.stringify({ release, findings }, null, 2)}\n`;
}
