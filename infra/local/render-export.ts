/** Joins an export when it is asked for: releases of `npm run dev` have none. */
import { dirname } from 'node:path';
import { createPartReader, joinParts } from '../../build/output/joined-documents.ts';
import { objectPath, readObjectRecord } from '../../build/output/objects.ts';
import { readIndex, readManifest } from '../../build/output/release-records.ts';
import { exportFrames } from '../../build/render/exports.ts';
import type { Locale } from '../../contract/locales.ts';
import { type ExportForm, publicFiles } from '../../contract/release.ts';
import { codingSuffix } from '../../contract/representation.ts';

/**
 * Returns an export of the release in `folder`, which is `<out>/releases/<id>`; undefined if the release is not of
 * `npm run dev`. Rejects with an error if the release is incomplete.
 */
export async function renderExport(
  folder: string,
  { route, extension }: ExportForm,
  locale: Locale | undefined,
): Promise<Buffer | undefined> {
  const out = dirname(dirname(folder));
  const { release, defaultLocale, products, files } = await readManifest(folder);
  // Other releases have compressed lists: if they lack an export, an earlier version made them.
  if (`public/${publicFiles.list()}${codingSuffix.gzip}` in files) return undefined;
  const shown = locale ?? defaultLocale;
  const { asOf, localesOf, skus } = await readIndex(folder);
  const frame = exportFrames(shown, { release, asOf }).find(
    ({ form }) => form.route === route && form.extension === extension,
  );
  if (frame === undefined) return undefined;
  const sold = skus().filter((sku) => localesOf(sku).includes(shown));
  const parts = sold.toSorted().map((sku) => {
    const object = products[sku] ?? '';
    const ranges = readObjectRecord(`${out}/${objectPath(object)}`)?.parts ?? {};
    const part = createPartReader(out, object, ranges)(shown, frame.part);
    if (part === undefined) throw new Error(`the object ${object} of ${sku} has no parts`);
    return part;
  });
  return joinParts(frame, parts);
}
