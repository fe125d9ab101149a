/**
 * Tests how the preview's pages look: photographs, tables on a telephone, the price chart, the colour wheel, and what a
 * French-speaking editor reads. The tests run one after another, because they edit the same content.
 */
import test from 'ava';
import { collectTeardowns } from '../../helpers/teardown.ts';
import { appearanceFaults } from './appearance.ts';
import { startPreviewAlone } from './preview-run.ts';

const atEnd = collectTeardowns();
let run: Awaited<ReturnType<typeof startPreviewAlone>>;
test.before(async () => {
  run = await startPreviewAlone(atEnd);
});
test.after.always(() => atEnd.run());

// One category has the same markup as the whole grid, and axe-core checks it ten times as fast.
for (const path of ['?category=t-shirts', '/products/TEE100', '/products/JKT507', '/none']) {
  test.serial(`${path} has no accessibility finding and fits every window width`, async (t) => {
    const page = await run.open(t, path, { language: 'fr' });
    t.deepEqual(await appearanceFaults(page), []);
  });
}

const readColour = (selector: string, property: string) =>
  `getComputedStyle(document.querySelector('${selector}')).${property}`;

test.serial('in high contrast, what is current or selected is visible', async (t) => {
  const [product, quality] = await Promise.all([
    run.open(t, '/products/JKT507'),
    run.open(t, '/quality'),
  ]);
  await quality.locator('.checks button').first().click();
  for (const [page, chosen, other, property] of [
    [quality, '.menu-link[aria-current]', '.menu-link', 'color'],
    [quality, '.checks [aria-pressed=true]', '.checks [aria-pressed=false]', 'color'],
    [product, '.choice label:has(:checked)', '.choice label + label', 'color'],
    [product, '.gallery [aria-pressed=true]', '.gallery [aria-pressed=false]', 'borderTopColor'],
    [product, '.color-picker label:has(:checked)', '.color-picker label + label', 'borderTopColor'],
  ] as const) {
    await page.emulateMedia({ forcedColors: 'active' });
    t.not(
      await page.evaluate(readColour(chosen, property)),
      await page.evaluate(readColour(other, property)),
      chosen,
    );
  }
});

/**
 * Returns a script that measures each picture that `selector` finds: the width of its file divided by the height (0.8
 * for 640 × 800 pixels), whether it is shown stretched, and whether it is cut off.
 */
const measurePictures = (selector: string) => `Promise.all(
  [...document.querySelectorAll('${selector}')].map(async (image) => {
    image.loading = 'eager';
    await image.decode();
    const { width, height, padding, objectFit } = getComputedStyle(image);
    const [wide, high] = [width, height].map((side) => parseFloat(side) - 2 * parseFloat(padding));
    const own = image.naturalWidth / image.naturalHeight;
    const [frame, seen] = [image.parentElement, image].map((each) => each.getBoundingClientRect());
    return {
      own,
      isStretched: objectFit !== 'contain' && Math.abs(wide / high / own - 1) > 0.02,
      isCut: seen.bottom > frame.bottom + 1 || seen.right > frame.right + 1,
    };
  }),
)`;

test.serial('the number of products of a filter is on one line', async (t) => {
  const page = await run.open(t, '');
  const heights = await page.evaluate<readonly number[]>(
    '[...document.querySelectorAll(".filters .amount")].map((each) => each.offsetHeight)',
  );
  t.deepEqual([...new Set(heights)], [heights[0]]);
});

/**
 * A script that returns whether each line about a locale with a badge is within its column, and the locale itself on
 * one line.
 */
const measureBadges = `[...document.querySelectorAll('.texts .badge')].map((badge) => {
  const line = badge.parentElement;
  const range = document.createRange();
  range.selectNode(line.firstChild);
  const [outer, inner] = [line, badge].map((each) => each.getBoundingClientRect());
  return { fits: inner.right <= outer.right, lines: range.getClientRects().length };
})`;

test.serial('the badge of a text from another language fits its column', async (t) => {
  for (const [width, language] of [
    [360, 'en'],
    [768, 'fr'],
    [1280, 'en'],
    [1280, 'fr'],
  ] as const) {
    const page = await run.open(t, '/products/VST604', { width, language });
    const whole = { fits: true, lines: 1 };
    t.deepEqual(await page.evaluate(measureBadges), [whole, whole], `${width} ${language}`);
  }
});

