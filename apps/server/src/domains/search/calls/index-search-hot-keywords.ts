import { indexSearchHotKeywords } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import { hotWords } from '../hot/hot-words.ts'
import { hotWordsChanged } from '../search-events.ts'
import type { SearchParts } from '../engine/search-parts.ts'

export function mountIndexSearchHotKeywords(book: CallBook, parts: SearchParts): void {
  // Searches that were counted are left out: the list follows them within the age of the cache.
  mountCall(book, indexSearchHotKeywords, async ({ nowMs }) => ({ list: await hotWords(parts, nowMs) }), {
    cachedUntil: [parts.titles.shelved, hotWordsChanged],
    refreshedBy: [parts.titles.changed],
  })
}
