import ipaddr from 'ipaddr.js'

/**
 * The address at which a browser on this machine visits a station that listens on `host`. IPv6 literals stand in brackets
 * (RFC 3986, 3.2.2); "all addresses" is visited at localhost.
 */
export function localAddress(host: string, port: number): string {
  const url = new URL(`http://${visitedHost(host)}`)
  url.port = String(port)
  return url.origin
}

function visitedHost(host: string): string {
  if (!ipaddr.isValid(host)) return host
  const address = ipaddr.process(host)
  if (address.range() === 'unspecified') return 'localhost'
  return address.kind() === 'ipv6' ? `[${address.toString()}]` : address.toString()
}
