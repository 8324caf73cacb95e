import { paymentMethods, type Currency, type PaymentMethod } from '@yunmu/contract'
import type { Gateway, Gateways } from '../gateways/gateway.ts'
import { methodTexts } from './order-texts.ts'

/** A payment method that is configured, and who takes it. */
export interface PayWay {
  gateway: Gateway
  /** The method decides the currency. */
  currency: Currency
  method: PaymentMethod
}

/** Null if nobody takes the method. */
export async function findPayWay(gateways: Gateways, methodId: number): Promise<PayWay | null> {
  const texts = methodTexts[methodId]
  const id = texts ? await gateways.ofMethod(methodId) : null
  const gateway = id && (await gateways.find(id))
  const currency = gateway?.currencies[0]
  if (!texts || !gateway || currency === undefined) return null
  return { gateway, currency, method: { id: methodId, img: '', currency, ...texts } }
}

/** All that are configured, in the order of their ids. */
export async function listPayWays(gateways: Gateways): Promise<PayWay[]> {
  const found = await Promise.all(Object.values(paymentMethods).map((id) => findPayWay(gateways, id)))
  return found.filter((way) => way !== null)
}
