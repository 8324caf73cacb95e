import ipaddr from 'ipaddr.js'
import type { Requester } from './fair-queue.ts'

/**
 * Who counts as one: an IPv4 address, or the /64 network that one IPv6 subscriber is given. Null for this machine itself,
 * which is not limited: a proxy beside us names the visitor through TRUSTED_PROXIES.
 */
export function subscriberOf(address: string): string | null {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed.range() === 'loopback') return null
  if (parsed instanceof ipaddr.IPv6) return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()
  return parsed.toString()
}

/**
 * How many subscribers' worth of requests and connections the subscribers of one IPv6 /48 have together. A provider of
 * mobile phones may have hundreds of them there; a single customer can have 65,536.
 */
export const subscribersPerNetwork = 32

/**
 * The network that an address belongs to: the /24 of IPv4, the /48 of IPv6 that a household or a small provider is given.
 * Written as a person reads it, the rest left out: `203.0.113.*`, `2001:db8:1::*`.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv6)
    return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/48`).toString()}*`
  return parsed.toString().replace(/\d+$/, '*')
}

/** Whether an address is counted at all: this machine itself is not, a proxy beside us names the visitor. */
export const isCounted = (address: string): boolean => subscriberOf(address) !== null

/** Who counts as one at an address, for counters that are kept longer than this process lives. */
export const storedSubscriberOf = (address: string): string => subscriberOf(address) ?? 'here'

/** Whose share of a queue a request takes. This machine itself is a requester like any other. */
export const requesterOf = (address: string): Requester => ({
  address: subscriberOf(address) ?? 'this machine',
  network: networkOf(address),
})
