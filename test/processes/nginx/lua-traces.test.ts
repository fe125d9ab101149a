/** LuaJIT compiles the checks of a request to machine code instead of interpreting them each time. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { serveEdge } from './edge.ts';

/** One worker, which logs each trace that LuaJIT records or aborts. */
const edge = serveEdge(test, {
  edits: {
    'settings/process.conf': (text) => text.replace(/worker_processes \d+/, 'worker_processes 1'),
    'lua.conf': (text) =>
      text.replace(
        'require("request_id").seed()',
        '$& require("jit.v").start(ngx.config.prefix() .. "logs/traces")',
      ),
  },
});

/**
 * Returns the log of LuaJIT, one line for each trace. The line of a compiled trace names the file and line of
 * its function.
 */
async function readTraces(): Promise<string[]> {
  return (await readFile(join(edge().folder, 'logs', 'traces'), 'utf8')).trimEnd().split('\n');
}

test.serial('the checks of a list and of a detail are compiled completely', async (t) => {
  const source = (await readFile('infra/nginx/lua/request.lua', 'utf8')).split('\n');
  for (const [name, path] of [
    ['list', '/v1/products'],
    ['detail', '/v1/products/TEE-1'],
  ]) {
    const line = source.findIndex((text) => text.startsWith(`function _M.${name}()`)) + 1;
    const compiled = new RegExp(`^\\[TRACE +\\d+ request\\.lua:${line} return\\]$`);
    // If a function calls code that is not compiled yet, LuaJIT tries again to compile it after a random number of
    // calls.
    let isCompiled = false;
    for (let clients = 0; clients < 6 && !isCompiled; clients += 1) {
      const client = edge().client();
      // Stays below the burst of the hard limit.
      for (let asked = 0; asked < 190; asked += 1) {
        const { status } = await client(path ?? '');
        if (status !== 200) throw new Error(`${path} is answered ${status}`);
      }
      isCompiled = (await readTraces()).some((trace) => compiled.test(trace));
    }
    t.true(isCompiled, `${name}\n${(await readTraces()).join('\n')}`);
  }
  t.deepEqual(
    (await readTraces()).filter((trace) => /too long|blacklisted/.test(trace)),
    [],
  );
});
