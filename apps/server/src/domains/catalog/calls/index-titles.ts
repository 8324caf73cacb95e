import { indexTitles } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { CatalogParts } from '../catalog-needs.ts'

export function mountIndexTitles(registry: CallRegistry, { titles }: CatalogParts): void {
  mountCall(registry, indexTitles, async ({ send, nowMs }) => ({
    list: await titles.cards([...new Set(send.ids)], Math.floor(nowMs / 1000)),
  }))
}
