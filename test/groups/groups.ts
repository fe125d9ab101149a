/**
 * The groups of test files that share a process: starting a process takes a second, longer than most test files run.
 */

const inGroups = '!**/*.{unit,alone}.test.ts';

/**
 * Name of a group → patterns of its files, below `test/`. `npm test` starts a process for each group and for each
 * `*.alone.test.ts`. The name of a test file must end in `.alone.test.ts` if its tests take long and cannot run
 * concurrently, change settings of the process, or measure response times.
 */
export const groups = {
  /**
   * Tests that call functions of this process, without servers, other processes or settings of the process. They may
   * write files in temporary folders.
   */
  units: ['**/*.unit.test.ts'],
  /** Tests that compile content into folders of their own. */
  compiler: ['{bench,build,editing,quality}/**/*.test.ts', inGroups],
  releases: ['{releases,sync}/**/*.test.ts', '!releases/{prices,remote}', inGroups],
  /**
   * Tests of loading net prices. Separate from `compiler`, because connections to Redis would time out during
   * long builds.
   */
  prices: ['releases/prices/**/*.test.ts', inGroups],
  /** Tests of push and pull: each runs rclone several times. */
  remotes: ['releases/remote/**/*.test.ts', inGroups],
  'pricing-service': ['{pricing-service,redis}/**/*.test.ts', inGroups],
  infra: ['infra/**/*.test.ts', inGroups],
  http: ['http/**/*.test.ts', inGroups],
  /** Tests of pages and documents, and of the project as a whole. */
  documents: ['{contract,docs,helpers,pages}/**/*.test.ts', '*.test.ts', inGroups],
} as const;

/** Name of a group. */
export type GroupName = keyof typeof groups;
