/** Starts the stack's pricing service on free loopback ports. */
import { createInterface } from 'node:readline';
import { nodeArguments } from './node-arguments.ts';
import type { StartServer } from './servers.ts';

/** The loopback ports of a pricing service; `port` is that of the API. */
export interface PricingPorts {
  readonly port: number;
  /** Port of metrics, liveness and readiness. */
  readonly metricsPort: number;
}

/**
 * Starts the pricing service with the settings `environment`, and resolves to its ports when its log reports that it
 * listens. Rejects if the service ends before that. The service ends with the run.
 */
export async function startPricingService(
  startServer: StartServer,
  environment: Readonly<Record<string, string>>,
): Promise<PricingPorts> {
  const args = nodeArguments('pricing-service/main.ts');
  const child = startServer('pricing-service', process.execPath, args, {
    ...environment,
    PRICING_HOST: '127.0.0.1',
    PRICING_PORT: '0',
    PRICING_METRICS_HOST: '127.0.0.1',
    PRICING_METRICS_PORT: '0',
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const { event, ...ports } = JSON.parse(line) as { event: string } & PricingPorts;
    if (event === 'listening') return ports;
  }
  throw new Error('the pricing service ended before it listened');
}
