import type { Channel, Programme } from '@yunmu/contract'
import { use, useEffect, useMemo, useReducer, useState } from 'react'
import { CallCacheContext, callKey, isReplyOf, requestOf } from '../../lib/calls/call-query.ts'
import type { CallCache } from '../../lib/calls/call-cache.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { chunksFor, createDayJoiner, inputOf, type DayJoiner, type GuideChunk } from './guide-chunks.ts'
import { daysIn, type GridView } from './guide-rules.ts'

interface GuideInput {
  /** Rows of the grid. */
  channels: readonly Channel[]
  days: readonly { day: string }[]
  today: string
  view: GridView
}

const noProgrammes: readonly Programme[] = []

/**
 * Cached programmes of the visible days; loads missing ones. `all` is all channels. A channel keeps the same list until
 * its data changes.
 */
export function useGuide(
  all: readonly Channel[],
  { channels, days, today, view }: GuideInput,
): (channelId: number) => readonly Programme[] {
  const cache = use(CallCacheContext)
  const script = useScript()
  const [version, bumpVersion] = useReducer((count: number) => count + 1, 0)
  const { fromRow, toRow, startSec, endSec } = view
  const shown = channels.slice(fromRow, toRow)
  const names = days.map(({ day }) => day)
  const chunksKey = JSON.stringify(chunksFor(all, shown, daysIn(names, { startSec, endSec })))
  useEffect(() => {
    if (!cache) return
    let isCurrent = true
    for (const chunk of parseChunks(chunksKey)) {
      const send = inputOf(chunk, today)
      cache.fetch(callKey('tvProgrammes', send, script), requestOf('tvProgrammes', send, script)).then(
        () => isCurrent && bumpVersion(),
        // The rows stay empty until the viewer scrolls here again.
        () => undefined,
      )
    }
    return () => {
      isCurrent = false
    }
  }, [cache, script, chunksKey, today])
  // Each reply changes the lookup, so that the cache is read again.
  const lookup = useMemo(() => ({ version, chunks: parseChunks(chunksKey) }), [version, chunksKey])
  const [joiner] = useState(createDayJoiner<Programme>)
  const programmesById = useMemo(
    () =>
      cache ? readCached(cache, lookup.chunks, { today, script, joiner }) : new Map<number, readonly Programme[]>(),
    [cache, lookup, today, script, joiner],
  )
  return (channelId) => programmesById.get(channelId) ?? noProgrammes
}

const isChunks = (value: unknown): value is GuideChunk[] => Array.isArray(value)

function parseChunks(text: string): GuideChunk[] {
  const chunks: unknown = JSON.parse(text)
  return isChunks(chunks) ? chunks : []
}

function readCached(
  cache: CallCache,
  chunks: readonly GuideChunk[],
  { today, script, joiner }: { today: string; script: 's' | 't'; joiner: DayJoiner<Programme> },
): Map<number, readonly Programme[]> {
  const days = new Map<number, (readonly Programme[])[]>()
  for (const chunk of chunks) {
    const { data } = cache.read(callKey('tvProgrammes', inputOf(chunk, today), script))
    if (!isReplyOf('tvProgrammes', data)) continue
    for (const { id, programmes } of data.list) days.set(id, [...(days.get(id) ?? []), programmes])
  }
  return new Map([...days].map(([id, lists]) => [id, joiner(id, lists)]))
}
