/** Answers the routes of the embedded server with which clients keep a copy of the catalogue: exports and changes. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { exportDisposition, exportMediaTypes, readExportForm } from '../../contract/exports.ts';
import { readLocale, readSince } from '../../contract/query.ts';
import {
  changesFiles,
  type ExportRoute,
  publicFiles,
  releaseHeader,
} from '../../contract/release.ts';
import { renderExport } from './render-export.ts';
import { sendCompressedFile, sendCompressing, sendRendered } from './send-file.ts';

interface CopyRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The request target as received. */
  readonly target: string;
  /** The folder of public files of the current release. */
  readonly root: string;
}

/**
 * Answers a request for an export of all products (`route` is `export`) or of the stock of all products (`inventory`).
 * Resolves to false without an answer if the release does not have this export. Rejects with an `ApiProblem` for an
 * invalid parameter.
 */
export async function answerExport(
  { request, response, target, root }: CopyRequest,
  route: ExportRoute,
): Promise<boolean> {
  const locale = readLocale(target);
  const form = readExportForm(target, route);
  const disposition = exportDisposition(form, locale, releaseOf(root));
  const mediaType = exportMediaTypes[form.extension];
  const headers = {
    [releaseHeader]: releaseOf(root),
    ...(disposition !== undefined && { 'Content-Disposition': disposition }),
  };
  const path = join(root, publicFiles.export(form, locale));
  if (await sendCompressedFile(request, response, path, { mediaType, headers })) return true;
  const bytes = await renderExport(dirname(root), form, locale);
  if (bytes === undefined) return false;
  sendRendered(request, response, { bytes, mediaType, headers });
  return true;
}

/**
 * Answers a request for the changes since the release in the parameter `since`. Without `since`, the answer only
 * describes the current release. If no changes since that release are stored, it has `complete: false`. Resolves to
 * false without an answer if nothing is stored for the current release. Rejects with an `ApiProblem` for an invalid
 * parameter.
 */
export async function answerChanges({ request, response, target, root }: CopyRequest) {
  const locale = readLocale(target);
  const since = readSince(target);
  const folder = join(dirname(root), '../../changes', releaseOf(root));
  return (
    (await sendCompressing(request, response, join(folder, changesFiles.answer(since, locale)))) ||
    sendCompressing(request, response, join(folder, changesFiles.answer(null, locale)))
  );
}

function releaseOf(root: string): string {
  return basename(dirname(root));
}
