/**
 * The HTTP handler of the editors' preview, which `npm run dev` serves below `/preview` to this machine only: the
 * catalogue browser with drafts, net prices, findings and quality. It is not part of a release.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createOnce } from '../../console/create-once.ts';
import { contentPolicies, securityHeaders } from '../../contract/headers.ts';
import { isLocale } from '../../contract/locales.ts';
import { mediaTypes } from '../../contract/media-types.ts';
import { bundleClient } from '../catalogue/bundle.ts';
import { renderShell } from '../catalogue/shell.ts';
import { isLocalRequest } from './local-request.ts';
import type { Question } from './preview-data.ts';

/** The preview, as `npm run dev` uses it. */
export interface Preview {
  /** Answers a request below `/preview`. Rejects if the application cannot be bundled or the data cannot be read. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Tells every open page that a build has ended. */
  announce(): Promise<void>;
}

/** What the preview needs: the public address of the API, and the data of the build thread. */
export interface PreviewOptions {
  readonly baseUrl: string;
  /** Resolves to the answer of the build thread; undefined if nothing has the path. */
  readonly ask: (question: Question) => Promise<unknown>;
}

/**
 * Headers of every answer. Other sites cannot frame, embed or read the preview, and no cache stores it, because it has
 * net prices.
 */
const headers = {
  ...securityHeaders,
  'Cache-Control': 'no-store',
  'Content-Security-Policy': contentPolicies.page,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
} as const;

type Answer = readonly [status: number, type: string, body: string | Buffer];

/** Creates the preview. Its application is bundled at the first request. */
export function createPreview({ baseUrl, ask }: PreviewOptions): Preview {
  const bundle = createOnce(() => bundleClient('preview.tsx'));
  const shell = renderShell({ baseUrl, folder: 'preview', title: 'Preview', isIndexed: false });
  const streams = new Set<ServerResponse>();
  const readState = async () =>
    `data: ${JSON.stringify(await ask({ path: 'state', locale: 'en-CA' }))}\n\n`;

  /** Answers a path below `/preview/`: data, a drawn picture, a file of the application, or its page. */
  async function find(path: string, asked: string): Promise<Answer> {
    const locale = isLocale(asked) ? asked : 'en-CA';
    const isData = path.startsWith('data/');
    if (isData || path.startsWith('images/')) {
      const found = await ask({ path: isData ? path.slice('data/'.length) : path, locale });
      if (found === undefined) return [404, mediaTypes.txt, 'There is nothing at this address.\n'];
      if (isData) return [200, mediaTypes.json, JSON.stringify(found)];
      return [200, mediaTypes.svg, String(found)];
    }
    const file = (await bundle()).get(path);
    if (file) return [200, path.endsWith('.js') ? mediaTypes.js : mediaTypes.css, file];
    return [200, mediaTypes.html, shell];
  }

  return {
    async answer(request, response) {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
      const refusal = refuse(request);
      if (refusal === undefined && pathname === '/preview/events') {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        response.once('close', () => streams.delete(response));
        streams.add(response);
        response.write(await readState());
        return;
      }
      // Addresses of the application are relative to this folder.
      if (refusal === undefined && pathname === '/preview') {
        response.writeHead(308, { Location: 'preview/', 'Content-Length': 0 }).end();
        return;
      }
      const path = pathname.slice('/preview/'.length);
      const [status, type, body] = refusal ?? (await find(path, searchParams.get('locale') ?? ''));
      response.writeHead(status, {
        'Content-Type': type,
        'Content-Length': Buffer.byteLength(body),
      });
      response.end(request.method === 'HEAD' ? undefined : body);
    },
    async announce() {
      if (streams.size === 0) return;
      const state = await readState();
      for (const stream of streams) stream.write(state);
    },
  };
}

/** Returns the refusal of a request: 403 from another machine, 405 for another method than GET and HEAD. */
function refuse(request: IncomingMessage): Answer | undefined {
  const { method = '', socket } = request;
  if (!isLocalRequest(request)) {
    const address = `http://localhost:${socket.localPort}/preview`;
    const text = `The preview is for this machine alone; open it there, as ${address}\n`;
    return [403, mediaTypes.txt, text];
  }
  if (method === 'GET' || method === 'HEAD') return undefined;
  return [405, mediaTypes.txt, 'The preview supports only GET and HEAD.\n'];
}
