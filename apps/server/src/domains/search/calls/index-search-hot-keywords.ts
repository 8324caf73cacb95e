import { indexSearchHotKeywords } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { hotKeywords } from '../hot/hot-keywords.ts'
import { hotWordsChanged } from '../search-events.ts'
import type { SearchParts } from './search-parts.ts'

export function mountIndexSearchHotKeywords(registry: CallRegistry, parts: SearchParts): void {
  // Counted searches do not invalidate the reply: they show when it expires.
  mountCall(registry, indexSearchHotKeywords, async ({ nowMs }) => ({ list: await hotKeywords(parts, nowMs) }), {
    cachedUntil: [parts.titles.categoriesChanged, hotWordsChanged],
    refreshedBy: [parts.titles.changed],
  })
}
