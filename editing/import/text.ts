/** Converts the HTML of an export to plain text, and names to ids. */
import { Parser } from 'htmlparser2';
import { groupBy } from '../../build/content/group-by.ts';
import { visibleText } from '../../build/content/rules/text-rules.ts';

const hiddenTags = new Set(['script', 'style', 'template', 'title']);
const inlineTags = new Set(
  'a abbr b bdi bdo big cite code del em font i img ins kbd mark q s small span strike strong sub sup tt u wbr'.split(
    ' ',
  ),
);
const markup = /<\/?[a-z][^<>]*>|&#?\w+;/i;
/** Matches Magento's directives, such as `{{widget …}}`. */
const directives = /\{\{[^{}]*\}\}/g;
const bullets = /[•▪●◦‣]/;

/**
 * Converts HTML to plain text on one line, for names and values. Omits lines without a letter or digit, so that the
 * text may be empty.
 */
export function toPlainText(html: string): string {
  return toLines(html).join(' ');
}

/**
 * Converts HTML to plain text in one paragraph, in which each paragraph, line or list item of the HTML is a sentence.
 * Omits those without a letter or digit, so that the text may be empty.
 */
export function toSentences(html: string): string {
  return toLines(html).map(toSentence).join(' ');
}

function toSentence(line: string): string {
  const stem = line.replace(/[,;]$/, '');
  return /[.!?…:]["'”’)]*$/.test(stem) ? stem : `${stem}.`;
}

/**
 * Returns the lines of plain text or HTML that contain a letter or digit, without bullets. Also decodes HTML that was
 * escaped once too often, such as `&lt;p&gt;`.
 */
function toLines(html: string): string[] {
  return splitMarkup(html.replaceAll(directives, ' '))
    .flatMap((line) => (markup.test(line) ? splitMarkup(line) : [line]))
    .flatMap((line) => line.split(bullets))
    .map((line) => cleanText(line).replace(/^[-*–·]\s+/, ''))
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
}

/** Splits HTML where a browser begins a new line, and text without markup at line breaks. Decodes entities. */
function splitMarkup(html: string): string[] {
  const lines = [''];
  let hidden = 0;
  const parser = new Parser({
    onopentagname(name) {
      if (hiddenTags.has(name)) hidden += 1;
      if (!inlineTags.has(name)) lines.push('');
    },
    ontext(text) {
      if (hidden === 0) lines[lines.length - 1] += text;
    },
    onclosetag(name) {
      if (hiddenTags.has(name)) hidden -= 1;
      if (!inlineTags.has(name)) lines.push('');
    },
  });
  parser.end(html);
  // In text without markup, a line break separates lines.
  return lines.length === 1 ? (lines[0] ?? '').split('\n') : lines;
}

/** Trims a text, collapses white space, removes invisible characters and composes accents (NFC). */
function cleanText(text: string): string {
  return visibleText(text.replaceAll(/\s+/g, ' ')).replaceAll(/ {2,}/g, ' ').normalize('NFC');
}

/**
 * Returns the id of a name: words in lower case without accents, joined by hyphens (`Bleu foncé` → `bleu-fonce`). The
 * id of a name without Latin letters and digits is `x` and its code points in hexadecimal (`名` → `x-540d`).
 */
export function toId(name: string): string {
  const id = name
    .normalize('NFD')
    .replaceAll(/\p{M}|['’]/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  if (id !== '') return id;
  // A name in another script gets an id from its code points.
  const codePoints = Array.from(name, (character) => character.codePointAt(0)?.toString(16) ?? '');
  return ['x', ...codePoints].join('-');
}

/**
 * Returns id → name for all names (see `toId`), in the order of first use. If several spellings have the same id, such
 * as `Navy` and `navy`, takes the most frequent one, or the first of equally frequent ones.
 */
export function namesById(names: Iterable<string>): ReadonlyMap<string, string> {
  return new Map([...groupBy(names, toId)].map(([id, spellings]) => [id, mostFrequent(spellings)]));
}

function mostFrequent(names: readonly string[]): string {
  const counts = groupBy(names, (name) => name);
  const [first] = [...counts].sort(([, one], [, other]) => other.length - one.length);
  return first?.[0] ?? '';
}
