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
const cellTags = new Set(['td', 'th']);
const bullets = /[•▪●◦‣]/;

/** Converts HTML to plain text on one line, for names and values. */
export function toPlainText(html: string): string {
  return toLines(html).join(' ');
}

/** Converts HTML to plain text in one paragraph, in which each line or list item is a sentence. */
export function toSentences(html: string): string {
  return toLines(html).map(toSentence).join(' ');
}

function toSentence(line: string): string {
  const stem = line.replace(/[,;]$/, '');
  return /[.!?…:]["'”’)]*$/.test(stem) ? stem : `${stem}.`;
}

/** Returns the lines of plain text or HTML that contain a letter or digit, without bullets. A table row is a line. */
function toLines(html: string): string[] {
  return splitMarkup(html)
    .flatMap((line) => (markup.test(line) ? splitMarkup(line) : [line])) // Escaped once too often: `&lt;p&gt;`.
    .flatMap((line) => line.split(bullets))
    .map((line) => cleanText(line).replace(/^[-*–·]\s+/, ''))
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
}

function splitMarkup(html: string): string[] {
  const lines = [''];
  /** The cells of each open table row; tables may be nested. */
  const rows: string[][] = [];
  let hidden = 0;
  const add = (text: string) => {
    const cells = rows.at(-1);
    const list = cells === undefined || cells.length === 0 ? lines : cells;
    list[list.length - 1] += text;
  };
  const breakLine = () => (rows.at(-1)?.length ? add('\n') : lines.push(''));
  const parser = new Parser({
    onopentagname(name) {
      if (hiddenTags.has(name)) hidden += 1;
      if (name === 'tr') rows.push([]);
      else if (cellTags.has(name)) rows.at(-1)?.push('') ?? add(' ');
      else if (!inlineTags.has(name)) breakLine();
    },
    ontext(text) {
      if (hidden === 0) add(text);
    },
    onclosetag(name) {
      if (hiddenTags.has(name)) hidden -= 1;
      if (name === 'tr') {
        const line = toRowText(rows.pop() ?? []);
        breakLine();
        if (rows.length === 0) lines.push(...line.split('\n'), '');
        else add(line);
      } else if (!inlineTags.has(name) && !cellTags.has(name)) breakLine();
    },
  });
  parser.end(html);
  // In text without markup, a line break separates lines.
  return lines.length === 1 ? (lines[0] ?? '').split('\n') : lines;
}

/** Joins the cells of a table row: `S: 20, 27`. A row with one cell, as in a layout, keeps the lines of the cell. */
function toRowText(cells: readonly string[]): string {
  const [only = '', ...others] = cells;
  if (others.length === 0) return only;
  // Columns of text, not values.
  if (cells.some((cell) => cell.length > 80)) return cells.join('\n');
  const [first = '', ...rest] = cells.map((cell) => cleanText(cell));
  const values = rest.filter((cell) => cell !== '').join(', ');
  return first === '' || values === '' ? first || values : `${first.replace(/:$/, '')}: ${values}`;
}

/** Trims a text, collapses white space, removes invisible characters and composes accents (NFC). */
function cleanText(text: string): string {
  return visibleText(text.replaceAll(/\s+/g, ' ')).replaceAll(/ {2,}/g, ' ').normalize('NFC');
}

/** Letters that lose no accent but have another spelling in plain letters. */
const otherLetters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ẞ: 'SS', œ: 'oe', Œ: 'OE', æ: 'ae', Æ: 'AE', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L' },
  ...{ đ: 'd', Đ: 'D', ð: 'd', Ð: 'D', þ: 'th', Þ: 'TH', ı: 'i', ĳ: 'ij', Ĳ: 'IJ', ŋ: 'ng' },
};

/** Spells a text without accents and ligatures: `Weiß` → `Weiss`, `cœur` → `coeur`. */
export function toPlainLetters(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\0-\x7F]/gu, (letter) => otherLetters[letter] ?? letter);
}

const placeholders = new Set(
  'uncategorized uncategorised non-classe non-classee non-categorise non-categorisee sans-categorie none n-a na null undefined nil default default-title default-category no-brand no-color no-colour no-size aucun aucune s-o unkategorisiert keine sin-categoria'.split(
    ' ',
  ),
);

/** Returns true for a word that stands for a missing value, such as `Uncategorized`, `N/A` or `-`. */
export function isPlaceholder(text: string): boolean {
  return /^[-–—_.\s]+$/.test(text) || placeholders.has(toId(text));
}

/** Returns the id of a name: words in lower case without accents, joined by hyphens (`Bleu foncé` → `bleu-fonce`). */
export function toId(name: string): string {
  const id = toPlainLetters(name)
    .replaceAll(/['’]/g, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  if (id !== '') return id;
  const codePoints = Array.from(name, (character) => character.codePointAt(0)?.toString(16) ?? '');
  return ['x', ...codePoints].join('-');
}

/** Returns id → name for all names (see `toId`), in the order of first use. */
export function namesById(names: Iterable<string>): ReadonlyMap<string, string> {
  return new Map([...groupBy(names, toId)].map(([id, spellings]) => [id, mostFrequent(spellings)]));
}

function mostFrequent(names: readonly string[]): string {
  const counts = groupBy(names, (name) => name);
  const [first] = [...counts].sort(([, one], [, other]) => other.length - one.length);
  return first?.[0] ?? '';
}
