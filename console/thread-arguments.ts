/** The option `execArgv` of worker threads that load TypeScript. */
export const threadArguments: readonly string[] = [
  '--import',
  new URL('./register-tsx.js', import.meta.url).href,
];
