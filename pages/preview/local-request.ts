/**
 * Restricts the preview to browsers on this machine: the preview shows net prices, and any website can make a browser
 * send requests to `localhost`.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** The parts of a request that show from which machine it was sent. */
export interface RequestSource {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: IncomingHttpHeaders;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Header fields that proxies add to forwarded requests (RFC 7239; RFC 9110 section 7.6.3). */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/**
 * Returns true if a request was sent from this machine to this machine: peer address and `Host` are loopback, and there
 * is no proxy header. This rejects foreign host names that resolve to 127.0.0.1 (DNS rebinding) and port forwarding
 * that sets another `Host`. It cannot detect a local proxy that adds no header and sends a loopback `Host`.
 */
export function isLocalRequest({ socket, headers }: RequestSource): boolean {
  if (proxyHeaders.some((name) => headers[name] !== undefined)) return false;
  return isLoopback(socket.remoteAddress ?? '') && isLoopbackHost(headers.host ?? '');
}

/**
 * Returns true for a loopback IP address, including `::ffff:127.0.0.1`, as Node.js reports an IPv4 client of
 * an IPv6 socket.
 */
function isLoopback(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

function isLoopbackHost(host: string): boolean {
  const name = /^(?:\[([^\]]+)\]|([^:]+))(?::\d+)?$/.exec(host);
  const [, address, other = ''] = name ?? [];
  return other.toLowerCase() === 'localhost' || isLoopback(address ?? other);
}
