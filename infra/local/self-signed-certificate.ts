/** Creates the self-signed, short-lived certificate with which a local stack serves over TLS. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The paths of a certificate and of its private key, both PEM files. */
export interface Certificate {
  /** Path of the certificate; a client that accepts it as a certificate authority trusts the stack. */
  readonly certificateFile: string;
  readonly keyFile: string;
}

const run = promisify(execFile);
const days = 7;

/**
 * Writes to a folder a certificate (for `localhost`, 127.0.0.1 and ::1) and the key of the certificate, and returns the
 * paths of both files. Throws an `Error` if openssl fails; if it is missing, the message names the package to install.
 */
export async function makeSelfSignedCertificate(folder: string): Promise<Certificate> {
  const certificateFile = join(folder, 'certificate.pem');
  const keyFile = join(folder, 'certificate.key');
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1,IP:::1';
  const subject = ['-subj', '/CN=localhost', '-addext', names, '-days', String(days)];
  const files = ['-nodes', '-keyout', keyFile, '-out', certificateFile];
  try {
    await run('openssl', [...request, ...subject, ...files]);
  } catch (error) {
    throw explain(error as NodeJS.ErrnoException & { readonly stderr?: string });
  }
  return { certificateFile, keyFile };
}

function explain(error: NodeJS.ErrnoException & { readonly stderr?: string }): Error {
  const message =
    error.code === 'ENOENT'
      ? '--tls needs openssl to make a certificate; on Debian or Ubuntu: sudo apt-get install openssl'
      : `openssl made no certificate: ${error.stderr ?? error.message}`;
  return new Error(message, { cause: error });
}