test.serial('a browser that blocks storage shows the page, in its own language', async (t) => {
  const page = await run.open(t, '', { language: 'fr' });
  await page.addInitScript(`Object.defineProperty(globalThis, 'localStorage', {
    get() { throw new DOMException('Access is denied', 'SecurityError'); },
  })`);
  await page.reload();
  await page.getByRole('heading', { name: 'Produits' }).waitFor();
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'Products' }).waitFor();
  await page.getByRole('button', { name: 'System colours' }).click();
  t.is(await page.evaluate('document.documentElement.dataset.theme'), 'light');
});

test.serial('photographs keep their proportions and are shown whole', async (t) => {
  for (const [path, selector, count] of [
    ['?search=TEE100', '.card img', 1],
    ['/products/TEE100', '.gallery > img, .gallery button img', 3],
    ['/quality?search=TEE100', '.scores img', 1],
  ] as const) {
    const page = await run.open(t, path, { width: 360 });
    await page.locator(selector).first().waitFor();
    const measured = await page.evaluate<readonly unknown[]>(measurePictures(selector));
    const whole = { own: 0.8, isStretched: false, isCut: false };
    t.deepEqual(
      measured,
      Array.from({ length: count }, () => whole),
      path,
    );
  }
});

/**
 * Returns a script that scrolls the table whose label begins with `caption` sideways by 90 pixels. The script returns
 * by how many pixels the first two cells of the last row moved, and whether the first one is still in front.
 */
const scrollTable = (caption: string) => `((table) => {
  const [name, value] = table.querySelector('tbody').lastElementChild.children;
  name.scrollIntoView({ block: 'center', behavior: 'instant' });
  const lefts = () => [name, value].map((cell) => cell.getBoundingClientRect().x);
  const before = lefts();
  table.scrollTo({ left: 90, behavior: 'instant' });
  const { right, y, height } = name.getBoundingClientRect();
  return {
    moved: lefts().map((left, index) => Math.round(left - before[index])),
    isInFront: name.contains(document.elementFromPoint(right - 3, y + height / 2)),
  };
})(document.querySelector('.table[aria-label^="${caption}"]'))`;

test.serial('the first column of stock and prices stays while the others scroll', async (t) => {
  const page = await run.open(t, '/products/JKT507', { width: 360 });
  for (const caption of ['Pieces by colour', 'Price of a piece']) {
    const scrolled = await page.evaluate(scrollTable(caption));
    t.deepEqual(scrolled, { moved: [0, -90], isInFront: true }, caption);
  }
});

const readLines = (
  selector: string,
) => `[...document.querySelectorAll('${selector}')].map((line) => {
  const { stroke, strokeDasharray, strokeWidth } = getComputedStyle(line);
  return { stroke, strokeDasharray, strokeWidth };
})`;
const measureLabels = `[...document.querySelectorAll('.chart [class*=series-] text')].map((label) => {
  const [box, chart] = [label, label.ownerSVGElement].map((each) => each.getBoundingClientRect());
  return { text: label.textContent, y: box.y, isInside: box.right <= chart.right && box.bottom <= chart.bottom };
})`;

test.serial('each price list has a colour of its own, in the chart and in the table', async (t) => {
  for (const [width, dark] of [
    [1280, false],
    [360, true],
  ] as const) {
    const page = await run.open(t, '/products/JKT507', { width, dark });
    const inChart = await page.evaluate<{ stroke: string }[]>(readLines('.chart .line'));
    t.is(new Set(inChart.map(({ stroke }) => stroke)).size, 6);
    t.deepEqual(await page.evaluate(readLines('.prices th .line')), inChart);
    const labels =
      await page.evaluate<{ text: string; y: number; isInside: boolean }[]>(measureLabels);
    t.deepEqual(
      labels.map(({ text, isInside }) => [text, isInside]),
      ['MSRP', 'A1', 'A2', 'A3', 'A4', 'A5'].map((text) => [text, true]),
    );
    const gaps = labels.slice(1).map(({ y }, index) => y - (labels[index]?.y ?? 0));
    t.true(Math.min(...gaps) >= 15, `labels do not overlap: ${gaps}`);
  }
});

