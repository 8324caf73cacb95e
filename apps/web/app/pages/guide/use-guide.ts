import type { Channel, Programme } from '@yunmu/contract'
import { use, useEffect, useReducer } from 'react'
import { withinSpan } from '../../domains/live/air-rules.ts'
import { CallCacheContext, callKey, isReplyOf, wantOf } from '../../lib/call-query.ts'
import type { CallCache } from '../../lib/call-cache.ts'
import { useScript } from '../../lib/preferences.tsx'
import { chunksFor, sendOf, type GuideChunk } from './guide-chunks.ts'
import { daysIn, type GridSpan } from './guide-rules.ts'

/** The guide of some channels in a span of time, as far as it is known; asks for what is not. */
export function useGuide(
  channels: readonly Channel[],
  { shown, days, today, time }: { shown: readonly Channel[]; days: readonly string[]; today: string; time: GridSpan },
): (channelId: number) => readonly Programme[] {
  const cache = use(CallCacheContext)
  const script = useScript()
  const [, look] = useReducer((count: number) => count + 1, 0)
  const chunks = chunksFor(channels, shown, daysIn(days, time))
  const wanted = JSON.stringify(chunks)
  useEffect(() => {
    if (!cache) return
    let isCurrent = true
    const parsed: unknown = JSON.parse(wanted)
    if (!isChunks(parsed)) return
    for (const chunk of parsed) {
      const send = sendOf(chunk, today)
      cache.want(callKey('tvProgrammes', send, script), wantOf('tvProgrammes', send, script)).then(
        () => isCurrent && look(),
        // Its rows stay empty until somebody scrolls here again.
        () => undefined,
      )
    }
    return () => {
      isCurrent = false
    }
  }, [cache, script, wanted, today])
  const known = cache ? knownOf(cache, chunks, { today, script }) : new Map<number, Programme[]>()
  return (channelId) => withinSpan(known.get(channelId) ?? [], time.startSec, time.endSec)
}

const isChunks = (value: unknown): value is GuideChunk[] => Array.isArray(value)

function knownOf(
  cache: CallCache,
  chunks: readonly GuideChunk[],
  { today, script }: { today: string; script: 's' | 't' },
): Map<number, Programme[]> {
  const known = new Map<number, Programme[]>()
  for (const chunk of chunks) {
    const { data } = cache.read(callKey('tvProgrammes', sendOf(chunk, today), script))
    if (!isReplyOf('tvProgrammes', data)) continue
    for (const { id, programmes } of data.list) known.set(id, [...(known.get(id) ?? []), ...programmes])
  }
  return known
}
