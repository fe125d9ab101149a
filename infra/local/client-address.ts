/** Defines what counts as one client: an IPv4 address, or the /64 network of an IPv6 address. */

/**
 * Returns the client to which an IP address belongs, as a key for counting requests: the IPv4 address, or the first
 * four groups of an IPv6 address (its /64 network), such as `2001:db8:0:1`. IPv4-mapped IPv6, such as
 * `::ffff:192.0.2.1`, counts as IPv4; otherwise a dual-stack socket would put every IPv4 client into one /64.
 */
export function toClient(address: string): string {
  const mapped = address.match(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return [...first, ...zeros, ...last].slice(0, 4).join(':');
}
