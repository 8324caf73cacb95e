import { matchUrl } from '@yunmu/urls'
import { LRUCache } from 'lru-cache'
import type { PlayRequest, SubjectKind } from '../../platform/subjects.ts'
import { openSpan } from './course-rules.ts'
import type { MatchRow } from './match-store.ts'
import type { MatchesParts } from './matches-parts.ts'

/** Danmaku of a match stay this long; those of a recording stay with it. */
const retentionSec = 30 * 24 * 3600
/** Every list of comments and pack of danmaku asks whether its match exists. */
const maxKnown = 10_000
const knownMs = 60_000

/** Matches as subjects of comments, danmaku and rooms, and how their streams play. */
export function matchSubjects(parts: MatchesParts): SubjectKind<'match'> {
  const { store, recordingStore, cards, channels, search, isOpen } = parts
  const named = async (ids: readonly number[]): Promise<Map<number, { name: string }>> => {
    if (!(await isOpen())) return new Map()
    const names = await store.names(ids)
    return new Map([...names].map(([id, { home, away }]) => [id, { name: `${home} 对 ${away}` }]))
  }
  const known = new LRUCache<number, true>({ max: maxKnown, ttl: knownMs })
  const isThere = async (id: number): Promise<boolean> => {
    if (known.has(id)) return true
    const is = await store.isThere(id)
    if (is) known.set(id, true)
    return is
  }
  const isVisible = async (id: number): Promise<boolean> => (await isOpen()) && isThere(id)
  const findStream = async (row: MatchRow, { line, closedLines }: PlayRequest, nowMs: number) => {
    const span = openSpan(row.course, row.kickoffSec)
    if (row.course.state === 'over' && (span === null || nowMs >= span.untilMs)) return 'MatchOver'
    if (span === null || nowMs < span.fromMs) return 'MatchNotOpen'
    const stream = line === 0 ? row.streams[0] : row.streams.find((one) => one.id === line)
    if (!stream) return 'NoSuchStream'
    // The subject is the channel: whoever has no password for it does not see it in a match either.
    const subject = { kind: 'live', id: stream.channelId } as const
    const playlist = await channels.locate(
      { matchId: row.id, channelId: stream.channelId },
      await closedLines(subject),
      nowMs,
    )
    return typeof playlist === 'string' ? playlist : { subject, ...playlist }
  }
  const findRecording = async (
    { type, id, line, closedLines }: PlayRequest & { type: 'record' | 'highlights' },
    nowMs: number,
  ) => {
    const recordings = await recordingStore.ofMatch(id, type === 'record' ? 'available_ms' : 'highlights_ms')
    const recording = line === 0 ? recordings[0] : recordings.find(({ number }) => number === line)
    if (!recording || recording.untilSec === null) return recordings.length > 0 ? 'NoSuchStream' : 'NoReplay'
    const { channelId, number, fromSec: startSec, untilSec: endSec, highlights } = recording
    const subject = { kind: 'live', id: channelId } as const
    const closed = await closedLines(subject)
    const playlist = await (type === 'record'
      ? channels.locateBetween({ matchId: id, channelId, startSec, endSec }, closed, nowMs)
      : channels.locateHighlights({ channelId, matchId: id, number }, highlights, closed, nowMs))
    return typeof playlist === 'string' ? playlist : { subject, ...playlist }
  }
  return {
    kind: 'match',
    findVisible: named,
    isVisible,
    cards: async (ids, nowSec) => ((await isOpen()) ? cards.of(ids, { userId: null, nowMs: nowSec * 1000 }) : []),
    async summaries(ids) {
      return new Map([...(await named(ids))].map(([id, { name }]) => [id, { pidId: 0, types: '', name, img: '' }]))
    },
    timelineOf: async ({ id }) => ((await isVisible(id)) ? { retentionSec } : 'NoSuchMatch'),
    retentionSec: async (id) => ((await store.isThere(id)) ? retentionSec : null),
    urlOf: ({ id, streamId }) => matchUrl({ id, stream: streamId }),
    async linesOf(id) {
      const [row] = await store.rows([id])
      return row?.streams.map((stream) => ({ line: stream.id, name: stream.name })) ?? []
    },
    playback: {
      types: ['match', 'record', 'highlights'],
      async find(request, nowMs) {
        const [row] = (await isOpen()) ? await store.rows([request.id]) : []
        if (!row) return 'NoSuchMatch'
        const { type } = request
        return type === 'record' || type === 'highlights'
          ? findRecording({ ...request, type }, nowMs)
          : findStream(row, request, nowMs)
      },
    },
    search,
  }
}
