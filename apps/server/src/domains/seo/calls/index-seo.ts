import { indexSeo } from '@yunmu/contract'
import { knowsLifetime } from '../../../platform/caching/collect-dependencies.ts'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { seoChanged } from '../seo-events.ts'
import type { SeoStore } from '../seo-store.ts'

export function mountIndexSeo(registry: CallRegistry, store: SeoStore): void {
  mountCall(
    registry,
    indexSeo,
    async () => {
      knowsLifetime()
      return { list: await store.list() }
    },
    { cachedUntil: [seoChanged] },
  )
}