const readWheel = `({
  outlines: [...document.querySelectorAll('.wheel [role=radio], .wheel .chosen')].map(
    (shape) => getComputedStyle(shape).stroke,
  ),
  ground: getComputedStyle(document.querySelector('.wheel .paper')).fill,
})`;

test.serial(
  'every segment of the wheel has an outline that contrasts with the background',
  async (t) => {
    for (const dark of [false, true]) {
      const page = await run.open(t, '/products/JKT507', { dark });
      const { outlines, ground } = await page.evaluate<{ outlines: string[]; ground: string }>(
        readWheel,
      );
      t.is(outlines.length, 11);
      for (const outline of outlines) {
        for (const other of [ground, 'rgb(255, 255, 255)', 'rgb(0, 0, 0)']) {
          const ratio = contrast(outline, other);
          t.true(ratio >= 3, `${outline} on ${other}: ${ratio}`);
        }
      }
    }
  },
);

/** Returns the contrast ratio of two colours, each as `rgb(r, g, b)`, as WCAG 2.2 defines it. */
function contrast(one: string, other: string): number {
  const luminances = [one, other].map((colour) => {
    const [r = 0, g = 0, b = 0] = [...colour.matchAll(/\d+/g)].map(([digits]) => {
      const channel = Number(digits) / 255;
      return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  });
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05);
}

test.serial('in French, a finding shows the rule and its remedy', async (t) => {
  const row = 'TEE100,nvay,M,12,,,,\n';
  await run.content.append('inventory.csv', row);
  await run.refresh();
  const page = await run.open(t, '/findings', { language: 'fr' });
  const item = page.locator('.findings li', { hasText: 'stock/unknown-color' });
  const lines = (await item.locator('.lines > div').allInnerTexts()).map((line) =>
    line.split('\n'),
  );
  const message = '"nvay" is not a colour of TEE100; correct it or remove the row';
  const [, , [, place = ''] = []] = lines;
  t.regex(place, /^colonne color, ligne \d+$/);
  t.deepEqual(lines, [
    ['Règle', 'La couleur d’une ligne de stock est l’une des couleurs du produit.'],
    [
      'Que faire',
      'Corrigez la couleur, ajoutez-la à colors dans le fichier du produit, ou retirez les lignes.',
    ],
    ['Où', place],
    ['Message (en anglais)', message],
  ]);
  t.is(await item.locator('[lang=en]').innerText(), message);
  t.is(await item.locator('.statement').innerText(), 'Vouliez-vous dire «\u00a0navy\u00a0»?');
  t.deepEqual(await appearanceFaults(page), []);

  const english = await run.open(t, '/findings');
  t.is(await english.locator('.findings .statement').first().innerText(), message);
  await english.getByText('Correct the colour, add it to').waitFor();
  await run.content.replace('inventory.csv', row, '');
});

test.serial('French texts use « type », « fiche », « UGS » and « niveau de prix »', async (t) => {
  const grid = await run.open(t, '', { language: 'fr' });
  await grid.getByRole('group', { name: 'Type' }).waitFor();
  await grid.getByRole('searchbox', { name: 'Nom ou UGS' }).waitFor();
  const product = await run.open(t, '/products/JKT507?route=pricing', { language: 'fr' });
  await product.getByRole('radio', { name: 'Fiche avec clé' }).waitFor({ state: 'attached' });
  await product.getByRole('group', { name: 'Niveau de prix' }).waitFor();
  const quality = await run.open(t, '/quality', { language: 'fr' });
  t.true((await quality.getByRole('option').allTextContents()).includes('UGS'));
});

test.serial('a long value without spaces fits the window, in findings and in texts', async (t) => {
  const long = 'W'.repeat(90);
  const row = `TEE100,${long},M,12,,,,\n`;
  await run.content.append('inventory.csv', row);
  await run.refresh();
  const findings = await run.open(t, '/findings');
  await findings.getByText(long).first().waitFor();
  t.deepEqual(await appearanceFaults(findings), []);
  await run.content.replace('inventory.csv', row, '');

  const name = '"Lantern Crew Tee"';
  await run.content.replace('products/TEE100.json', name, `"${long}"`);
  await run.refresh();
  const product = await run.open(t, '/products/TEE100');
  await product.getByRole('heading', { name: long }).waitFor();
  t.deepEqual(await appearanceFaults(product), []);
  await run.content.replace('products/TEE100.json', `"${long}"`, name);
});
