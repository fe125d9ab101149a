/** Runs the executable that `DEPLOY_HOOK` names after a release became current, to purge a CDN (infra/cdn.md). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ExpectedError } from '../../console/errors.ts';
import { locales } from '../../contract/locales.ts';
import { type Manifest, publicFiles } from '../../contract/release.ts';
import { routes } from '../../contract/routes.ts';
import { openRelease } from '../diff/read-release.ts';
import { releaseFolder } from '../release-store.ts';

/** Thrown if the hook failed: the release is current nevertheless. */
export class HookError extends ExpectedError {
  override readonly name = 'HookError';
}

/**
 * Runs the hook: its argument is the id of the release, its standard input the changed URLs, one a line. Throws
 * `HookError` if it cannot be started or ends with another code than 0.
 */
export async function runHook(
  hook: string,
  release: string,
  urls: readonly string[],
): Promise<void> {
  const child = spawn(hook, [release], { stdio: ['pipe', 'inherit', 'inherit'] });
  const failed = (reason: string, cause?: unknown) =>
    new HookError(`release ${release} is current, but DEPLOY_HOOK ${hook} ${reason}`, { cause });
  // A hook may end without reading its input.
  child.stdin.on('error', () => {});
  child.stdin.end(urls.map((url) => `${url}\n`).join(''));
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    if (code !== 0)
      throw failed(signal === null ? `ended with code ${code}` : `was ended by ${signal}`);
  } catch (error) {
    if (error instanceof HookError) throw error;
    throw failed(`cannot be started: ${(error as Error).message}`, error);
  }
}

/**
 * The public URLs whose answers differ between two releases: of files with other bytes, and of details with
 * another object, in every locale. Without a release before, those of every file.
 */
export async function changedUrls(
  out: string,
  before: string | undefined,
  release: string,
): Promise<string[]> {
  const after = (await openRelease(releaseFolder(out, release))).manifest;
  const opened = before === undefined ? undefined : await openRelease(releaseFolder(out, before));
  const from = opened?.manifest;
  const skus = new Set([...Object.keys(after.products), ...Object.keys(from?.products ?? {})]);
  const changed = [...skus].filter((sku) => after.products[sku] !== from?.products[sku]);
  const { baseUrl } = after;
  return [
    ...changed.sort().flatMap((sku) => withLocales(`${baseUrl}/v1/products/${sku}`)),
    ...listUrls(after, from),
    ...fileUrls(after, from),
  ];
}

function withLocales(url: string): string[] {
  return [url, ...locales.map((locale) => `${url}?locale=${locale}`)];
}

function differs(path: string, after: Manifest, before: Manifest | undefined): boolean {
  return after.files[path]?.sha256 !== before?.files[path]?.sha256;
}

function listUrls(after: Manifest, before: Manifest | undefined): string[] {
  const url = `${after.baseUrl}${routes.list.path}`;
  return [undefined, ...locales]
    .filter((locale) => differs(`public/${publicFiles.list(locale)}`, after, before))
    .map((locale) => (locale === undefined ? url : `${url}?locale=${locale}`));
}

/** Pages and pictures: files whose path is that of their URL. */
function fileUrls(after: Manifest, before: Manifest | undefined): string[] {
  const paths = new Set([...Object.keys(after.files), ...Object.keys(before?.files ?? {})]);
  return [...paths]
    .filter((path) => /^public\/(docs|assets|images|openapi\.json|llms\.txt)/.test(path))
    .filter((path) => !/\.(gz|br)$/.test(path) && differs(path, after, before))
    .map((path) => `${after.baseUrl}/${pathOf(path)}`)
    .sort();
}

function pathOf(path: string): string {
  const file = path.slice('public/'.length);
  return file === publicFiles.startPage ? 'docs/' : file.replace(/\.html$/, '');
}
