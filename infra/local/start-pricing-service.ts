/** The stack's pricing service, on a free port of loopback. */
import { createInterface } from 'node:readline';
import { nodeArguments } from './run-build.ts';
import type { StartServer } from './servers.ts';

/** Starts it and gives its port once it listens, as it says so in its log. */
export async function startPricingService(
  startServer: StartServer,
  environment: Readonly<Record<string, string>>,
): Promise<number> {
  const args = nodeArguments('pricing-service/main.ts');
  const child = startServer('pricing-service', process.execPath, args, {
    ...environment,
    PRICING_HOST: '127.0.0.1',
    PRICING_PORT: '0',
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const { event, port } = JSON.parse(line) as { event: string; port: number };
    if (event === 'listening') return port;
  }
  throw new Error('the pricing service ended before it listened');
}
