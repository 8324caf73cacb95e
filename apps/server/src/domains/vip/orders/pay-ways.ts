import { paymentMethods, type Currency, type PaymentMethod } from '@yunmu/contract'
import type { Gateway, GatewayId } from '../gateways/gateway.ts'
import type { VipParts } from '../vip-needs.ts'
import { methodText } from './order-texts.ts'

/** A payment method that is configured, and who takes it. */
interface OfferedWay {
  gatewayId: GatewayId
  /** The method decides the currency. */
  currency: Currency
  method: PaymentMethod
}

/** With its gateway, to order by. */
export interface PayWay extends OfferedWay {
  gateway: Gateway
}

type Parts = Pick<VipParts, 'gateways'>

async function findOffered({ gateways }: Parts, methodId: number): Promise<OfferedWay | null> {
  const gatewayId = await gateways.ofMethod(methodId)
  const texts = gatewayId && methodText(methodId, gatewayId)
  const currency = gatewayId && (await gateways.currencyOf(gatewayId))
  if (!texts || !currency) return null
  return { gatewayId, currency, method: { id: methodId, img: '', currency, ...texts } }
}

/** Null if nobody takes the method now. */
export async function findPayWay(parts: Parts, methodId: number): Promise<PayWay | null> {
  const offered = await findOffered(parts, methodId)
  const gateway = offered && (await parts.gateways.find(offered.gatewayId))
  return gateway ? { ...offered, gateway } : null
}

/** All that are configured, in the order of their ids. No gateway is loaded for the list. */
export async function listPayWays(parts: Parts): Promise<OfferedWay[]> {
  const found = await Promise.all(Object.values(paymentMethods).map((id) => findOffered(parts, id)))
  return found.filter((way) => way !== null)
}
