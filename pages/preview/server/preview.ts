/**
 * The HTTP handler of the editors' preview, which `npm run dev` serves below `/preview` to this machine only. It is not
 * part of a release, and no public route links to it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { createOnce } from '../../../console/create-once.ts';
import { mediaTypes } from '../../../contract/media-types.ts';
import { bundleClient } from './client-files.ts';
import { createDataResponse } from './data-routes.ts';
import { createEventStreams } from './events.ts';
import { isLocalRequest } from './local-request.ts';
import { findFile, paint } from './pictures.ts';
import { createStateReader, type PreviewPaths, type PreviewState } from './preview-state.ts';
import { readReleasePicture } from './release-pictures.ts';
import { previewHeaders, shell } from './shell.ts';

/** The preview of a content folder: its HTTP handler, and functions that notify open pages of changes. */
export interface Preview {
  /**
   * Responds to a request for `/preview` or a path below it; a refused request gets status 400, 403 or 405. Rejects if
   * the content folder or a requested release cannot be read, or if the client cannot be bundled.
   */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /**
   * Reads the content again and notifies every open page. If the content folder cannot be read, notifies the pages of
   * this and rejects.
   */
  refresh(): Promise<void>;
  /** Notifies every open page that another release is current. Does nothing before the content was first read. */
  announceRelease(): void;
}

interface FileResponse {
  /** HTTP status; 200 by default. */
  readonly status?: number;
  /** File name extension without its dot, such as `json`; it determines the media type. */
  readonly extension: string;
  readonly body: string | Uint8Array;
}

const typesByExtension: Readonly<Record<string, string>> = {
  ...mediaTypes,
  js: 'text/javascript; charset=utf-8',
  map: 'application/json',
  txt: 'text/plain; charset=utf-8',
};

/**
 * Creates the preview of a content folder and its releases. Reads the content at the first request that needs it, or
 * when `refresh` is called; requests for the page, its script and pictures of releases do not need it.
 */
export function createPreview(paths: PreviewPaths): Preview {
  const readState = createStateReader(paths);
  const streams = createEventStreams();
  let state: PreviewState | undefined;
  let reading: Promise<PreviewState> | undefined;
  const readClient = createOnce(bundleClient);

  /**
   * Reads the content again and resolves to the new state. Waits for the end of a read that is already running, so that
   * the result of the newest read is kept.
   */
  function refresh(): Promise<PreviewState> {
    const next = (reading ?? Promise.resolve()).then(read, read).finally(() => {
      if (reading === next) reading = undefined;
    });
    reading = next;
    return next;
  }

  async function read(): Promise<PreviewState> {
    try {
      state = await readState();
      return state;
    } catch (error) {
      state &&= toUnreadable(state);
      throw error;
    } finally {
      if (state) streams.broadcast(state.event);
    }
  }

  /** Returns the latest state; reads the content if it was never read. */
  const currentState = async () => state ?? (await (reading ?? refresh()));

  async function respondTo(path: string, query: URLSearchParams): Promise<FileResponse> {
    const [section = '', ...rest] = path.split('/');
    const below = rest.join('/');
    // The page and its script need no content, which takes seconds to read if there are thousands of products.
    if (rest.length === 0 && section.startsWith('app.')) {
      return toFile(section, (await readClient()).get(section));
    }
    if (section === 'release') return toFile(below, await readReleasePicture(paths.out, rest));
    if (!['data', 'files', 'paint'].includes(section)) return { extension: 'html', body: shell };
    const current = await currentState();
    if (section === 'data') return toJson(await createDataResponse(current, below, query));
    if (section === 'paint') return toFile(below, paintRequested(current, rest, query));
    return toFile(below, current.catalogue && findFile(current.catalogue, below));
  }

  return {
    async answer(request, response) {
      for (const [name, value] of Object.entries(previewHeaders)) response.setHeader(name, value);
      const address = readAddress(request);
      const rejection = reject(request) ?? (address === undefined ? invalidUrl : undefined);
      const { path = '', query = new URLSearchParams() } = address ?? {};
      if (rejection === undefined && path === 'events') {
        streams.open(response, (await currentState()).event);
        return;
      }
      const { status = 200, extension, body } = rejection ?? (await respondTo(path, query));
      response.setHeader('Content-Type', typesByExtension[extension] ?? 'application/octet-stream');
      response.setHeader('Content-Length', Buffer.byteLength(body));
      response.writeHead(status).end(request.method === 'HEAD' ? undefined : body);
    },
    async refresh() {
      await refresh();
    },
    announceRelease() {
      // No page is open before the content was first read.
      if (state === undefined) return;
      const { event } = state;
      state = { ...state, event: { ...event, version: `${event.version}r` } };
      streams.broadcast(state.event);
    },
  };
}

/**
 * Returns the state after the content folder could not be read: the given state, marked as `unreadable`. The version
 * stays unchanged, so that pages do not load the data again.
 */
function toUnreadable({ event, ...rest }: PreviewState): PreviewState {
  return { ...rest, event: { ...event, state: { ...event.state, shown: 'unreadable' } } };
}

/**
 * Returns the error response to a refused request: 403 if it comes from another machine, 405 for a method
 * other than GET and HEAD. Returns undefined for an accepted request.
 */
function reject(request: IncomingMessage): FileResponse | undefined {
  const { method = '', socket } = request;
  if (!isLocalRequest(request)) {
    const address = `http://localhost:${socket.localPort}/preview`;
    const body = `The preview is for this machine alone; open it there, as ${address}\n`;
    return { status: 403, extension: 'txt', body };
  }
  if (method === 'GET' || method === 'HEAD') return undefined;
  return { status: 405, extension: 'txt', body: 'The preview supports only GET and HEAD.\n' };
}

const invalidUrl: FileResponse = {
  status: 400,
  extension: 'txt',
  body: 'The URL is invalid: percent-encoded bytes must be UTF-8.\n',
};

/** Returns the decoded path below `/preview/` and the query, or undefined if the URL or its encoding is invalid. */
function readAddress({ url = '/' }: IncomingMessage) {
  try {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    return { path: decodeURIComponent(pathname).slice('/preview/'.length), query: searchParams };
  } catch {
    return undefined;
  }
}

function toJson(data: unknown): FileResponse {
  if (data === undefined) {
    return { status: 404, extension: 'json', body: '{"error":"no such data"}' };
  }
  return { extension: 'json', body: JSON.stringify(data) };
}

function toFile(name: string, body: string | Uint8Array | undefined): FileResponse {
  if (body === undefined) {
    return { status: 404, extension: 'txt', body: 'There is no such file.\n' };
  }
  return { extension: extname(name).slice(1).toLowerCase(), body };
}

/**
 * Returns the SVG drawing for a URL such as `paint/SKU/front.svg?color=%23A1B2C3&color=…`; skips invalid colours.
 * Returns undefined if the product or drawing does not exist or no colour is valid.
 */
function paintRequested(
  { catalogue }: PreviewState,
  [sku = '', file = '']: readonly string[],
  query: URLSearchParams,
): string | undefined {
  const [first, ...more] = query.getAll('color').filter((color) => /^#[0-9A-F]{6}$/i.test(color));
  if (catalogue === undefined || first === undefined) return undefined;
  return paint(catalogue, { sku, side: file.replace(/\.svg$/, ''), colors: [first, ...more] });
}
