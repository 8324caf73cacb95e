import ipaddr from 'ipaddr.js'
import { isIP } from 'node:net'

/** Why an outgoing request was refused or failed. */
export type EgressReason =
  | 'malformed'
  | 'account'
  | 'scheme'
  | 'credentials'
  | 'port'
  | 'address'
  | 'host'
  | 'unresolved'
  | 'redirect'
  | 'encoding'
  | 'size'
  | 'time'
  | 'network'

/** An outgoing request that was refused or failed. The message contains the reason, never the address. */
export class EgressError extends Error {
  override readonly name = 'EgressError'
  readonly reason: EgressReason

  constructor(reason: EgressReason, options: { cause?: unknown } = {}) {
    super(`outside fetch: ${reason}`, options)
    this.reason = reason
  }
}

/** Ports that are allowed without configuration. */
const defaultPorts: ReadonlySet<number> = new Set([80, 443, 8080, 8443])

/** Public addresses with a private use: the host side of a cloud's virtual machines (Azure's WireServer). */
const cloudHostAddresses = new Set(['168.63.129.16'])
/** Names of this machine (RFC 6761, 6.3), with or without the root's dot. */
const localhostNames = /(?:^|\.)localhost\.?$/
/** Global unicast (RFC 4291, 2.4); other ranges are not assigned by IANA. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an IP address belongs to the public internet: not private, local, reserved, for documentation, or a tunnel
 * (6to4, Teredo, NAT64) that could lead to an internal address. An IPv4-mapped IPv6 address is checked as IPv4.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || cloudHostAddresses.has(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 ? !cloudHostAddresses.has(parsed.toString()) : parsed.match(globalUnicast)
}

/** The destination of an address in the form of the operator's list: `host:port`, lower case, IPv6 in brackets. */
export function destinationOf(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`
}

/** Parses an entry of the operator's list. Undefined if it is not a host with a port. */
export function parseDestination(text: string): string | undefined {
  if (!/^[^/?#@\s]+:\d{1,5}$/.test(text) || !URL.canParse(`http://${text}`)) return undefined
  return destinationOf(new URL(`http://${text}`))
}

/** The IP address that a host consists of, or undefined for a name. */
export function literalOf(hostname: string): string | undefined {
  const unbracketed = hostname.replace(/^\[|\]$/g, '')
  return isIP(unbracketed) === 0 ? undefined : unbracketed
}

/**
 * Checks everything about an address that needs no name resolution. `allowed` destinations skip the checks of port and
 * address, because the operator configured exactly them.
 * @throws EgressError
 */
export function checkUrl(address: string, allowed: ReadonlySet<string>): URL {
  if (!URL.canParse(address)) throw new EgressError('malformed')
  const url = new URL(address)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new EgressError('scheme')
  if (url.username !== '' || url.password !== '') throw new EgressError('credentials')
  if (allowed.has(destinationOf(url))) return url
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  if (!defaultPorts.has(port)) throw new EgressError('port')
  if (localhostNames.test(url.hostname)) throw new EgressError('address')
  const literal = literalOf(url.hostname)
  if (literal !== undefined && !isPublicAddress(literal)) throw new EgressError('address')
  return url
}
