import type { Channel, Programme } from '@yunmu/contract'
import { use, useEffect, useMemo, useReducer, useState } from 'react'
import { CallCacheContext, callKey, isReplyOf, wantOf } from '../../lib/calls/call-query.ts'
import type { CallCache } from '../../lib/calls/call-cache.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { chunksFor, createDayJoiner, sendOf, type DayJoiner, type GuideChunk } from './guide-chunks.ts'
import { daysIn, type GridView } from './guide-rules.ts'

interface GuideInput {
  /** The rows of the grid. */
  channels: readonly Channel[]
  days: readonly { day: string }[]
  today: string
  view: GridView
}

const nothing: readonly Programme[] = []

/**
 * The guide of the days in sight, as far as it is known; asks for what is not. `all` is every channel there is. A channel
 * has the same list as long as nothing else is known of it.
 */
export function useGuide(
  all: readonly Channel[],
  { channels, days, today, view }: GuideInput,
): (channelId: number) => readonly Programme[] {
  const cache = use(CallCacheContext)
  const script = useScript()
  const [looks, look] = useReducer((count: number) => count + 1, 0)
  const { fromRow, toRow, startSec, endSec } = view
  const shown = channels.slice(fromRow, toRow)
  const names = days.map(({ day }) => day)
  const wanted = JSON.stringify(chunksFor(all, shown, daysIn(names, { startSec, endSec })))
  useEffect(() => {
    if (!cache) return
    let isCurrent = true
    for (const chunk of chunksIn(wanted)) {
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
  // With every answer it is another question: what is known is read again.
  const question = useMemo(() => ({ looks, chunks: chunksIn(wanted) }), [looks, wanted])
  const [joiner] = useState(createDayJoiner<Programme>)
  const known = useMemo(
    () =>
      cache ? knownOf(cache, question.chunks, { today, script, joiner }) : new Map<number, readonly Programme[]>(),
    [cache, question, today, script, joiner],
  )
  return (channelId) => known.get(channelId) ?? nothing
}

const isChunks = (value: unknown): value is GuideChunk[] => Array.isArray(value)

function chunksIn(text: string): GuideChunk[] {
  const chunks: unknown = JSON.parse(text)
  return isChunks(chunks) ? chunks : []
}

function knownOf(
  cache: CallCache,
  chunks: readonly GuideChunk[],
  { today, script, joiner }: { today: string; script: 's' | 't'; joiner: DayJoiner<Programme> },
): Map<number, readonly Programme[]> {
  const days = new Map<number, (readonly Programme[])[]>()
  for (const chunk of chunks) {
    const { data } = cache.read(callKey('tvProgrammes', sendOf(chunk, today), script))
    if (!isReplyOf('tvProgrammes', data)) continue
    for (const { id, programmes } of data.list) days.set(id, [...(days.get(id) ?? []), programmes])
  }
  return new Map([...days].map(([id, lists]) => [id, joiner(id, lists)]))
}
