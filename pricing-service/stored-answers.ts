/**
 * Makes, keeps and sends the answers to requests with a key: all accounts of a tier get the same
 * bytes.
 */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import { answerHeaders } from '../contract/headers.ts';
import type { Locale } from '../contract/locales.ts';
import { mergeDetail, toProductPricing } from '../contract/net-pricing.ts';
import { ApiProblem } from '../contract/problem.ts';
import { type Coding, chooseCoding, matchesIfNoneMatch } from '../contract/representation.ts';
import { csvMediaType } from '../contract/spreadsheet.ts';
import {
  type PriceSource,
  type Release,
  type Releases,
  readReleased,
  UnreadableFile,
} from './releases.ts';

/** Two kinds are about one product; the price list of the catalogue is JSON or CSV. */
export type AnswerKind = 'detail' | 'productPricing' | 'catalogPricing' | 'priceList';

/** What selects the answer to a request with a key. */
export interface AnswerRequest {
  readonly kind: AnswerKind;
  /** The SKU; an empty string for a price list. */
  readonly sku: string;
  /** Named by nginx; undefined if the request names none. */
  readonly release: string | undefined;
  readonly tier: string;
  /** Undefined for the default locale of the release. */
  readonly locale: Locale | undefined;
  readonly acceptEncoding: string | undefined;
}

/** An answer in one content coding. */
export interface Answer {
  readonly coding: Coding;
  /** Such as the media type: alternating names and values. */
  readonly headers: readonly string[];
  /** With its quotes: a hash of the body. */
  readonly etag: string;
  readonly length: number;
  /** The bytes, or the path of a file that is too long to be kept in memory. */
  readonly body: Buffer | string;
}

/** Makes and keeps answers. */
export interface StoredAnswers {
  /** Returns a stored answer whose body is in memory, or undefined. Never throws. */
  find(request: AnswerRequest): Answer | undefined;
  /**
   * Rejects with an `ApiProblem`: `product_not_found`, or `upstream_unavailable` if a file of the
   * release is missing or damaged.
   */
  read(request: AnswerRequest): Promise<Answer>;
}

/**
 * Default limit in bytes: 75,000 product details of 2.5 kB. The process takes nearly twice as much
 * memory, which `MemoryMax` of its systemd unit allows.
 */
const defaultMaxBytes = 256 * 1024 * 1024;
/** Bytes of memory of a stored answer besides its body: name, entity tag, objects. Measured: 1000. */
const overheadBytes = 1024;
/** A longer file of a release is not kept in memory, but sent from the disk. */
const maxFileBytes = 4 * 1024 * 1024;
/** Low enough to compress in milliseconds, because a request waits for it. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const compressors: Readonly<Record<Coding, (bytes: Buffer) => Promise<Buffer>>> = {
  identity: async (bytes) => bytes,
  gzip: promisify<Buffer, Buffer>(gzip),
  br: (bytes) => promisify(brotliCompress)(bytes, brotli),
};

/** Creates an empty store of answers, made from `releases` and the prices of `source`. */
export function createStoredAnswers(
  releases: Pick<Releases, 'open' | 'findOpen'>,
  source: PriceSource,
  maxBytes = defaultMaxBytes,
): StoredAnswers {
  const stored = new LRUCache<string, Answer>({
    maxSize: maxBytes,
    sizeCalculation: ({ body }) => (typeof body === 'string' ? 0 : body.length) + overheadBytes,
  });
  const pending = new Map<string, Promise<Answer>>();

  async function makeProduct(release: Release, request: AnswerRequest): Promise<Answer> {
    const { kind, sku, tier, locale = release.defaultLocale } = request;
    const priced = await source.product(release, tier, locale, sku);
    if (priced === undefined) throw new ApiProblem('product_not_found');
    const merge = kind === 'detail' ? mergeDetail : toProductPricing;
    const document = merge(priced.detail, tier, priced.netPrice);
    const bytes = Buffer.from(JSON.stringify(document));
    return compress(bytes, chooseCoding(request.acceptEncoding), jsonHeaders);
  }

  async function makeList(release: Release, request: AnswerRequest): Promise<Answer> {
    const { kind, tier, locale = release.defaultLocale } = request;
    const extension = kind === 'priceList' ? 'csv' : 'json';
    const headers = extension === 'json' ? jsonHeaders : csvHeaders(locale, release.id);
    const codings = listCodings(request);
    const list = await source.list(release, { tier, locale, extension }, codings);
    const coding = codings[0] ?? 'identity';
    if (Buffer.isBuffer(list)) return compress(list, coding, headers);
    // A release has its CSV only uncompressed.
    if (extension === 'csv' && coding !== 'identity') {
      return compress(await readReleased(list.path, list.entry), coding, headers);
    }
    const { size, sha256 } = list.entry;
    const bytes = await readReleased(list.path, list.entry);
    const body = size > maxFileBytes ? list.path : bytes;
    return {
      coding: list.coding,
      headers,
      etag: toTag(Buffer.from(sha256, 'hex')),
      length: size,
      body,
    };
  }

  function make(name: string, release: Release, request: AnswerRequest): Promise<Answer> {
    const joined = pending.get(name);
    if (joined) return joined;
    const making = isList(request) ? makeList(release, request) : makeProduct(release, request);
    pending.set(name, making);
    const done = () => pending.delete(name);
    making.then((answer) => stored.set(name, answer)).then(done, done);
    return making;
  }

  return {
    find(request) {
      const release = releases.findOpen(request.release);
      const answer = release && stored.get(nameOf(release, request));
      return typeof answer?.body === 'string' ? undefined : answer;
    },
    async read(request) {
      try {
        const release = await releases.open(request.release);
        const name = nameOf(release, request);
        return stored.get(name) ?? (await make(name, release, request));
      } catch (cause) {
        if (!(cause instanceof UnreadableFile)) throw cause;
        throw new ApiProblem('upstream_unavailable', undefined, { cause });
      }
    },
  };
}

