/** Where a runner listens and what the catalogue is called there. */
import { findPort } from './find-port.ts';
import { localAddress, readLocalSettings } from './settings.ts';

export interface Place {
  readonly host: string;
  /** A port that was free a moment ago, never 0. */
  readonly port: number;
  /** The address that a browser on this machine opens. */
  readonly address: string;
  /** The public address in documents. */
  readonly baseUrl: string;
  /** True unless the address holds a port that was free by chance, which the next run will not have. */
  readonly isLasting: boolean;
  /** Content folder. */
  readonly content: string;
  /** Whether to serve over TLS. */
  readonly tls: boolean;
  /** Whether a specification service says which products are active; without it the content does. */
  readonly asksService: boolean;
}

/** Reads arguments and environment and finds the port; throws an `Error` that says what would do. */
export async function findPlace(args: string[], offers = { offersTls: false }): Promise<Place> {
  const settings = readLocalSettings(args, undefined, offers);
  const { host, content, tls, asksService } = settings;
  const port = await findPort(host, settings.port);
  const address = localAddress(host, port, tls ? 'https' : 'http');
  const isLasting = settings.port !== 0 || settings.baseUrl !== undefined;
  const baseUrl = settings.baseUrl ?? address;
  return { host, port, address, baseUrl, isLasting, content, tls, asksService };
}
