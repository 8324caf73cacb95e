import ipaddr from 'ipaddr.js'
import type { Requester } from './fair-queue.ts'
import { limitKey } from './rate-limits.ts'

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
export const isCounted = (address: string): boolean => limitKey(address) !== null

/** Who counts as one at an address, for purses that are kept longer than this process lives. */
export const purseOf = (address: string): string => limitKey(address) ?? 'here'

/** Whose share of a queue a request takes. This machine itself is a requester like any other. */
export const requesterOf = (address: string): Requester => ({
  address: limitKey(address) ?? 'this machine',
  network: networkOf(address),
})