function isList({ kind }: AnswerRequest): boolean {
  return kind === 'catalogPricing' || kind === 'priceList';
}

/** In order of preference: a long price list has no Brotli form. */
function listCodings({ acceptEncoding }: AnswerRequest): readonly Coding[] {
  return [chooseCoding(acceptEncoding), chooseCoding(acceptEncoding, ['gzip']), 'identity'];
}

/** Returns the name of an answer in the store, such as `detail TEE100 c9e0eb1212d3af04 A3 en-CA br`. */
function nameOf({ id, defaultLocale }: Release, request: AnswerRequest): string {
  const { kind, sku, tier, locale = defaultLocale, acceptEncoding } = request;
  const coding = chooseCoding(acceptEncoding);
  // A long list has no Brotli form: then its coding depends on what else the client accepts.
  const codings = coding === 'br' && isList(request) ? listCodings(request).join() : coding;
  return `${kind} ${sku} ${id} ${tier} ${locale} ${codings}`;
}

/** Headers of JSON answers. The media type has no charset parameter (RFC 8259 section 11). */
const jsonHeaders = ['Content-Type', 'application/json'];

function csvHeaders(locale: Locale, release: string): readonly string[] {
  const name = `attachment; filename="prices-${locale}-${release}.csv"`;
  return ['Content-Type', csvMediaType, 'Content-Disposition', name];
}

async function compress(
  plain: Buffer,
  coding: Coding,
  headers: readonly string[],
): Promise<Answer> {
  const body = copySlice(await compressors[coding](plain));
  const etag = toTag(createHash('sha256').update(body).digest());
  return { coding, headers, etag, length: body.length, body };
}

/** Returns the entity tag of a body with this SHA-256. */
function toTag(hash: Buffer): string {
  return `"${hash.toString('base64url').slice(0, 22)}"`;
}

/** A slice would keep its whole underlying buffer in memory, such as a pool. */
function copySlice(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

/** Headers of all answers to requests with a key, in the form that `writeHead` handles fastest. */
const commonHeaders = Object.entries(answerHeaders('keyed')).flat();

/**
 * Sends the head: 200, or 304 if `If-None-Match` has the entity tag. Returns true if the caller
 * must send the body. Call it after all checks of the request (RFC 9110 section 13.2.1).
 */
export function sendHead(
  { headers: requestHeaders, method }: IncomingMessage,
  response: ServerResponse,
  { coding, headers: documentHeaders, etag, length }: Answer,
): boolean {
  const headers = [...commonHeaders, 'ETag', etag];
  if (matchesIfNoneMatch(requestHeaders['if-none-match'], etag)) {
    response.writeHead(304, headers).end();
    return false;
  }
  headers.push(...documentHeaders, 'Content-Length', String(length));
  if (coding !== 'identity') headers.push('Content-Encoding', coding);
  response.writeHead(200, headers);
  if (method !== 'HEAD') return true;
  response.end();
  return false;
}

/** Sends an answer without Koa, which would inspect it again. Throws `upstream_unavailable`. */
export async function sendAnswer(ctx: Context, answer: Answer): Promise<void> {
  const { req, res } = ctx;
  const { body } = answer;
  // Opened before the head is sent: a missing file is a 503.
  const file = typeof body === 'string' ? await open(body).catch(refuse(body)) : undefined;
  ctx.respond = false;
  // The client disconnected during the checks. Node.js 24 cannot pipe to a closed response.
  const isSent = res.destroyed || !sendHead(req, res, answer);
  if (file === undefined) {
    if (!isSent) res.end(body);
  } else if (isSent) await file.close();
  else {
    pipeline(file.createReadStream(), res, (error) => {
      if (error) ctx.app.emit('error', error, ctx);
    });
  }
}

function refuse(path: string): (error: unknown) => never {
  return (error) => {
    const cause = new UnreadableFile(path, error);
    throw new ApiProblem('upstream_unavailable', undefined, { cause });
  };
}
