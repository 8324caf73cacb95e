import type { HistoryItem, Script } from '@yunmu/contract'
import { use, useEffect, useState } from 'react'
import { useLastWatched } from '../../../domains/library/use-last-watched.ts'
import type { CallCache } from '../../../lib/calls/call-cache.ts'
import { CallCacheContext, callKey, isReplyOf, requestOf } from '../../../lib/calls/call-query.ts'
import type { ReplyFrom } from '../../../lib/calls/calls.ts'
import { useScript } from '../../../lib/site/preferences.tsx'
import { canResume } from '../../../lib/watching/watch-record-rules.ts'
import { isTitle } from '../../../domains/library/history-rules.ts'
import { candidatesOf, resumableOf } from './resumable-rules.ts'

/** Some of these are finished or gone. */
const readCount = 24
/** The hero's title, the row, and one that takes the place of a removed one. */
const maxCount = 7

export interface Resumable {
  item: HistoryItem
  /** Null if they failed to load; loaded for the first one and for those after the end of an episode. */
  detail: ReplyFrom<'vodDetail'> | null
}

async function loadDetail(
  cache: CallCache,
  { pidId, id }: HistoryItem,
  script: Script,
): Promise<ReplyFrom<'vodDetail'> | null> {
  const send = { type: pidId, id }
  try {
    const reply = await cache.fetch(callKey('vodDetail', send, script), requestOf('vodDetail', send, script))
    return isReplyOf('vodDetail', reply) ? reply : null
  } catch {
    return null
  }
}

async function loadResumables(
  cache: CallCache,
  items: readonly HistoryItem[],
  script: Script,
): Promise<readonly Resumable[]> {
  const candidates = candidatesOf(items).slice(0, maxCount)
  const first = candidates.find(isTitle)
  const loaded = await Promise.all(
    candidates.map(async (one) => {
      const detail = one === first || !canResume(one) ? await loadDetail(cache, one, script) : null
      const item = resumableOf(one, detail?.sources ?? [])
      return item && { item, detail }
    }),
  )
  return loaded.filter((one) => one !== null)
}

/** What the viewer can resume, newest first; null while it loads. */
export function useResumables(): readonly Resumable[] | null {
  const cache = use(CallCacheContext)
  const script = useScript()
  const { items, isLoading } = useLastWatched(readCount)
  const [resumables, setResumables] = useState<readonly Resumable[] | null>(null)
  useEffect(() => {
    if (!cache || isLoading) return
    let isCurrent = true
    void loadResumables(cache, items, script).then((loaded) => {
      if (isCurrent) setResumables(loaded)
    })
    return () => {
      isCurrent = false
    }
  }, [cache, items, isLoading, script])
  return resumables
}
