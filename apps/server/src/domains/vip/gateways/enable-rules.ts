import { methodsOf, type ConfigurableId } from './gateway-settings.ts'

/** A gateway as far as the rules know it. */
export interface KnownGateway {
  id: ConfigurableId
  enabled: boolean
  /** Of the test bank. */
  demo: boolean
  methods: readonly number[]
}

export type EnableRefusal =
  | { kind: 'unfit'; methodId: number }
  | { kind: 'taken'; methodId: number; by: ConfigurableId }

/** Why a gateway cannot take these payment methods; null if it can. Gateways of the test bank give way to real ones. */
export function enableRefusal(
  id: ConfigurableId,
  methods: readonly number[],
  others: readonly KnownGateway[],
): EnableRefusal | null {
  for (const methodId of methods) {
    if (!methodsOf[id].includes(methodId)) return { kind: 'unfit', methodId }
    const other = others.find((each) => each.id !== id && each.enabled && !each.demo && each.methods.includes(methodId))
    if (other) return { kind: 'taken', methodId, by: other.id }
  }
  return null
}

/**
 * Whether the test bank may take payments: never where a real gateway is enabled, because whoever sees its page could
 * believe that nothing is paid.
 */
export const mayUseTestBank = (gateways: readonly KnownGateway[]): boolean =>
  gateways.every(({ enabled, demo }) => demo || !enabled)
