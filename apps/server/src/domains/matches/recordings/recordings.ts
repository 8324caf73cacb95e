import { matchOpenBeforeSec } from '@yunmu/contract'
import { createSharedRead } from '../../../platform/caching/shared-read.ts'
import type { Events } from '../../../platform/events/events.ts'
import type { EventStore } from '../event-store.ts'
import { matchesChanged, recordingsChanged } from '../matches-events.ts'
import type { MatchesNeeds } from '../matches-needs.ts'
import type { Span } from '../matches-tables.ts'
import { foldTimeline } from '../timeline-rules.ts'
import { followedDays, highlightSpans, recordingSpan, settlesAtMs, type RecordingSettings } from './recording-rules.ts'
import type { KeptSpan, MatchRecordingStore, UnsettledMatch } from './recording-store.ts'

/** Recordings of matches: parts of the recordings of channels. */
export interface Recordings {
  /** Follows what was told of matches, and announces those that gained or lost a recording. */
  update(): Promise<void>
  /** The same for what was deleted under the pressure of the disk, or with the films of a schedule. */
  recount(): Promise<void>
  /** The spans of a channel that are kept for matches. */
  keptOn(channelId: number): Promise<readonly Span[]>
  /** The parts of a channel that are the highlights of a stream of a match; empty if there are none. */
  highlightsOn(channelId: number, stream: { matchId: number; number: number }): Promise<readonly Span[]>
}

interface RecordingParts {
  recordingStore: MatchRecordingStore
  eventStore: Pick<EventStore, 'versions'>
  channels: Pick<MatchesNeeds['channels'], 'recordedMs'>
  events: Events
  settings: RecordingSettings
  nowMs: () => number
}

const daySec = 24 * 3600
/** Matches are looked at so long before their start: some minutes before their streams open, so that the recorder is ready. */
const aheadSec = matchOpenBeforeSec + 180
/** Without an event, for example from another process that has ended. */
const maxKeptAgeMs = 30_000

const lengthMs = ({ fromMs, untilMs }: Span): number => untilMs - fromMs

export function createRecordings(parts: RecordingParts): Recordings {
  const { recordingStore, eventStore, channels, events, settings, nowMs } = parts
  const kept = createSharedRead(
    async () => Map.groupBy(await recordingStore.kept(), ({ channelId }: KeptSpan) => channelId),
    { maxAgeMs: maxKeptAgeMs },
  )
  events.on(recordingsChanged, () => kept.invalidate())

  const recordedMs = async (place: { matchId: number; channelId: number }, spans: readonly Span[]): Promise<number> => {
    const each = await Promise.all(spans.map((span) => channels.recordedMs(place, span)))
    return each.reduce((sum, ms) => sum + ms, 0)
  }

  /** Saves the recordings of a match. Returns whether they are settled. */
  const follow = async (match: UnsettledMatch): Promise<boolean> => {
    const span = recordingSpan(match)
    const isSettled = match.state === 'over' && nowMs() >= settlesAtMs(match)
    const whole: Span | null = span && span.untilMs !== null ? { fromMs: span.fromMs, untilMs: span.untilMs } : null
    const timeline = whole && isSettled ? foldTimeline(match.sport, await eventStore.versions(match.id)).events : []
    const highlights = whole ? highlightSpans(match.sport, timeline, whole) : []
    const recordings = match.streams.map(async ({ number, channelId }) => ({
      number,
      channelId,
      fromSec: Math.floor((span?.fromMs ?? match.kickoffSec * 1000) / 1000),
      untilSec: span ? whole && Math.ceil(whole.untilMs / 1000) : Math.ceil(match.kickoffSec),
      availableMs: whole && isSettled ? await recordedMs({ matchId: match.id, channelId }, [whole]) : 0,
      highlights,
      highlightsMs: isSettled ? await recordedMs({ matchId: match.id, channelId }, highlights) : 0,
    }))
    await recordingStore.save(match, await Promise.all(recordings), isSettled)
    return isSettled
  }

  /** Counts again what is available. Returns the matches of which it is less. */
  const countAgain = async (): Promise<number[]> => {
    const changed: number[] = []
    for (const { expired, availableMs, highlightsMs, ...recording } of await recordingStore.available()) {
      const { matchId, channelId, fromSec, untilSec, highlights } = recording
      const whole = expired || untilSec === null ? [] : [{ fromMs: fromSec * 1000, untilMs: untilSec * 1000 }]
      const now = {
        availableMs: await recordedMs({ matchId, channelId }, whole),
        highlightsMs: await recordedMs({ matchId, channelId }, highlights),
      }
      if (now.availableMs === availableMs && now.highlightsMs === highlightsMs) continue
      await recordingStore.setAvailable(recording, now)
      changed.push(matchId)
    }
    return changed
  }

  const announce = async (matchIds: readonly number[]): Promise<void> => {
    if (matchIds.length === 0) return
    const ids = [...new Set(matchIds)]
    events.announce(matchesChanged, { ids, competitionIds: await recordingStore.competitionsOf(ids) })
  }

  return {
    async update() {
      const nowSec = Math.floor(nowMs() / 1000)
      const unplayed = await recordingStore.deleteUnplayed(nowSec + aheadSec)
      const followed = followedDays(settings)
      const found = await recordingStore.unsettled({
        fromSec: nowSec - followed * daySec,
        toSec: nowSec + aheadSec,
      })
      const settled: number[] = []
      for (const match of found) if (await follow(match)) settled.push(match.id)
      const expired = await recordingStore.expire({
        replaySec: nowSec - settings.replayDays * daySec,
        highlightsSec: nowSec - Math.max(settings.replayDays, settings.highlightDays) * daySec,
        followedSec: nowSec - Math.max(followed, settings.highlightDays) * daySec,
      })
      if (unplayed > 0 || found.length > 0 || expired.length > 0) events.announce(recordingsChanged, {})
      await announce([...settled, ...expired])
    },
    recount: async () => announce(await countAgain()),
    keptOn: async (channelId) => (await kept.get(nowMs())).get(channelId) ?? [],
    async highlightsOn(channelId, { matchId, number }) {
      const recordings = await recordingStore.ofMatch(matchId, 'highlights_ms')
      const found = recordings.find((each) => each.number === number && each.channelId === channelId)
      return found?.highlights.filter((span) => lengthMs(span) > 0) ?? []
    },
  }
}
