import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import test from 'ava';
import { makeSelfSignedCertificate } from '../../../infra/local/self-signed-certificate.ts';
import { makeFolder } from '../../helpers/content.ts';

test.serial('the certificate is valid for this machine only, and for a short time', async (t) => {
  const { certificateFile } = await makeSelfSignedCertificate(await makeFolder(t));
  const certificate = new X509Certificate(await readFile(certificateFile));
  t.is(certificate.checkHost('localhost'), 'localhost');
  t.is(certificate.checkIP('127.0.0.1'), '127.0.0.1');
  t.is(certificate.checkHost('api.example.com'), undefined);
  const days = (Date.parse(certificate.validTo) - Date.parse(certificate.validFrom)) / 86_400_000;
  t.is(days, 7);
});

test.serial('without openssl the error names the package to install', async (t) => {
  const folder = await makeFolder(t);
  const path = process.env['PATH'];
  process.env['PATH'] = folder;
  t.teardown(() => {
    process.env['PATH'] = path;
  });
  await t.throwsAsync(makeSelfSignedCertificate(folder), { message: /apt-get install openssl/ });
});
