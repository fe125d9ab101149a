/**
 * Creates workbooks (.xlsx) like those of a spreadsheet program, for tests of code that reads
 * workbooks.
 */
import { strToU8, zipSync } from 'fflate';

/**
 * A cell: text, number, boolean, date, or raw XML such as a formula; undefined is an empty cell.
 */
export type Cell = string | number | boolean | Date | { readonly xml: string } | undefined;

/**
 * Returns the bytes of a workbook. `sheets`: name of a sheet → its rows, each a list of cells,
 * or `chart` for a sheet that is only a chart.
 */
export function createWorkbook(
  sheets: Readonly<Record<string, readonly (readonly Cell[])[] | 'chart'>>,
) {
  const all = Object.entries(sheets).map(([name, rows], at) => ({
    ...{ name, id: at + 1, rows },
    kind: rows === 'chart' ? ('chartsheet' as const) : ('worksheet' as const),
  }));
  const files = {
    'xl/workbook.xml': workbookOf(all),
    'xl/_rels/workbook.xml.rels': relationsOf(all),
    'xl/styles.xml': styles,
    ...Object.fromEntries(
      all.map(({ id, rows, kind }): [string, string] => [
        `xl/${kind}s/sheet${id}.xml`,
        rows === 'chart' ? `${head}<chartsheet xmlns="${main}"/>` : sheetOf(rows),
      ]),
    ),
  };
  return zip(files);
}

/** Returns a ZIP archive of `files` (path → text). */
export function zip(files: Readonly<Record<string, string>>): Buffer {
  const entries = Object.entries(files).map(([path, text]) => [path, strToU8(text)] as const);
  return Buffer.from(zipSync(Object.fromEntries(entries)));
}

interface Sheet {
  readonly name: string;
  readonly id: number;
  readonly kind: 'worksheet' | 'chartsheet';
}

const head = '<?xml version="1.0" encoding="UTF-8"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006/relationships';

function workbookOf(sheets: readonly Sheet[]): string {
  const list = sheets.map(
    ({ name, id }) => `<sheet name="${toXml(name)}" sheetId="${id}" r:id="r${id}"/>`,
  );
  const names = `xmlns="${main}" xmlns:r="${office}"`;
  return `${head}<workbook ${names}><sheets>${list.join('')}</sheets></workbook>`;
}

function relationsOf(sheets: readonly Sheet[]): string {
  const list = sheets.map(
    ({ id, kind }) =>
      `<Relationship Id="r${id}" Type="${office}/${kind}" Target="${kind}s/sheet${id}.xml"/>`,
  );
  const style = `<Relationship Id="s" Type="${office}/styles" Target="styles.xml"/>`;
  return `${head}<Relationships xmlns="${packages}">${list.join('')}${style}</Relationships>`;
}

/**
 * The cell formats of a workbook: a plain number, a date, and numbers of at least five digits,
 * such as 00123.
 */
const styles = [
  `${head}<styleSheet xmlns="${main}">`,
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="00000"/></numFmts>',
  '<cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs>',
  '<cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/>',
  '<xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>',
].join('');

function sheetOf(rows: readonly (readonly Cell[])[]): string {
  const list = rows.map((cells, at) => {
    const texts = cells.map((cell, column) => cellOf(`${letters(column)}${at + 1}`, cell));
    return `<row r="${at + 1}">${texts.join('')}</row>`;
  });
  return `${head}<worksheet xmlns="${main}"><sheetData>${list.join('')}</sheetData></worksheet>`;
}

/** Day 0 of the day numbers by which spreadsheets store dates: 30 December 1899. */
const firstDayMs = Date.UTC(1899, 11, 30);

function cellOf(at: string, cell: Cell): string {
  if (cell === undefined || cell === '') return '';
  if (typeof cell === 'string') {
    return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${toXml(cell)}</t></is></c>`;
  }
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (cell instanceof Date) {
    return `<c r="${at}" s="1"><v>${(cell.getTime() - firstDayMs) / 86_400_000}</v></c>`;
  }
  return cell.xml.replace('<c', `<c r="${at}"`);
}

const letters = (column: number) => String.fromCharCode(65 + column);

const toXml = (text: string) =>
  text.replace(/[<>&"]/g, (character) => `&#${character.charCodeAt(0)};`);
