/** What is wrong with content, and where: collected over a whole step, then reported together. */

export interface Finding {
  /** File below the content folder. */
  readonly file: string;
  /** Line in a table; JSON files name the place in `path` instead. */
  readonly line?: number;
  /** Where in the file: `colors.2.color`, or a column name. */
  readonly path?: string;
  /** What is wrong, why, and what to do. */
  readonly message: string;
}

/** Thrown when content cannot be compiled; holds every fault found, sorted by file and line. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    const sorted = [...findings].sort(byPlace);
    super(sorted.map(formatFinding).join('\n'));
    this.findings = sorted;
  }
}

/** One finding as a line: `prices/msrp.csv:14: price: is not a price such as 12.50`. */
export function formatFinding({ file, line, path, message }: Finding): string {
  const place = line === undefined ? file : `${file}:${line}`;
  return path ? `${place}: ${path}: ${message}` : `${place}: ${message}`;
}

/** Throws `ContentError` when there is any finding. */
export function assertNoFindings(findings: readonly Finding[]): void {
  if (findings.length > 0) throw new ContentError(findings);
}

function byPlace(a: Finding, b: Finding): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return (a.line ?? 0) - (b.line ?? 0);
}
