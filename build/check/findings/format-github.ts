/**
 * Findings as workflow commands of GitHub Actions, which shows them at their lines in a pull request
 * (GitHub documentation, "Workflow commands", setting an error or warning message).
 */
import { join } from 'node:path';
import { escapeControls } from '../../content/findings/escape-controls.ts';
import type { Finding } from '../../content/findings/finding.ts';

/** Renders one command a finding; files are given from the working folder. */
export function formatGithub(findings: readonly Finding[], folder: string): string {
  return findings.map((finding) => `${toCommand(finding, folder)}\n`).join('');
}

function toCommand(finding: Finding, folder: string): string {
  const { severity, rule, line, column, endColumn, message, suggestion } = finding;
  const properties = Object.entries({
    file: join(folder, finding.file),
    line,
    col: column,
    endColumn,
    title: rule,
  })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  const hint = suggestion === undefined ? '' : `. Did you mean "${suggestion}"?`;
  return `::${severity} ${properties.join()}::${escapeMessage(message + hint)}`;
}

function escapeMessage(text: string): string {
  const encoded = text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  // The log of a run is shown in terminals too.
  return escapeControls(encoded);
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
