// Renders the documents of a release with Eleventy, then compresses them: `node run.js RELEASE OUT QUALITIES`.
import { spawnSync } from 'node:child_process';

const [release, out, qualities] = process.argv.slice(2);
const env = { ...process.env, BENCH_RELEASE: release, BENCH_OUT: out };
const eleventy = ['--max-old-space-size=8192', 'node_modules/@11ty/eleventy/cmd.cjs', '--quiet'];
for (const args of [eleventy, ['compress.js', out, qualities]]) {
  const { status } = spawnSync(process.execPath, args, {
    cwd: import.meta.dirname,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
}
