/** Parses JSON files (RFC 8259), with the rules about their text: syntax, depth, and names that an object repeats. */
import { type ParseError, parse, printParseErrorCode, visit } from 'jsonc-parser';
import { type FaultInFile, type Found, foundBy, type Rule } from '../findings/finding.ts';
import { indexLines, positionAt } from '../findings/text-lines.ts';
import { withSeeMore } from './file-rules.ts';
import { nameInvisible } from './text-rules.ts';

const duplicateName: Rule = {
  id: 'json/duplicate-name',
  severity: 'error',
  summary: 'An object has no name twice.',
  remedy: 'Keep the right one and remove the other.',
  example: { file: 'brands.json', valid: '"zeta": {', broken: '"acme": {' },
};

/** Maximum depth of nested lists and objects. Parsers fail at a depth of some thousands; content needs ten. */
const maxDepth = 100;

const nesting: Rule = {
  id: 'json/nesting',
  severity: 'error',
  summary: `Lists and objects are nested at most ${maxDepth} levels deep.`,
  remedy: 'Remove the surplus [ or {.',
  example: { file: 'tags.json', broken: '['.repeat(maxDepth + 1) },
};

const jsonSyntax: Rule = {
  id: 'json/syntax',
  severity: 'error',
  summary: 'JSON files are JSON: commas between members, double quotes, no comments.',
  remedy: 'Correct the text at the mark; an editor for JSON underlines it.',
  example: { file: 'products/TEE-1.json', valid: '"TEE-1",', broken: '"TEE-1"' },
};

/** All rules about the text of JSON files. */
export const jsonRules: readonly Rule[] = [duplicateName, jsonSyntax, nesting];

/**
 * Parses a JSON file and returns its faults. `isUsable` is false if the text is nested too deeply, or has a syntax error
 * with more than one possible correction; `json` must then not be used.
 */
export function parseJson(file: string, text: string) {
  const inFile = (rule: Rule, faults: readonly FaultInFile[]): Found[] =>
    faults.map((fault) => foundBy(rule, { file, ...fault }));
  const tooDeep = findNesting(text);
  if (tooDeep !== undefined) {
    const found = inFile(nesting, withSeeMore([tooDeep]));
    return { json: undefined, isUsable: false, found };
  }
  try {
    const json: unknown = JSON.parse(text);
    // Counting takes a tenth of the time of locating names, and most files repeat no name.
    const repeated = countNames(text) === countMembers(json) ? [] : findRepeatedNames(text);
    return { json, isUsable: true, found: inFile(duplicateName, repeated) };
  } catch {
    // The tolerant parser finds every fault; the strict one stops at the first.
    const errors: ParseError[] = [];
    const json: unknown = parse(text, errors, { disallowComments: true });
    const problems = errors.map((error) => explainError(text, error));
    const isUsable = problems.every(({ isCertain }) => isCertain);
    const faults = firstOfLines(text, problems);
    const syntax = inFile(jsonSyntax, isUsable ? faults : withSeeMore(faults));
    const repeated = inFile(duplicateName, findRepeatedNames(text));
    return { json, isUsable, found: [...syntax, ...repeated] };
  }
}

/** Matches a JSON string (up to its closing quote or the end of its line), or one of `[`, `]`, `{` and `}`. */
const textsAndMarks = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|[[\]{}]/g;

function findNesting(text: string): FaultInFile | undefined {
  let depth = 0;
  for (const { 0: mark, index } of text.matchAll(textsAndMarks)) {
    if (mark === '[' || mark === '{') depth += 1;
    else if (mark === ']' || mark === '}') depth -= 1;
    if (depth <= maxDepth) continue;
    const message = `lists and objects are nested more than ${maxDepth} levels deep here; remove the surplus [ or {`;
    return { span: [index, 1], message };
  }
  return undefined;
}

/** Counts the names of members in a valid JSON text: only they are strings before a colon. */
function countNames(text: string): number {
  let count = 0;
  for (const [, colon] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g)) {
    if (colon !== undefined) count += 1;
  }
  return count;
}

function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value);
  const own = Array.isArray(value) ? 0 : inside.length;
  return inside.reduce<number>((count, each) => count + countMembers(each), own);
}

