/**
 * The HTTP handler of the editors' preview, which `npm run dev` serves below `/preview` to this machine only: the
 * catalogue browser with drafts, net prices, findings and quality. It is not part of a release.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createOnce } from '../../console/create-once.ts';
import { contentPolicies, securityHeaders } from '../../contract/headers.ts';
import { isLocale, type Locale } from '../../contract/locales.ts';
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

interface Answer {
  readonly status?: number;
  readonly type: string;
  readonly body: string | Buffer;
}

const plain = (status: number, body: string): Answer => ({ status, type: mediaTypes.txt, body });

/** Creates the preview. Its application is bundled at the first request. */
export function createPreview({ baseUrl, ask }: PreviewOptions): Preview {
  const bundle = createOnce(() => bundleClient('preview.tsx'));
  const shell = renderShell({ baseUrl, folder: 'preview', title: 'Preview', isIndexed: false });
  const streams = new Set<ServerResponse>();
  const readState = async () =>
    `data: ${JSON.stringify(await ask({ path: 'state', locale: 'en-CA' }))}\n\n`;

  async function find(path: string, locale: Locale): Promise<Answer> {
    const [section = '', ...rest] = path.split('/');
    if (section === 'data') {
      const data = await ask({ path: rest.join('/'), locale });
      if (data === undefined) return { status: 404, type: mediaTypes.json, body: '{}' };
      return { type: mediaTypes.json, body: JSON.stringify(data) };
    }
    if (section === 'images') {
      const drawing = await ask({ path, locale });
      return typeof drawing === 'string'
        ? { type: mediaTypes.svg, body: drawing }
        : plain(404, 'There is no such picture.\n');
    }
    const file = rest.length === 0 ? (await bundle()).get(section) : undefined;
    if (file) return { type: section.endsWith('.js') ? mediaTypes.js : mediaTypes.css, body: file };
    return { type: mediaTypes.html, body: shell };
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
      // The script finds its own folder by the address of the page.
      if (refusal === undefined && pathname === '/preview') {
        response.writeHead(308, { Location: 'preview/', 'Content-Length': 0 }).end();
        return;
      }
      const locale = searchParams.get('locale') ?? '';
      const path = pathname.slice('/preview/'.length);
      const {
        status = 200,
        type,
        body,
      } = refusal ?? (await find(path, isLocale(locale) ? locale : 'en-CA'));
      response.setHeader('Content-Type', type);
      response.setHeader('Content-Length', Buffer.byteLength(body));
      response.writeHead(status).end(request.method === 'HEAD' ? undefined : body);
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
    return plain(403, `The preview is for this machine alone; open it there, as ${address}\n`);
  }
  if (method === 'GET' || method === 'HEAD') return undefined;
  return plain(405, 'The preview supports only GET and HEAD.\n');
}
