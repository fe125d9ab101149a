/**
 * Answers the questions of the preview in the build thread of `npm run dev`, from what the last builds left in memory:
 * nothing is computed before a page asks for it.
 */
import { join } from 'node:path';
import { allRules } from '../../build/check/rules/index.ts';
import type { Finding } from '../../build/content/findings/finding.ts';
import type { OpenContent } from '../../build/content/open-content.ts';
import type { Locale } from '../../contract/locales.ts';
import { describeChanges } from './describe-changes.ts';
import { openProducts, type Products, type ValidContent } from './describe-products.ts';

/** A question of the preview: a path below `/preview/data/` or `/preview/images/`, and the locale of the page. */
export interface Question {
  readonly path: string;
  readonly locale: Locale;
}

/** The state of the content, which is also sent as an event after each build. */
export interface State {
  /** Changes with each build. */
  readonly version: string;
  /** Number of errors and warnings in the content. With errors, the last release without errors is shown. */
  readonly errors: number;
  readonly warnings: number;
}

/** A finding with what an editor needs to correct it. */
export interface PreviewFinding extends Finding {
  /** Absolute path of the file, for a link into the editor. */
  readonly filePath: string;
  /** What to do about it. */
  readonly remedy: string;
  /** The product that it concerns, if that is known. */
  readonly sku?: string;
}

/** The data of the preview. */
export type PreviewData = ReturnType<typeof createPreviewData>;

/** The content of the last build, with errors or not, and what it found. */
interface Found {
  readonly content: OpenContent | undefined;
  readonly findings: readonly Finding[];
}

const remedies = new Map(allRules.map(({ id, remedy }) => [id, remedy]));

/**
 * Creates the data of the preview, which is empty until the first build. `out` is the output folder of `npm run dev`;
 * `builtOut` that of `npm run build`, with whose current release the page of changes compares.
 */
export function createPreviewData({
  out,
  builtOut,
  baseUrl,
}: Readonly<Record<'out' | 'builtOut' | 'baseUrl', string>>) {
  let builds = 0;
  let found: Found = { content: undefined, findings: [] };
  let valid: ValidContent | undefined;
  let products: Products | undefined;
  const count = (severity: Finding['severity']) =>
    found.findings.filter((finding) => finding.severity === severity).length;

  return {
    /** Must be called after each build, with its products if there was no error. */
    update(next: Found, nextValid: ValidContent | undefined) {
      builds += 1;
      found = next;
      if (nextValid === undefined) return;
      valid = nextValid;
      products = openProducts(nextValid, baseUrl);
    },
    /** Resolves to an answer or the text of a drawing; undefined if nothing has this path. */
    async answer({ path, locale }: Question): Promise<unknown> {
      if (valid === undefined || products === undefined) return undefined;
      const [name, sku = '', file = ''] = path.split('/');
      const counts = { errors: count('error'), warnings: count('warning') };
      if (name === 'state') return { version: `${out} ${builds}`, ...counts } satisfies State;
      if (name === 'findings')
        return toPreviewFindings(found.findings, found.content ?? valid.content);
      if (name === 'products') return products.unreleased(locale);
      if (name === 'product') return products.product(sku, locale);
      if (name === 'quality') return products.quality(locale);
      if (name === 'changes') return describeChanges({ out, builtOut }, valid.release);
      if (name === 'images') return products.picture(sku, file);
      return undefined;
    },
  };
}

/** Adds to each finding the path of its file, what to do about it, and the product that it concerns. */
function toPreviewFindings(
  findings: readonly Finding[],
  { folder, products, tables, sourceOf }: OpenContent,
): readonly PreviewFinding[] {
  const skus = new Map(products.map(({ file, sku }) => [file, sku]));
  const places = new Set(findings.map(({ file, line }) => `${file}:${line}`));
  const concernsRows = findings.some(({ file }) => tables.some((table) => table.file === file));
  for (const name of concernsRows ? products : []) {
    for (const [at, rows] of sourceOf(name).rows.entries()) {
      const ofTable = rows.map(({ line }) => `${tables[at]?.file}:${line}`);
      for (const place of ofTable) if (places.has(place)) skus.set(place, name.sku);
    }
  }
  return findings.map((finding) => {
    const { file, line, rule } = finding;
    const sku = skus.get(file) ?? skus.get(`${file}:${line}`);
    const more = { filePath: join(folder, file), remedy: remedies.get(rule) ?? '' };
    return { ...finding, ...more, ...(sku !== undefined && { sku }) };
  });
}
