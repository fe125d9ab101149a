/**
 * Who may see the preview: people at this machine. It shows net prices, and a page of the web can make
 * a browser ask `localhost`.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** What of a request tells where it is from. */
export interface Arrival {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: IncomingHttpHeaders;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** What says that a request is passed on for somebody else (RFC 7239; RFC 9110 section 7.6.3). */
const forwarding = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/**
 * Whether a request comes from this machine and was meant for it: the peer is a loopback address, so is
 * what `Host` names, and no proxy passes it on. A name of somebody else's that resolves to 127.0.0.1 (DNS
 * rebinding) is refused, and so is port forwarding that writes a `Host` of its own. A proxy on this machine
 * that keeps quiet about itself cannot be told from a browser.
 */
export function isFromHere({ socket, headers }: Arrival): boolean {
  if (forwarding.some((name) => headers[name] !== undefined)) return false;
  return isLoopback(socket.remoteAddress ?? '') && namesLoopback(headers.host ?? '');
}

/** An IPv4 peer of a dual-stack socket is `::ffff:127.0.0.1`, which the list knows for IPv4. */
function isLoopback(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

function namesLoopback(host: string): boolean {
  const name = /^(?:\[([^\]]+)\]|([^:]+))(?::\d+)?$/.exec(host);
  const [, address, other = ''] = name ?? [];
  return other.toLowerCase() === 'localhost' || isLoopback(address ?? other);
}
