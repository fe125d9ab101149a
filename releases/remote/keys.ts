/**
 * Reads and creates the signing keys of releases: the building machine signs with the private key, edges
 * verify with the public one.
 */
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

/** Names of the environment variables that contain the paths of the keys, which are PEM files. */
const variables = { private: 'RELEASE_KEY', public: 'RELEASE_PUBLIC_KEY' } as const;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the private key, which signs pushed releases, from the file that `RELEASE_KEY` names. Rejects with
 * `RemoteError` if the variable is not set or the file has no Ed25519 key, and with `ReleaseError` if the
 * file cannot be read.
 */
export function readPrivateKey(environment: Environment): Promise<KeyObject> {
  return readKey(environment, variables.private, createPrivateKey);
}

/** Reads the public key, which verifies pulled releases, from the file that `RELEASE_PUBLIC_KEY` names. */
export function readPublicKey(environment: Environment): Promise<KeyObject> {
  return readKey(environment, variables.public, createPublicKey);
}

async function readKey(
  environment: Environment,
  variable: string,
  parse: (pem: Buffer) => KeyObject,
): Promise<KeyObject> {
  const path = pathOf(environment, variable);
  const pem = await wrapFileSystemErrors(`cannot read ${variable}`, () => readFile(path));
  // Node.js would derive the public key, and the private one would stay on every edge.
  if (variable === variables.public && pem.includes('BEGIN PRIVATE')) {
    throw new RemoteError(
      `${path} has a private key; remove it from this machine, and let ${variable} name the file of the public one`,
    );
  }
  try {
    const key = parse(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // No cause: it may contain a part of the file.
  }
  throw new RemoteError(
    `${path} has no Ed25519 key; ${variable} must name a file of npm run release -- keygen`,
  );
}

/** Returns the path in an environment variable. Throws `RemoteError` if the variable is not set. */
function pathOf(environment: Environment, variable: string): string {
  const path = environment[variable] ?? '';
  if (path !== '') return path;
  throw new RemoteError(
    `${variable} is not set; it must name the file of a key, which npm run release -- keygen makes`,
  );
}

/**
 * Creates an Ed25519 key pair, writes it to the files that `RELEASE_KEY` and `RELEASE_PUBLIC_KEY` name, and returns
 * their paths.
 */
export async function generateKeys(
  environment: Environment,
): Promise<{ readonly privatePath: string; readonly publicPath: string }> {
  const privatePath = pathOf(environment, variables.private);
  const publicPath = pathOf(environment, variables.public);
  for (const path of [privatePath, publicPath]) await assertMissing(path);
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

async function assertMissing(path: string): Promise<void> {
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  if (!exists) return;
  throw new RemoteError(
    `${path} exists and is not overwritten; edges trust this key until they have another`,
  );
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
