import ipaddr from 'ipaddr.js'
import type { Requester } from './admission/fair-queue.ts'

/**
 * Who is limited as one: an IPv4 address, or the /64 network of one IPv6 subscriber. Null for this machine itself,
 * which is not limited: a proxy on it names the visitor through TRUSTED_PROXIES.
 */
export function subscriberOf(address: string): string | null {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed.range() === 'loopback') return null
  if (parsed instanceof ipaddr.IPv6) return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()
  return parsed.toString()
}

/**
 * Limits of an IPv6 /48 are this multiple of a subscriber's. A mobile provider may have hundreds of subscribers there;
 * a single customer can have 65,536 subnets.
 */
export const subscribersPerNetwork = 32

/**
 * The network of an address: the /24 of IPv4, or the /48 of IPv6 of a household or small provider. In readable form
 * with the rest left out: `203.0.113.*`, `2001:db8:1::*`.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv6)
    return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/48`).toString()}*`
  return parsed.toString().replace(/\d+$/, '*')
}

/** Whether an address is limited: this machine itself is not, because a proxy on it names the visitor. */
export const isCounted = (address: string): boolean => subscriberOf(address) !== null

/** The subscriber of an address, for counters that outlive this process. */
export const storedSubscriberOf = (address: string): string => subscriberOf(address) ?? 'here'

/** The requester for fair queues. This machine itself counts like any other. */
export const requesterOf = (address: string): Requester => ({
  address: subscriberOf(address) ?? 'this machine',
  network: networkOf(address),
})
