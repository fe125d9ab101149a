/** Rules about the text of JSON files (RFC 8259): syntax, depth, and names that an object repeats. */
import { type ParseError, printParseErrorCode, visit } from 'jsonc-parser';
import type { Fault, LoadRule, Rule } from '../findings/finding.ts';
import { indexLines, positionAt } from '../findings/text-lines.ts';
import { seeMore } from './file-rules.ts';
import { nameInvisible } from './text-rules.ts';

/** Reports names that an object repeats. `JSON.parse` keeps the last value and silently drops the others. */
export const duplicateName = {
  id: 'json/duplicate-name',
  severity: 'error',
  summary: 'An object has no name twice.',
  remedy: 'Keep the right one and remove the other.',
  /**
   * Returns a fault at each repetition of a name in the same object. `json` is the parsed value if the text is
   * valid JSON; it only makes the search faster.
   */
  find(text: string, json?: unknown): Omit<Fault, 'file'>[] {
    // Counting takes a tenth of the time of locating names, and most files repeat no name.
    if (json !== undefined && countNames(text) === countMembers(json)) return [];
    const faults: Omit<Fault, 'file'>[] = [];
    const lines = indexLines(text);
    const open: Map<string, number>[] = [];
    visit(text, {
      onObjectBegin: () => void open.push(new Map()),
      onObjectEnd: () => void open.pop(),
      onObjectProperty(name, offset, length) {
        const names = open.at(-1);
        const first = names?.get(name);
        if (first === undefined) names?.set(name, offset);
        else {
          const { line } = positionAt(lines, first);
          const message = `"${name}" is already used on line ${line}; remove one of the two`;
          faults.push({ span: [offset, length], message });
        }
      },
    });
    return faults;
  },
} satisfies LoadRule;

/** Counts the names of members in a valid JSON text: only they are strings before a colon. */
function countNames(text: string): number {
  let count = 0;
  for (const [, colon] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g)) {
    if (colon !== undefined) count += 1;
  }
  return count;
}

/** Counts the members of all objects in a JSON value, at any depth. */
function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value);
  const own = Array.isArray(value) ? 0 : inside.length;
  return inside.reduce<number>((count, each) => count + countMembers(each), own);
}

/** Maximum depth of nested lists and objects. Parsers fail at a depth of some thousands; content needs ten. */
const maxDepth = 100;

/** Matches a JSON string (up to its closing quote or the end of its line), or one of `[`, `]`, `{` and `}`. */
const textsAndMarks = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|[[\]{}]/g;

/** Reports files with more than 100 levels of nested lists and objects (`maxDepth`). Such a file is not parsed. */
export const nesting = {
  id: 'json/nesting',
  severity: 'error',
  summary: `Lists and objects are nested at most ${maxDepth} levels deep.`,
  remedy: 'Remove the surplus [ or {.',
  /** Returns the fault at the first list or object that is too deep, or undefined. */
  find(text: string): Omit<Fault, 'file'> | undefined {
    let depth = 0;
    for (const { 0: mark, index } of text.matchAll(textsAndMarks)) {
      if (mark === '[' || mark === '{') depth += 1;
      else if (mark === ']' || mark === '}') depth -= 1;
      if (depth <= maxDepth) continue;
      const message = `lists and objects are nested more than ${maxDepth} levels deep here; remove the surplus [ or {; ${seeMore}`;
      return { span: [index, 1], message };
    }
    return undefined;
  },
} satisfies LoadRule;

type SyntaxFault = Omit<Fault, 'file'>;

/** Reports text that is not JSON, including comments and trailing commas. */
export const jsonSyntax = {
  id: 'json/syntax',
  severity: 'error',
  summary: 'JSON files are JSON: commas between members, double quotes, no comments.',
  remedy: 'Correct the text at the mark; an editor for JSON underlines it.',
  /**
   * Returns one fault for each line with syntax errors, because later errors on a line are usually consequences of the
   * first. Ignores errors after a text without a closing quote. If `isRecoverable` is false, the last message adds that
   * the file may have more faults (`seeMore`).
   */
  explain(text: string, errors: readonly ParseError[], isRecoverable: boolean): SyntaxFault[] {
    const faults: SyntaxFault[] = [];
    const lines = indexLines(text);
    let lastLine = 0;
    for (const [index, error] of errors.entries()) {
      if (isConsequence(text, errors[index - 1], error)) continue;
      const fault = explainError(text, error);
      const { line } = positionAt(lines, fault.span?.[0] ?? 0);
      if (line > lastLine) faults.push(fault);
      lastLine = Math.max(line, lastLine);
      // Errors after an unterminated string are unreliable.
      if (nameOf(error) === 'UnexpectedEndOfString') break;
    }
    const last = faults.at(-1);
    if (isRecoverable || last === undefined) return faults;
    return [...faults.slice(0, -1), { ...last, message: `${last.message}; ${seeMore}` }];
  },
  /**
   * Returns true if every error has only one possible correction, such as a missing comma, so that the parsed
   * value can be validated.
   */
  isRecoverable(text: string, errors: readonly ParseError[]): boolean {
    return errors.every(
      (error) =>
        nameOf(error) === 'InvalidCommentToken' ||
        (nameOf(error) === 'CommaExpected' && !isNumberSplit(text, error)) ||
        isTrailingComma(text, error),
    );
  },
} satisfies LoadRule;

/** Returns the name of a parser error, such as `CommaExpected`. */
function nameOf({ error }: ParseError): string {
  return printParseErrorCode(error);
}

