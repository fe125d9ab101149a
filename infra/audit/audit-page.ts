/** Scores one page with Lighthouse's command line. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ExpectedError } from '../../console/errors.ts';

/** Devices that Lighthouse simulates. */
export const forms = ['mobile', 'desktop'] as const;
/** A device that Lighthouse simulates. */
export type Form = (typeof forms)[number];

/** The scores of one page on one device. */
export interface PageScores {
  /** Lighthouse's categories, such as accessibility, with scores from 0 to 100. */
  readonly categories: readonly { readonly title: string; readonly score: number }[];
  /** The audits that lower a score, one line each, such as `font-size: Document uses legible font sizes 80%`. */
  readonly faults: readonly string[];
}

/** The members of Lighthouse's JSON report that this module reads. */
interface Report {
  readonly categories: Readonly<
    Record<
      string,
      { title: string; score: number | null; auditRefs: { id: string; weight: number }[] }
    >
  >;
  readonly audits: Readonly<
    Record<string, { title: string; score: number | null; displayValue?: string }>
  >;
}

/** Maximum size of a report in bytes; the report of a page with much code has several megabytes. */
const maxReportBytes = 64 * 1024 * 1024;

/**
 * Scores a page with Lighthouse, which starts a new browser for it and simulates the device `form`. `browser` and
 * `lighthouse` are paths of programs. Throws an `ExpectedError` if Lighthouse fails, for example because the page
 * cannot be loaded.
 */
export async function auditPage(
  url: string,
  form: Form,
  { browser, lighthouse }: { readonly browser: string; readonly lighthouse: string },
): Promise<PageScores> {
  // Chromium's sandbox refuses root, which many containers use; the pages are our own.
  const sandbox = process.getuid?.() === 0 ? ' --no-sandbox' : '';
  const { stdout } = await promisify(execFile)(
    'env',
    [
      ...[`CHROME_PATH=${browser}`, lighthouse],
      ...[url, '--output=json', '--quiet', `--chrome-flags=--headless=new${sandbox}`],
      ...(form === 'desktop' ? ['--preset=desktop'] : []),
    ],
    { maxBuffer: maxReportBytes },
  ).catch(({ stderr = '' }: { readonly stderr?: string }) => {
    // The error itself is not passed on as the cause, because it contains the whole report.
    throw new ExpectedError(`cannot audit ${url}: ${stderr.trim()}`);
  });
  const { categories, audits } = JSON.parse(stdout) as Report;
  const counted = new Set(
    Object.values(categories)
      .flatMap(({ auditRefs }) => auditRefs)
      .filter(({ weight }) => weight > 0)
      .map(({ id }) => id),
  );
  return {
    categories: Object.values(categories).map(({ title, score }) => ({
      title,
      score: Math.round((score ?? 0) * 100),
    })),
    faults: Object.entries(audits)
      .filter(([id, { score }]) => counted.has(id) && score !== null && score < 1)
      .map(([id, { title, displayValue = '' }]) => `${id}: ${title} ${displayValue}`.trimEnd()),
  };
}
