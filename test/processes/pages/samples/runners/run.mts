/** Runs TypeScript files for tests, one for each line of standard input. */
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { threadArguments } from '../../../../../console/thread-arguments.ts';

for await (const line of createInterface({ input: process.stdin })) {
  const [folder = '', file, key, ...argv] = line.split('|');
  process.chdir(folder);
  const env = { ...process.env, CATALOGUE_KEY: key };
  const worker = new Worker(`./${file}`, {
    ...{ argv, env, stdout: true, stderr: true },
    execArgv: [...threadArguments],
  });
  let fault = '';
  worker.on('error', ({ stack = '' }: Error) => {
    fault = stack;
  });
  const ended = new Promise((resolve) => worker.on('exit', resolve));
  const [stdout, stderr, exitCode] = await Promise.all([
    text(worker.stdout),
    text(worker.stderr),
    ended,
  ]);
  writeFileSync('../stdout', stdout);
  writeFileSync('../stderr', stderr + fault);
  process.stdout.write(`${exitCode}\n`);
}