/**
 * Returns true if `error` reports a missing name or value, and `text` has at most white space between the previous
 * error (`before`) and this one: both errors then have the same cause. Returns false if there is no previous error.
 */
function isConsequence(text: string, before: ParseError | undefined, error: ParseError): boolean {
  if (before === undefined || !/^(PropertyName|Value)Expected$/.test(nameOf(error))) return false;
  return text.slice(before.offset + before.length, error.offset).trim() === '';
}

/** Name of a parser error → its message, for errors about which `explainError` has no more specific message. */
const messages: Readonly<Record<string, string>> = {
  InvalidNumberFormat: 'is not a number; write it as 12 or 12.5',
  PropertyNameExpected: 'a name in double quotes is expected here',
  ValueExpected: 'a value is missing here',
  ColonExpected: 'a colon is missing between the name and its value',
  CloseBraceExpected: 'a closing } is missing',
  CloseBracketExpected: 'a closing ] is missing',
  EndOfFileExpected: 'the file should end before this; is there one closing } or ] too many?',
  InvalidCommentToken: 'is a comment, which JSON does not allow; remove it',
  UnexpectedEndOfComment: 'is a comment that does not end; remove it',
  UnexpectedEndOfString:
    'the text that begins here does not end on its line; add the closing " (a line break inside a text is written \\n)',
  UnexpectedEndOfNumber: 'the number is not complete',
  InvalidUnicode: 'is not a Unicode escape; write \\u and four hex digits',
  InvalidEscapeCharacter:
    'contains a backslash before a letter that JSON does not escape; write \\\\ for a backslash',
  InvalidCharacter:
    'contains a tab or another control character inside a text; remove it (a tab is written \\t)',
};

function explainError(text: string, error: ParseError): SyntaxFault {
  const { offset, length } = error;
  const span: [number, number] = [offset, Math.max(1, length)];
  if (nameOf(error) === 'CommaExpected') return missingComma(text, error);
  if (nameOf(error) === 'InvalidSymbol') {
    const symbol = text.slice(offset, offset + length);
    const [, word = '', blank] = blankSymbol.exec(symbol) ?? [];
    if (blank !== undefined) {
      const message = `is ${nameInvisible(blank)}, which JSON does not allow between values; write a space, or remove it`;
      return { span: [offset + word.length, 1], message };
    }
    return { span, message: explainSymbol(text, offset, symbol) };
  }
  const before = text.slice(0, offset).trimEnd();
  if (isTrailingComma(text, error)) {
    const message = `there is a comma before the closing ${text[offset]}; remove it`;
    return { span: [before.length - 1, 1], message };
  }
  if (before.endsWith(',') && text[offset] === ',') {
    return { span, message: 'two commas follow each other; remove one' };
  }
  if (/\d,$/.test(before) && /^\d/.test(text.slice(offset))) {
    return { span, message: 'a number has a decimal point: write 12.5, not 12,5' };
  }
  return { span, message: messages[nameOf(error)] ?? 'is not JSON' };
}

/**
 * Matches an unknown symbol that begins with a character that cannot be seen, such as a no-break space, or that has one
 * after `true`, `false` or `null`.
 */
const blankSymbol = /^(true|false|null)?([\s\p{Cc}\p{Cf}])/u;

function missingComma(text: string, error: ParseError): SyntaxFault {
  if (isNumberSplit(text, error)) {
    return {
      span: [error.offset - 1, 1],
      message: 'a number does not begin with 0 unless a decimal point follows',
    };
  }
  // The comma belongs after the previous value, not before the name on the next line.
  const end = text.slice(0, error.offset).trimEnd().length;
  return { span: [end - 1, 1], message: 'a comma is missing after this' };
}

function isNumberSplit(text: string, error: ParseError): boolean {
  const { offset } = error;
  return (
    nameOf(error) === 'CommaExpected' &&
    /\d\d/.test(text.slice(Math.max(0, offset - 1), offset + 1))
  );
}

function isTrailingComma(text: string, error: ParseError): boolean {
  const { offset } = error;
  return (
    /^(PropertyName|Value)Expected$/.test(nameOf(error)) &&
    /[}\]]/.test(text[offset] ?? '') &&
    text.slice(0, offset).trimEnd().endsWith(',')
  );
}

/** Pattern of one quotation mark that JSON does not use, such as those of word processors and of French. */
const otherQuotes = "['`“”„‘’‚«»‹›]";

function explainSymbol(text: string, offset: number, symbol: string): string {
  const shown = JSON.stringify(symbol);
  if (/^(<<<<<<<|=======|>>>>>>>)/.test(symbol)) {
    return 'is the mark of a merge conflict; decide between the two versions and remove the marks';
  }
  if (symbol.startsWith('#')) return messages['InvalidCommentToken'] as string;
  if (text[offset - 1] === '"') return 'a text ends before this; a " inside a text is written \\"';
  if (new RegExp(`^${otherQuotes}`).test(symbol)) {
    return 'has other quotation marks; write " around names and texts';
  }
  if (/^\s*:/.test(text.slice(offset + symbol.length))) {
    return `is a name without quotes; write ${shown}`;
  }
  if (symbol.startsWith('=')) return 'a colon belongs between a name and its value, not =';
  if (/^\+\d/.test(symbol)) return `a number has no plus sign; write ${symbol.slice(1)}`;
  if (/^(true|false|null)$/i.test(symbol))
    return `is written ${symbol.toLowerCase()}, in lower case`;
  return `is not a value; a text has double quotes: ${shown}`;
}

/** All rules about the text of JSON files. */
export const jsonRules: readonly Rule[] = [duplicateName, jsonSyntax, nesting];
