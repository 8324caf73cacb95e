import type { GatewayId } from './gateways/gateway.ts'

/** Counts notifications whose signature is wrong, by gateway: they are not stored. */
export interface InvalidNotifies {
  count(gateway: GatewayId): void
  /** Since the process started. */
  read(): Record<string, number>
}

export function createInvalidNotifies(): InvalidNotifies {
  const counts = new Map<string, number>()
  return {
    count: (gateway) => void counts.set(gateway, (counts.get(gateway) ?? 0) + 1),
    read: () => Object.fromEntries(counts),
  }
}
