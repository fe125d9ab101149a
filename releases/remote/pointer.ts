/**
 * The pointer of a remote: a file that names the release to serve. It has two lines: JSON and the Ed25519
 * signature of the first line.
 */
import { type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';
import { RemoteError } from './remote-error.ts';

/**
 * Version of the format of all files on a remote, the storage to which releases are pushed. Other versions
 * are refused.
 */
export const remoteFormat = 1;

const pointerSchema = z.strictObject({
  format: z.literal(remoteFormat),
  /** A number that increases with each push. */
  sequence: z.int().positive(),
  release: z.string().regex(/^[0-9a-f]{16}$/),
  /** Size in bytes and SHA-256 of the manifest file on the remote, which is compressed. */
  manifest: z.tuple([z.int().positive(), z.string().regex(/^[0-9a-f]{64}$/)]).readonly(),
});
/**
 * The content of a pointer, the file that names the release to serve: sequence number of the push, id of the
 * release, and size and SHA-256 of its manifest.
 */
export type Pointer = z.infer<typeof pointerSchema>;

/** Maximum length in bytes of a pointer, the file that names the release to serve; readers ignore all further bytes. */
export const longestPointer = 1024;

/**
 * Thrown if a pointer (the file that names the release to serve) is cut off or not a pointer at all, for example after
 * a full disk. The next push replaces it.
 */
export class DamagedPointerError extends RemoteError {
  constructor(from: string, options?: ErrorOptions) {
    super(`the pointer of ${from} is damaged; push again`, options);
  }
}

/**
 * Returns the bytes of a pointer file, which names the release to serve: the pointer as JSON, and its signature by
 * `privateKey`. Throws `ZodError` if the pointer is invalid.
 */
export function renderPointer(pointer: Pointer, privateKey: KeyObject): Buffer {
  const line = JSON.stringify(pointerSchema.parse(pointer));
  const signature = sign(null, Buffer.from(line), privateKey).toString('base64');
  return Buffer.from(`${line}\n${signature}\n`);
}

/**
 * Parses the bytes of a pointer file, which names the release to serve, and verifies its signature. Throws
 * `DamagedPointerError` if the first line is not JSON or the signature is missing, and `RemoteError` if the format is
 * unknown, the signature does not match `publicKey`, or the content is invalid. `from` is the name of the remote in
 * messages.
 */
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

/**
 * Throws `DamagedPointerError` if the first line of a pointer is not JSON, and `RemoteError` if it has another format.
 * Called before the signature is verified, because a later format may have another kind of signature.
 */
function assertFormat(line: string, from: string): void {
  let found: unknown;
  try {
    found = (JSON.parse(line) as { format?: unknown } | null)?.format;
  } catch (cause) {
    throw new DamagedPointerError(from, { cause });
  }
  if (found === remoteFormat) return;
  throw new RemoteError(
    `${from} has format ${JSON.stringify(found)}, and this version reads format ${remoteFormat}; update this machine`,
  );
}
