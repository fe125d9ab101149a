/**
 * The pointer of a remote: the file that names the release to serve. It has two lines: JSON, and the Ed25519 signature
 * of the first line.
 */
import { type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';
import { releaseIdPattern } from '../../contract/release.ts';
import { RemoteError } from './remote-error.ts';

/** Version of the layout of a remote and of the formats of its files. */
export const remoteFormat = 2;

/** Path of the pointer on a remote. */
export const pointerPath = 'pointer';

/** Maximum length in bytes of a pointer; readers ignore all further bytes. */
export const longestPointer = 2048;

/** Milliseconds for which a pointer is valid, and after which a push renews it. */
export const pointerAges = { validMs: 7 * 86_400_000, renewMs: 86_400_000 } as const;

const pointerSchema = z.strictObject({
  format: z.literal(remoteFormat),
  /** A number that increases with each pointer. */
  sequence: z.int().positive(),
  /** When the pointer was signed, and until when it is valid (ISO 8601). */
  time: z.iso.datetime(),
  validUntil: z.iso.datetime(),
  /** Name of the machine that pushes to the remote. */
  machine: z.string().min(1).max(253),
  release: z.string().regex(new RegExp(releaseIdPattern)),
  /** Name in `releases/`, size in bytes and SHA-256 of the manifest. */
  manifest: z
    .tuple([z.string().regex(/^[\w.-]+$/), z.int().positive(), z.string().regex(/^[0-9a-f]{64}$/)])
    .readonly(),
});
/** The content of a pointer. */
export type Pointer = z.infer<typeof pointerSchema>;

/** Thrown if a pointer is cut off or is no pointer at all, for example after a full disk. The next push replaces it. */
export class DamagedPointerError extends RemoteError {
  constructor(from: string, options?: ErrorOptions) {
    super(`the pointer of ${from} is damaged; push again`, options);
  }
}

/** Returns the bytes of a pointer, signed with `privateKey`. Throws `ZodError` if the pointer is invalid. */
export function renderPointer(pointer: Pointer, privateKey: KeyObject): Buffer {
  const line = JSON.stringify(pointerSchema.parse(pointer));
  const signature = sign(null, Buffer.from(line), privateKey).toString('base64');
  return Buffer.from(`${line}\n${signature}\n`);
}

/** Parses the bytes of a pointer and verifies its signature. `from` is the name of the remote in messages. */
export function parsePointer(bytes: Buffer, publicKey: KeyObject, from: string): Pointer {
  const [line = '', signature = ''] = bytes.toString().split('\n');
  assertFormat(line, from);
  if (signature === '') throw new DamagedPointerError(from);
  // The bytes are verified before any other part of them is used.
  if (!verify(null, Buffer.from(line), publicKey, Buffer.from(signature, 'base64'))) {
    throw new RemoteError(
      `the pointer of ${from} is not signed with the key that this machine has; compare the keys; the pointer is not used`,
    );
  }
  const parsed = pointerSchema.safeParse(JSON.parse(line));
  if (!parsed.success) throw new RemoteError(`the pointer of ${from} is invalid; push again`);
  return parsed.data;
}

/** Called before the signature is verified, because another format may have another kind of signature. */
function assertFormat(line: string, from: string): void {
  let found: unknown;
  try {
    found = (JSON.parse(line) as { format?: unknown } | null)?.format;
  } catch (cause) {
    throw new DamagedPointerError(from, { cause });
  }
  if (found === remoteFormat) return;
  const remedy = found === 1 ? 'push to a new prefix, and pull from it' : 'update this machine';
  throw new RemoteError(
    `${from} has format ${JSON.stringify(found)}, and this version reads format ${remoteFormat}; ${remedy}`,
  );
}
