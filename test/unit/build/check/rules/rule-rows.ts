/** Test cases of content rules: edits of the fixture content, and where the rule then finds something. */
import type { Finding } from '../../../../../build/content/findings/finding.ts';
import type { Edit } from './edited-content.ts';

/** A test case of one rule. */
export interface Row {
  /**
   * `finds`: the rule has exactly the expected findings. `only`: in addition, no other rule has a finding. `ignores`:
   * the rule has no finding. `accepts`: no rule has a finding, because the content is valid.
   */
  readonly verb: 'finds' | 'only' | 'ignores' | 'accepts';
  readonly what: string;
  readonly edits: readonly Edit[];
  /** The file in which findings are expected if `expected` names no other: that of the first edit. */
  readonly file: string | undefined;
  /** The expected findings in the form of `inShort`, in the order of a report. */
  readonly expected: readonly string[];
}

/** Name of a rule → its test cases. */
export type RuleRows = Readonly<Record<string, readonly Row[]>>;

type Edits = readonly (Edit | readonly Edit[])[];
type Expected = string | readonly string[];

/** Returns a test case: after the edits, the rule has exactly the expected findings; others may have some too. */
export function finds(what: string, expected: Expected, ...edits: Edits): Row {
  const all = edits.flat();
  return { verb: 'finds', what, edits: all, file: all[0]?.file, expected: [expected].flat() };
}

/** Returns a test case like `finds`, after which no other rule has a finding. */
export function only(what: string, expected: Expected, ...edits: Edits): Row {
  return { ...finds(what, expected, ...edits), verb: 'only' };
}

/** Returns a test case: after the edits, the rule has no finding; other rules may have some. */
export function ignores(what: string, ...edits: Edits): Row {
  return { ...finds(what, [], ...edits), verb: 'ignores' };
}

/** Returns a test case: after the edits, the content is valid, so that no rule has a finding. */
export function accepts(what: string, ...edits: Edits): Row {
  return { ...finds(what, [], ...edits), verb: 'accepts' };
}

/** Returns test cases whose content also has other edits, which are made first. */
export function after(first: readonly Edit[], rows: readonly Row[]): readonly Row[] {
  return rows.map((row) => ({ ...row, edits: [...first, ...row.edits] }));
}

/**
 * Returns where a finding is, and what it suggests: `marked text ×2 @ file → suggestion`, with the number of its places
 * if there are several. The file is left out if it is `file`; the marked text is what the finding underlines, and is empty for a whole file.
 */
export function inShort(finding: Finding, file?: string): string {
  const place = finding.file === file ? '' : `@ ${finding.file}`;
  const suggestion = finding.suggestion === undefined ? '' : `→ ${finding.suggestion}`;
  const times = finding.places === undefined ? '' : `×${finding.places.length + 1}`;
  return [markedText(finding), times, place, suggestion].filter((part) => part !== '').join(' ');
}

function markedText({ frame = [] }: Finding): string {
  const at = frame.findIndex((line) => line.startsWith('>'));
  const [line = '', mark = ''] = frame.slice(Math.max(at, 0), at + 2);
  return line.slice(mark.indexOf('^'), mark.lastIndexOf('^') + 1);
}
