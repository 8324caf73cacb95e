import { indexSearchKeywords } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/mount-call.ts'
import type { SearchParts } from '../search-parts.ts'

export function mountIndexSearchKeywords(book: CallBook, { results, cachedUntil }: SearchParts): void {
  mountCall(book, indexSearchKeywords, ({ send, nowMs }) => results.suggest(send.q, Math.floor(nowMs / 1000)), {
    cachedUntil,
  })
}
