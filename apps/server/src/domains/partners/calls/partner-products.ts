import { partnerProduct, partnerProducts } from '@yunmu/contract'
import { knowsLifetime } from '../../../platform/caching/collect-dependencies.ts'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { partnersChanged } from '../partners-events.ts'
import type { PartnersParts } from '../partners-needs.ts'

export function mountPartnerProducts(registry: CallRegistry, { products }: PartnersParts): void {
  mountCall(
    registry,
    partnerProducts,
    async () => {
      knowsLifetime()
      return { list: await products.list(), audience: await products.audience() }
    },
    { cachedUntil: [partnersChanged] },
  )
}

export function mountPartnerProduct(registry: CallRegistry, { products }: PartnersParts): void {
  mountCall(
    registry,
    partnerProduct,
    async ({ send, refuse }) => {
      knowsLifetime()
      const product = (await products.list()).find(({ id }) => id === send.id)
      return product ? { product } : refuse('NoSuchProduct')
    },
    { cachedUntil: [partnersChanged] },
  )
}
