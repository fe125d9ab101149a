/** How `npm run test:machine` runs what needs a machine of its own (docs/installation.md, "Tests"). */

// biome-ignore lint/style/noDefaultExport: ava takes its settings from a default export
export default {
  files: ['test/machine/**/*.machine.ts'],
  extensions: { ts: 'module' },
  nodeArguments: ['--import=tsx'],
  workerThreads: false,
  concurrency: 1,
  // For a test that makes no progress; the longest one takes some minutes.
  timeout: '20m',
  failFast: true,
};
