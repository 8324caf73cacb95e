import { indexData } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import { siteChanged } from '../site-events.ts'
import type { SiteParts } from '../site-needs.ts'

export function mountIndexData(book: CallBook, { store, imageBase }: SiteParts): void {
  mountCall(book, indexData, async () => ({ ...(await store.read()), image_base: imageBase }), {
    cachedUntil: [siteChanged],
  })
}
