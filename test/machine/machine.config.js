/**
 * Settings of ava for `npm run test:machine`: tests of an installation on a Debian system that they boot, and the HTTP
 * suite with many more odd requests.
 */

// biome-ignore lint/style/noDefaultExport: ava takes its settings from a default export
export default {
  files: ['test/machine/**/*.test.ts', 'test/http/stack.test.ts'],
  extensions: { ts: 'module' },
  nodeArguments: ['--import=tsx'],
  workerThreads: false,
  // The counts of tests that `npm test` runs with small ones.
  environmentVariables: {
    CHANGES_STEPS: '300',
    DEPLOY_KILLS: '30',
    FUZZ_REQUESTS: '5000',
    REMOTE_KILLS: '30',
  },
  concurrency: 1,
  // For a test that makes no progress; the longest one takes some minutes.
  timeout: '20m',
  failFast: true,
};
