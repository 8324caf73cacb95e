import ipaddr from 'ipaddr.js'
import { isIP } from 'node:net'

/** Why a fetch of an outside address was refused or given up. */
export type EgressReason =
  | 'malformed'
  | 'scheme'
  | 'credentials'
  | 'port'
  | 'address'
  | 'unresolved'
  | 'redirect'
  | 'encoding'
  | 'size'
  | 'time'
  | 'network'

/** An outside fetch that was refused or came to nothing. The message names the reason and never the whole address. */
export class EgressError extends Error {
  override readonly name = 'EgressError'
  readonly reason: EgressReason

  constructor(reason: EgressReason, options: { cause?: unknown } = {}) {
    super(`outside fetch: ${reason}`, options)
    this.reason = reason
  }
}

/** Ports that outside sources are fetched from without the operator's word. */
const usualPorts: ReadonlySet<number> = new Set([80, 443, 8080, 8443])

/** Public by number, private by use: the host side of a cloud's virtual machines (Azure's WireServer). */
const publicNumbersOfHosts = new Set(['168.63.129.16'])
/** Names that mean this machine wherever they are asked for (RFC 6761, 6.3), with or without the dot of the root. */
const namesOfThisMachine = /(?:^|\.)localhost\.?$/
/** Global unicast (RFC 4291, 2.4): what IANA has not given out yet is nobody's. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an IP address belongs to the public internet: neither private, local, reserved, documentation nor a tunnel
 * (6to4, Teredo, NAT64) that could lead inside. An IPv4 address written as IPv6 is judged as IPv4.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || publicNumbersOfHosts.has(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 ? !publicNumbersOfHosts.has(parsed.toString()) : parsed.match(globalUnicast)
}

/** A destination as the operator's list names it: `host:port`, lower case, IPv6 in brackets. */
export function destinationOf(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`
}

/** Reads an entry of the operator's list. Undefined where it is not a host with a port. */
export function readDestination(text: string): string | undefined {
  if (!/^[^/?#@\s]+:\d{1,5}$/.test(text) || !URL.canParse(`http://${text}`)) return undefined
  return destinationOf(new URL(`http://${text}`))
}

/** The IP address that a host is written as, or undefined where it is a name. */
export function literalOf(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) === 0 ? undefined : bare
}

/**
 * Checks all of an address that can be checked before a name is resolved. `allowed` destinations skip the checks of port
 * and number, because the operator named exactly them.
 * @throws EgressError
 */
export function checkUrl(address: string, allowed: ReadonlySet<string>): URL {
  if (!URL.canParse(address)) throw new EgressError('malformed')
  const url = new URL(address)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new EgressError('scheme')
  if (url.username !== '' || url.password !== '') throw new EgressError('credentials')
  if (allowed.has(destinationOf(url))) return url
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  if (!usualPorts.has(port)) throw new EgressError('port')
  if (namesOfThisMachine.test(url.hostname)) throw new EgressError('address')
  const literal = literalOf(url.hostname)
  if (literal !== undefined && !isPublicAddress(literal)) throw new EgressError('address')
  return url
}
