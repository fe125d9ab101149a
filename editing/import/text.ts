/** Texts of an export: plain text from HTML, and ids from names. */
import { Parser } from 'htmlparser2';
import { groupBy } from '../../build/content/group-by.ts';

const hiddenTags = new Set(['script', 'style', 'template', 'title']);
const inlineTags = new Set(
  'a abbr b bdi bdo big cite code del em font i img ins kbd mark q s small span strike strong sub sup tt u wbr'.split(
    ' ',
  ),
);
const markup = /<\/?[a-z][^<>]*>|&#?\w+;/i;
/** Magento's `{{widget …}}`. */
const directives = /\{\{[^{}]*\}\}/g;
const bullets = /[•▪●◦‣]/;

/** Returns plain text on one line, for names and values. */
export function toPlainText(html: string): string {
  return toLines(html).join(' ');
}

/** Returns plain text as one paragraph: each paragraph, line or bullet becomes a sentence. */
export function toSentences(html: string): string {
  return toLines(html).map(toSentence).join(' ');
}

function toSentence(line: string): string {
  const stem = line.replace(/[,;]$/, '');
  return /[.!?…:]["'”’)]*$/.test(stem) ? stem : `${stem}.`;
}

/** Returns the lines of a text that may be HTML, even HTML that was escaped twice, without empty lines. */
function toLines(html: string): string[] {
  return splitMarkup(html.replaceAll(directives, ' '))
    .flatMap((line) => (markup.test(line) ? splitMarkup(line) : [line]))
    .flatMap((line) => line.split(bullets))
    .map((line) => cleanText(line).replace(/^[-*–·]\s+/, ''))
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
}

/** Splits markup where a browser starts a new line, and decodes entities. */
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
  // In a text without markup a line break separates lines.
  return lines.length === 1 ? (lines[0] ?? '').split('\n') : lines;
}

/** Trims, collapses white space, removes control characters and composes accents (NFC). */
function cleanText(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .replaceAll(/ {2,}/g, ' ')
    .normalize('NFC')
    .trim();
}

/** Returns the id of a name: lower-case words joined by hyphens, the same for every letter case. */
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

/** A name of an export, which may have several spellings. */
interface JoinedName {
  /** The most frequent spelling; the first of equally frequent ones. */
  readonly name: string;
  readonly spellings: readonly string[];
}

/** Joins names with the same id, in the order of their first use. */
export function joinNames(names: Iterable<string>): ReadonlyMap<string, JoinedName> {
  const groups = [...groupBy(names, toId)];
  return new Map(groups.map(([id, spellings]) => [id, toJoinedName(spellings)]));
}

function toJoinedName(names: readonly string[]): JoinedName {
  const counts = groupBy(names, (name) => name);
  const [name = ''] = [...counts].sort(([, one], [, other]) => other.length - one.length)[0] ?? [];
  return { name, spellings: [...counts.keys()] };
}

/** Returns names by id, in the order of their first use. */
export function namesById(names: Iterable<string>): ReadonlyMap<string, string> {
  return new Map([...joinNames(names)].map(([id, { name }]) => [id, name]));
}

/** Returns a content table of English names, such as `{ "fleece": { "en": "Fleece" } }`, sorted by id. */
export function toNameTable(names: ReadonlyMap<string, string>): Record<string, { en: string }> {
  const sorted = [...names].sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([id, name]) => [id, { en: name }]));
}