/** Returns a fault at each repetition of a name in the same object: `JSON.parse` keeps only the last value. */
function findRepeatedNames(text: string): readonly FaultInFile[] {
  const faults: FaultInFile[] = [];
  const lines = indexLines(text);
  const open: Map<string, number>[] = [];
  visit(text, {
    onObjectBegin: () => void open.push(new Map()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty(name, offset, length) {
      const names = open.at(-1);
      const first = names?.get(name);
      if (first === undefined) {
        names?.set(name, offset);
        return;
      }
      const { line } = positionAt(lines, first);
      const message = `"${name}" is already used on line ${line}; remove one of the two`;
      faults.push({ span: [offset, length], message });
    },
  });
  return faults;
}

/**
 * Returns a fault for the first error of each line, because later ones are usually its consequences, and for none after
 * a text without a closing quote.
 */
function firstOfLines(text: string, errors: readonly SyntaxProblem[]): readonly FaultInFile[] {
  const faults: FaultInFile[] = [];
  const lines = indexLines(text);
  let lastLine = 0;
  for (const [index, { name, start, span, message }] of errors.entries()) {
    const before = errors[index - 1];
    const isMissing = name === 'PropertyNameExpected' || name === 'ValueExpected';
    // What is missing directly after another error has the same cause.
    if (isMissing && before && text.slice(before.end, start).trim() === '') continue;
    const { line } = positionAt(lines, span[0]);
    if (line > lastLine) faults.push({ span, message });
    lastLine = Math.max(line, lastLine);
    if (name === 'UnexpectedEndOfString') break;
  }
  return faults;
}

type SyntaxProblem = ReturnType<typeof explainError>;

/** Matches a token with a character that cannot be seen, such as a no-break space, at its start or after `true`. */
const blankToken = /^(true|false|null)?([\s\p{Cc}\p{Cf}])/u;

/** Returns the message and place of an error. `isCertain` is true if only one correction is possible. */
function explainError(text: string, { error, offset, length }: ParseError) {
  const [name, end] = [printParseErrorCode(error), offset + length];
  const before = text.slice(0, offset).trimEnd().length - 1;
  const around = `${text.slice(Math.max(0, before - 1), offset)}▸${text.slice(offset, end + 80)}`;
  const context = `${name} ${around}`;
  const [, word = '', blank] = blankToken.exec(text.slice(offset, end)) ?? [];
  if (name === 'InvalidSymbol' && blank !== undefined) {
    const message = `is ${nameInvisible(blank)}, which JSON does not allow between values; write a space, or remove it`;
    const span = [offset + word.length, 1] as const;
    return { name, start: offset, end, span, message, isCertain: false };
  }
  const message = messages.find(([pattern]) => pattern.test(context))?.[1] ?? 'is not JSON';
  const isComma = message === missingComma || message === surplusComma;
  const span =
    isComma || message === leadingZero
      ? ([before, 1] as const)
      : ([offset, Math.max(1, length)] as const);
  const isCertain = isComma || name === 'InvalidCommentToken';
  return { name, start: offset, end, span, message, isCertain };
}

const leadingZero = 'a number does not begin with 0 unless a decimal point follows';
const missingComma = 'a comma is missing after this';
const surplusComma = 'there is a comma before the closing bracket; remove it';
const comment = 'is a comment, which JSON does not allow; remove it';

/** Name of a parser error, and the text before and after its place (▸) → the message. The first match applies. */
const messages: readonly (readonly [context: RegExp, message: string])[] = [
  [/^CommaExpected .*\d▸\d/s, leadingZero],
  [/^CommaExpected/, missingComma],
  [/,\s*▸[}\]]/, surplusComma],
  [/,\s*▸,/, 'two commas follow each other; remove one'],
  [/\d,\s*▸\d/, 'a number has a decimal point: write 12.5, not 12,5'],
  [/▸(<{7}|={7}|>{7})/, 'is the mark of a merge conflict; keep one version, without the marks'],
  [/▸#/, comment],
  [/^InvalidSymbol .*"▸/s, 'a text ends before this; a " inside a text is written \\"'],
  [/▸['`“”„‘’‚«»‹›]/, 'has other quotation marks; write " around names and texts'],
  [/▸[^\s,:{}[\]"/]+\s*:/, 'is a name without quotes; write " before and after it'],
  [/▸=/, 'a colon belongs between a name and its value, not ='],
  [/▸\+\d/, 'a number has no plus sign; remove it'],
  [/^InvalidSymbol .*▸(true|false|null)\b/is, 'is not in lower case: write true, false or null'],
  [/^InvalidSymbol/, 'is not a value; write " before and after a text'],
  [/^InvalidNumberFormat/, 'is not a number; write it as 12 or 12.5'],
  [/^PropertyNameExpected/, 'a name in double quotes is expected here'],
  [/^ValueExpected/, 'a value is missing here'],
  [/^ColonExpected/, 'a colon is missing between the name and its value'],
  [/^CloseBraceExpected/, 'a closing } is missing'],
  [/^CloseBracketExpected/, 'a closing ] is missing'],
  [/^EndOfFileExpected/, 'the file should end before this; is there a } or ] too many?'],
  [/^InvalidCommentToken/, comment],
  [/^UnexpectedEndOfComment/, 'is a comment that does not end; remove it'],
  [
    /^UnexpectedEndOfString/,
    'the text that begins here does not end on its line; add the closing " (a line break is written \\n)',
  ],
  [/^UnexpectedEndOfNumber/, 'the number is not complete'],
  [/^InvalidUnicode/, 'is not a Unicode escape; write \\u and four hex digits'],
  [
    /^InvalidEscapeCharacter/,
    'has a backslash before a letter that JSON does not escape; write \\\\ for a backslash',
  ],
  [/^InvalidCharacter/, 'contains a control character; remove it (a tab is written \\t)'],
];
