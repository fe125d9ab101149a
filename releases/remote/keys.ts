/** The Ed25519 keys of releases: the building machine signs with the private one, edges verify with the public one. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { access, open, readFile, rm } from 'node:fs/promises';
import { cleaningUp } from '../../build/output/install.ts';
import { wrapFileSystemErrors } from '../../build/output/release-error.ts';
import { RemoteError } from './remote-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Variable = 'RELEASE_KEY' | 'RELEASE_PUBLIC_KEY';

/** Reads the key that signs, a PEM file. Throws `RemoteError` if it is no Ed25519 key, `ReleaseError` if unreadable. */
export function readPrivateKey(environment: Environment): Promise<KeyObject> {
  return readKey(environment, 'RELEASE_KEY');
}

/** Reads the key that verifies, a PEM file. Throws as `readPrivateKey`, and `RemoteError` for a private key. */
export function readPublicKey(environment: Environment): Promise<KeyObject> {
  return readKey(environment, 'RELEASE_PUBLIC_KEY');
}

async function readKey(environment: Environment, variable: Variable): Promise<KeyObject> {
  const path = pathOf(environment, variable);
  const pem = await wrapFileSystemErrors(`cannot read ${variable}`, () => readFile(path));
  const isPublic = variable === 'RELEASE_PUBLIC_KEY';
  // Node.js would derive the public key, and the private one would stay on every edge.
  if (isPublic && pem.includes('BEGIN PRIVATE')) {
    throw new RemoteError(
      `${path} has a private key; remove it from this machine, and let ${variable} name the file of the public one`,
    );
  }
  try {
    const key = isPublic ? createPublicKey(pem) : createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // No cause: it may contain a part of the file.
  }
  throw new RemoteError(
    `${path} has no Ed25519 key; ${variable} must name a file of npm run release -- keygen`,
  );
}

function pathOf(environment: Environment, variable: Variable): string {
  const path = environment[variable] ?? '';
  if (path !== '') return path;
  throw new RemoteError(
    `${variable} is not set; it must name the file of a key, which npm run release -- keygen makes`,
  );
}

/**
 * Creates a key pair in the files that `RELEASE_KEY` and `RELEASE_PUBLIC_KEY` name, and returns their paths. Throws
 * `RemoteError` if a variable is not set or a file exists, `ReleaseError` if one cannot be written; then leaves neither.
 */
export async function generateKeys(
  environment: Environment,
): Promise<{ readonly privatePath: string; readonly publicPath: string }> {
  const privatePath = pathOf(environment, 'RELEASE_KEY');
  const publicPath = pathOf(environment, 'RELEASE_PUBLIC_KEY');
  for (const path of [privatePath, publicPath]) {
    const isMissing = await access(path).then(
      () => false,
      () => true,
    );
    if (isMissing) continue;
    throw new RemoteError(
      `${path} exists and is not overwritten; edges trust this key until they have another`,
    );
  }
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  await writeKey(privatePath, privateKey.export({ type: 'pkcs8', format: 'pem' }), 0o600);
  try {
    await writeKey(publicPath, publicKey.export({ type: 'spki', format: 'pem' }), 0o644);
  } catch (error) {
    await rm(privatePath, { force: true });
    throw error;
  }
  return { privatePath, publicPath };
}

async function writeKey(path: string, pem: string | Buffer, mode: number): Promise<void> {
  const failure = `cannot write ${path}`;
  const file = await wrapFileSystemErrors(failure, () => open(path, 'wx', mode));
  // Removes the file if it cannot be written, for example on a full disk: no later run would overwrite it.
  await cleaningUp(path, failure, async () => {
    try {
      await file.writeFile(pem);
    } finally {
      await file.close();
    }
  });
}
