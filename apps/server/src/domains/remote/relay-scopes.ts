/**
 * What a signature of a relayed address gives access to: one address of one episode. `r12-std` as long as the episode is not
 * for VIPs, `r12-vip` also then; `-p` at the end for browsers that gave the password of what plays it.
 */
export interface RelayScope {
  addressId: number
  isVip: boolean
  isPrivate: boolean
}

export const relayScope = ({ addressId, isVip, isPrivate }: RelayScope): string =>
  `r${addressId}-${isVip ? 'vip' : 'std'}${isPrivate ? '-p' : ''}`

/** Null for a name that {@link relayScope} never returns. */
export function parseRelayScope(name: string): RelayScope | null {
  const [, id, tier, mark] = /^r([1-9]\d{0,9})-(std|vip)(-p)?$/.exec(name) ?? []
  return id === undefined ? null : { addressId: Number(id), isVip: tier === 'vip', isPrivate: mark !== undefined }
}
