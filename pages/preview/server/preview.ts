/**
 * The editors' preview: what `npm run dev` answers below `/preview`, to this machine alone. Nothing of it
 * is in a release, and nothing that is served to others knows of it (decision 44).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { mediaTypes } from '../../../contract/media-types.ts';
import { bundleClient, type ClientFiles } from './client-files.ts';
import { answerData } from './data.ts';
import { createEvents } from './events.ts';
import { isFromHere } from './from-here.ts';
import { fileOf, paint } from './pictures.ts';
import { readReleasePicture } from './release-pictures.ts';
import { previewHeaders, shell } from './shell.ts';
import { createShowing, type Place, type Shown } from './shown.ts';

export interface Preview {
  /** Answers a request for `/preview` or what is below it. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Looks at the content again and tells every open page. Rejects when the folder cannot be read. */
  look(): Promise<void>;
  /** Notifies every open page that another release is current. */
  announceRelease(): void;
}

interface Answer {
  readonly status?: number;
  /** Ending that the media type goes by. */
  readonly ending: string;
  readonly body: string | Uint8Array;
}

const types: Readonly<Record<string, string>> = {
  ...mediaTypes,
  js: 'text/javascript; charset=utf-8',
  map: 'application/json',
  txt: 'text/plain; charset=utf-8',
};

/** Makes the preview of content and its releases; nothing is read before the first look. */
export function createPreview(place: Place): Preview {
  const show = createShowing(place);
  const events = createEvents();
  let shown: Shown | undefined;
  let looking: Promise<Shown> | undefined;
  let client: Promise<ClientFiles> | undefined;

  async function look(): Promise<Shown> {
    looking = show().finally(() => {
      looking = undefined;
    });
    shown = await looking;
    events.tell(shown.pulse);
    return shown;
  }

  /** What is shown; a request that comes before the first look is over waits for it. */
  const whatIsShown = async () => shown ?? (await (looking ?? look()));

  async function answerPath(path: string, query: URLSearchParams): Promise<Answer> {
    const now = await whatIsShown();
    const [room = '', ...rest] = path.split('/');
    const below = rest.join('/');
    if (room === 'data') return toJson(await answerData(now, below, query));
    if (room === 'files') return toFile(below, now.catalogue && fileOf(now.catalogue, below));
    if (room === 'release') return toFile(below, await readReleasePicture(place.out, rest));
    if (room === 'paint') return toFile(below, paintAsked(now, rest, query));
    if (rest.length > 0 || !room.startsWith('app.')) return { ending: 'html', body: shell };
    client ??= bundleClient();
    return toFile(room, (await client).get(room));
  }

  return {
    async answer(request, response) {
      for (const [name, value] of Object.entries(previewHeaders)) response.setHeader(name, value);
      const address = readAddress(request);
      const refusal = refuse(request) ?? (address === undefined ? unreadable : undefined);
      const { path = '', query = new URLSearchParams() } = address ?? {};
      if (refusal === undefined && path === 'events') {
        events.add(response, (await whatIsShown()).pulse);
        return;
      }
      const { status = 200, ending, body } = refusal ?? (await answerPath(path, query));
      response.setHeader('Content-Type', types[ending] ?? 'application/octet-stream');
      response.setHeader('Content-Length', Buffer.byteLength(body));
      response.writeHead(status).end(request.method === 'HEAD' ? undefined : body);
    },
    async look() {
      await look();
    },
    announceRelease() {
      // Before the first look no page is open.
      if (shown === undefined) return;
      const { pulse } = shown;
      shown = { ...shown, pulse: { ...pulse, version: `${pulse.version}r` } };
      events.tell(shown.pulse);
    },
  };
}

function refuse(request: IncomingMessage): Answer | undefined {
  const { method = '', socket } = request;
  if (!isFromHere(request)) {
    const address = `http://localhost:${socket.localPort}/preview`;
    const body = `The preview is for this machine alone; open it there, as ${address}\n`;
    return { status: 403, ending: 'txt', body };
  }
  if (method === 'GET' || method === 'HEAD') return undefined;
  return { status: 405, ending: 'txt', body: 'The preview is read with GET.\n' };
}

const unreadable: Answer = {
  status: 400,
  ending: 'txt',
  body: 'The address cannot be read: what is percent-encoded in it must be UTF-8.\n',
};

/** What is asked for below `/preview/`; undefined where it is no URL, or encodes what is no text. */
function readAddress({ url = '/' }: IncomingMessage) {
  try {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    return { path: decodeURIComponent(pathname).slice('/preview/'.length), query: searchParams };
  } catch {
    return undefined;
  }
}

function toJson(data: unknown): Answer {
  if (data === undefined) return { status: 404, ending: 'json', body: '{"error":"no such data"}' };
  return { ending: 'json', body: JSON.stringify(data) };
}

function toFile(name: string, body: string | Uint8Array | undefined): Answer {
  if (body === undefined) return { status: 404, ending: 'txt', body: 'There is no such file.\n' };
  return { ending: extname(name).slice(1).toLowerCase(), body };
}

/** `paint/SKU/front.svg?color=%23A1B2C3&color=…` */
function paintAsked(
  { catalogue }: Shown,
  [sku = '', file = '']: readonly string[],
  query: URLSearchParams,
): string | undefined {
  const [first, ...more] = query.getAll('color').filter((color) => /^#[0-9A-F]{6}$/i.test(color));
  if (catalogue === undefined || first === undefined) return undefined;
  return paint(catalogue, { sku, side: file.replace(/\.svg$/, ''), colors: [first, ...more] });
}
