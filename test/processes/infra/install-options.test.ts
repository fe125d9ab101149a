/** Options of `infra/install`: what they select, and which are refused. */
import { execFile } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { appendFile, chmod, readdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { makeSelfSignedCertificate } from '../../../infra/local/self-signed-certificate.ts';
import { makeFolder } from '../../helpers/content.ts';
import { address, etc, listFiles, makeCheckout, makeMachine } from '../../helpers/installation.ts';
import type { Teardown } from '../../helpers/teardown.ts';

const run = promisify(execFile);

/**
 * Makes a checkout, a folder for its installation, and a certificate with its private key, which tests pass as options.
 */
async function prepare(t: Teardown) {
  const checkout = await makeCheckout(t);
  const machine = await makeMachine(t, checkout);
  const { certificateFile: certificate, keyFile: key } = await makeSelfSignedCertificate(
    await makeFolder(t),
  );
  return { ...machine, checkout, certificate, key };
}

test.serial('options select the TLS setup, and paths become absolute', async (t) => {
  const { install, read, certificate, key } = await prepare(t);
  const [pem, pemKey] = [relative('.', certificate), relative('.', key)];
  const done = await install(...address, '--tls-certificate', pem, '--tls-key', pemKey);
  t.is(done.exitCode, 0, done.stderr);
  const listen = await read(`${etc}/nginx/listen.conf`);
  t.regex(listen, /^listen 443 ssl/m);
  t.regex(listen, /listen \[::\]:443 ssl/);
  t.true(listen.includes(`ssl_certificate "${certificate}";`));
  t.true(listen.includes(`ssl_certificate_key "${key}";`));
  t.regex(await read(`${etc}/nginx/plain-http.conf`), /^ {4}listen 80;$/m);
  await install('--no-tls');
  t.regex(await read(`${etc}/nginx/listen.conf`), /^listen 80;$/m);
  t.notRegex(await read(`${etc}/nginx/listen.conf`), /^listen 443/m);
  t.notRegex(await read(`${etc}/nginx/plain-http.conf`), /^server/m);
});

test.serial(
  'wrong options end with a line that names them, before anything is written',
  async (t) => {
    const { root, install, certificate, key } = await prepare(t);
    const { keyFile: otherKey } = await makeSelfSignedCertificate(await makeFolder(t));
    for (const [args, message] of [
      [['--base-url', 'https://api.example.com/'], /--base-url must be like https:/],
      [['--base-url', 'http://api.example.com'], /--base-url must be like https:/],
      [['--base-url'], /--base-url needs a value/],
      [['--tls-certificate', '/nowhere'], /cannot read \/nowhere/],
      [
        ['--tls-certificate', certificate, '--tls-key', otherKey],
        / is not the key of the certificate/,
      ],
      [['--tls-key', key], /--tls-certificate: cannot read /],
      [['--tls-certificate', key, '--tls-key', key], /there is no PEM certificate in /],
      [['--content', '/nowhere'], /there is no catalogue\.json in \/nowhere/],
      [['--nodes', '22'], /there is no option --nodes; --help lists them/],
    ] as const) {
      const { exitCode, stderr } = await install(...args);
      t.is(exitCode, 1);
      t.regex(stderr, message);
    }
    t.deepEqual(await readdir(root), []);
  },
);

test.serial(
  'a self-signed certificate of the installer is replaced for another host, and one from elsewhere is kept',
  async (t) => {
    const { root, install, read } = await prepare(t);
    const [certificate, key] = [`${etc}/tls/fullchain.pem`, `${etc}/tls/privkey.pem`];
    const read509 = async () => new X509Certificate(await read(certificate));
    await install(...address);
    const first = await read509();
    await install();
    t.is((await read509()).serialNumber, first.serialNumber);
    await install('--base-url', 'https://other.example.com');
    const second = await read509();
    t.is(second.checkHost('other.example.com'), 'other.example.com');
    t.true(second.checkPrivateKey(createPrivateKey(await read(key))));

    await run('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-subj', '/CN=elsewhere.example.com', '-days', '1'],
      ...['-keyout', join(root, key), '-out', join(root, certificate)],
    ]);
    const own = await read509();
    await install();
    t.is((await read509()).serialNumber, own.serialNumber);
  },
);

test.serial(
  'a dry run by a user other than root compares only files that the user can read, and names the others',
  async (t) => {
    const { root, install, checkout, certificate, key } = await prepare(t);
    await install(...address, '--tls-certificate', certificate, '--tls-key', key);
    for (const folder of [root, checkout]) await chmod(folder, 0o755);
    for (const secret of [key, join(root, etc, 'operator.env')]) await chmod(secret, 0);
    const nobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
    const [program = '', ...args] = [
      ...(process.getuid?.() === 0 ? nobody : []),
      ...[join(checkout, 'infra/install'), '--root', root, '--dry-run'],
    ];
    const { stdout } = await run(program, args);
    t.regex(stdout, /only root can compare \/etc\/apparel-catalogue\/operator\.env/);
    t.regex(stdout, /== This version/);
  },
);

test.serial('a version that cannot be prepared changes no setting', async (t) => {
  const { root, install, checkout } = await prepare(t);
  t.is((await install(...address)).exitCode, 0);
  const before = await listFiles(root);
  await appendFile(join(checkout, 'infra/systemd/pull.service'), '# next version\n');
  await rm(join(checkout, 'package.json'));
  t.not((await install('--no-tls')).exitCode, 0);
  t.deepEqual(await listFiles(root), before);
});
