import { indexSeo } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import { seoChanged } from '../seo-events.ts'
import type { SeoStore } from '../seo-store.ts'

export function mountIndexSeo(book: CallBook, store: SeoStore): void {
  mountCall(book, indexSeo, async () => ({ list: await store.list() }), { cachedUntil: [seoChanged] })
}
