/** Finds numbers of a workbook shown with leading zeros (00123); `read-excel-file` returns 123. */
import { strFromU8, unzipSync } from 'fflate';
import { Parser } from 'htmlparser2';

/** Row and column of a cell, both counted from 1, such as `2:1` → the minimum number of digits that the cell shows. */
export type ZeroPadding = ReadonlyMap<string, number>;

/** Returns name of a sheet → its cells that may show leading zeros. Throws an error if `bytes` is no zip archive. */
export function findZeroPadding(bytes: Uint8Array): ReadonlyMap<string, ZeroPadding> {
  const read = (names: readonly string[]) => {
    const files = unzipSync(bytes, { filter: ({ name }) => names.includes(name) });
    return names.map((name) => (files[name] === undefined ? '' : strFromU8(files[name])));
  };
  const names = ['xl/styles.xml', 'xl/workbook.xml', 'xl/_rels/workbook.xml.rels'];
  const [styles = '', workbook = '', relations = ''] = read(names);
  const digits = digitsOfStyles(styles);
  if (digits.size === 0) return new Map();
  const targets = new Map(
    elementsOf(relations, 'Relationship').map(({ Id = '', Target = '' }) => [Id, Target]),
  );
  const sheets = elementsOf(workbook, 'sheet').map(({ name = '', ...ids }) => {
    const id = Object.entries(ids).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
    const target = targets.get(id) ?? '';
    return { name, path: target.startsWith('/') ? target.slice(1) : `xl/${target}` };
  });
  const texts = read(sheets.map(({ path }) => path));
  return new Map(sheets.map(({ name }, at) => [name, paddedCells(texts[at] ?? '', digits)]));
}

/** Returns the cell formats of zeros, such as `00000`: index in `styles.xml` → number of zeros. */
function digitsOfStyles(styles: string): ReadonlyMap<string, number> {
  const formats = new Map(
    elementsOf(styles, 'numFmt').flatMap(({ numFmtId = '', formatCode = '' }) => {
      const zeros = /^0{2,}(?=;|$)/.exec(formatCode)?.[0];
      return zeros === undefined ? [] : [[numFmtId, zeros.length] as const];
    }),
  );
  const own = styles.slice(styles.search(/<(\w+:)?cellXfs\b/));
  return new Map(
    elementsOf(own, 'xf').flatMap(({ numFmtId = '' }, at) => {
      const digits = formats.get(numFmtId);
      return digits === undefined ? [] : [[String(at), digits] as const];
    }),
  );
}

function paddedCells(sheet: string, digits: ReadonlyMap<string, number>): ZeroPadding {
  const cells = elementsOf(sheet, 'c').flatMap(({ r = '', s = '', t = 'n' }) => {
    const shown = digits.get(s);
    const [, letters = '', line] = /^([A-Z]+)(\d+)$/.exec(r) ?? [];
    return shown === undefined || t !== 'n'
      ? []
      : [[`${line}:${columnOf(letters)}`, shown] as const];
  });
  return new Map(cells);
}

function columnOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** Returns the attributes of all elements with the name `element`, in any namespace, in the order of the text. */
function elementsOf(xml: string, element: string): Readonly<Record<string, string>>[] {
  const found: Record<string, string>[] = [];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name.replace(/^.*:/, '') === element) found.push(attributes);
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return found;
}
