import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import test from 'ava';
import type { ResolvedSettings } from '../../../infra/local/settings.ts';
import { startPreview } from '../../../infra/local/start-preview.ts';
import type { UpdateEvent } from '../../../pages/preview/responses.ts';
import { copyContent, makeFolder } from '../../helpers/content.ts';

test.serial(
  'the first visit reads the content once, and the next save is read after it',
  async (t) => {
    const content = await copyContent(t);
    const ending = new AbortController();
    const { answer } = startPreview(
      { folder: await makeFolder(t), stop: ending.signal },
      { content: content.path, baseUrl: 'http://localhost' } as ResolvedSettings,
      { skip: [], printError: (line) => t.fail(line) },
    );
    const server = createServer((...exchange) => void answer(...exchange));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.teardown(() => {
      ending.abort();
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const request = get({ port, path: '/preview/events' });
    const [events] = (await once(request, 'response')) as [IncomingMessage];
    const versions: string[] = [];
    for await (const line of createInterface({ input: events })) {
      if (line === '') continue;
      const { version, serverId, state } = JSON.parse(line.slice('data: '.length)) as UpdateEvent;
      versions.push(version.slice(serverId.length));
      if (versions.length === 1) await content.write('unexpected.txt', '');
      else if (state.warnings > 0) break;
    }
    events.destroy();
    t.deepEqual(versions, ['-1', '-2']);
  },
);
