import { paymentMethods, type PaymentMethod } from '@yunmu/contract'
import type { Gateway, TakenMethod } from '../gateways/gateway.ts'
import type { VipParts } from '../vip-needs.ts'
import { methodText } from './order-texts.ts'

/** A payment method that is configured, and who takes it. The method decides the currency. */
interface OfferedWay extends TakenMethod {
  method: PaymentMethod
}

/** With its gateway, to order by. */
export interface PayWay extends OfferedWay {
  gateway: Gateway
}

type Parts = Pick<VipParts, 'gateways'>

async function findOffered({ gateways }: Parts, methodId: number): Promise<OfferedWay | null> {
  const taken = await gateways.ofMethod(methodId)
  const texts = taken && methodText(methodId, taken.gatewayId)
  if (!taken || !texts) return null
  return { ...taken, method: { id: methodId, img: '', currency: taken.currency, ...texts } }
}

/** Null if nobody takes the method now. */
export async function findPayWay(parts: Parts, methodId: number): Promise<PayWay | null> {
  const offered = await findOffered(parts, methodId)
  const gateway = await offered?.open()
  return offered && gateway ? { ...offered, gateway } : null
}

/** All that are configured, in the order of their ids. No gateway is loaded for the list. */
export async function listPayWays(parts: Parts): Promise<OfferedWay[]> {
  const found = await Promise.all(Object.values(paymentMethods).map((id) => findOffered(parts, id)))
  return found.filter((way) => way !== null)
}
