/** Serves the sample catalogue for the audit with `npm start` on a free port. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The sample catalogue, served by `npm start` in a child process. */
export interface Site {
  /** Address of the site, such as `http://localhost:40123`. */
  readonly address: string;
  /** Returns the URL paths of the pages in the site map, such as `/docs/guide`. */
  listPages(): Promise<string[]>;
  stop(): Promise<void>;
}

/**
 * Starts `npm start` on a free port. Resolves when the site is served; rejects if the server ends before that. The
 * caller ends the server with `stop`.
 */
export async function startSite(): Promise<Site> {
  const script = fileURLToPath(new URL('../local/start.ts', import.meta.url));
  const child = spawn('env', ['PORT=0', process.execPath, '--import', 'tsx', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, found] = /^serving (\S+)$/.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
    void exited.then(([code]) => reject(new Error(`npm start ended with ${String(code)}`)));
  });
  return {
    address,
    async listPages() {
      const sitemap = await (await fetch(`${address}/sitemap.xml`)).text();
      return [...sitemap.matchAll(/<loc>([^<]+)</g)].map(([, url = '']) => new URL(url).pathname);
    },
    async stop() {
      child.kill();
      await exited;
    },
  };
}
