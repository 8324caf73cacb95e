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

/** What a station takes, or took, real money by. */
export interface RealWays {
  gateways: readonly Pick<KnownGateway, 'demo'>[]
  /** Whether the operator's picture of a payment code is set. */
  hasTransfer: boolean
}

/**
 * Whether the test bank may take payments: never where a real gateway is configured or money is transferred, because
 * whoever sees its page could believe that nothing is paid, and memberships would be given away. One that is off counts:
 * its settings would be lost, and with them the refunds of its orders.
 */
export const mayUseTestBank = ({ gateways, hasTransfer }: RealWays): boolean =>
  !hasTransfer && gateways.every(({ demo }) => demo)
