import {
  fromMoment,
  programmeRows,
  renderLivePlaylist,
  renderMasterPlaylist,
  type LivePlaylist,
  type LiveRow,
} from '@yunmu/hls'
import { setTimeout } from 'node:timers/promises'
import { createBriefCache } from '../brief-cache.ts'
import type { ChannelBook } from '../channel-book.ts'
import type { StoredStream } from '../channel-store.ts'
import { createLineWishes } from '../lines/line-wishes.ts'
import type { RecordedStreams, Reel } from '../live-needs.ts'
import { isOpen, reachSec, readPlaylistName, trackName, type Part, type PlaylistName } from './playlist-names.ts'
import type { Schedules, TrackKind } from '../schedules/schedules.ts'

/** A playlist as it leaves. */
export interface RenderedPlaylist {
  text: string
  /** How long caches may keep it, in seconds. */
  keepSec: number
}

/** Who asks for a playlist. */
export interface Asker {
  /** What counts as one; null is not counted. */
  who: string | null
  /** Is asked before a list of the past is made: of those there are as many as there are seconds. */
  admit: () => Promise<void>
}

type Rendered = RenderedPlaylist | 'soon' | 'busy' | null

/** What the delivery of media asks of lines: the same of both kinds. */
export interface StreamDelivery {
  /**
   * @param rest the address below the line's scope. Null for what is not there, `soon` for a line that has been started and
   * has no picture yet, `busy` for one that is not started because too many are on.
   */
  playlist(streamId: number, rest: string, asker: Asker): Promise<Rendered>
  /** Where what an address names lies, relative to the data folder; null for what the line does not open. */
  file(streamId: number, rest: string): Promise<string | null>
}

/** Where rows come from, whichever kind of line. */
interface RowSource {
  targetDurationSec(): Promise<number>
  latest(seconds: number): Promise<LiveRow[]>
  rows(span: { fromMs: number; toMs: number }): Promise<LiveRow[]>
  /** Guides are not exact about what was recorded; a schedule is. */
  pad: { beforeMs: number; afterMs: number }
}

export interface DeliveryNeeds {
  book: () => Promise<ChannelBook>
  schedules: Schedules
  recorded: RecordedStreams
  nowMs: () => number
  /** How long to wait for the first picture of a line that is recorded on demand, in milliseconds; default 10 s. */
  patienceMs?: number
}

/** What players hold at the live edge: so much, and at least so many of the longest segments (RFC 8216, 6.2.2). */
const windowSec = 30
const windowSegments = 3
const finishedKeepSec = 3600
/** What was recorded so many windows ago is no live picture. */
const staleWindows = 2
const lookEveryMs = 400
const recordedPad = { beforeMs: 60_000, afterMs: 180_000 }
const exact = { beforeMs: 0, afterMs: 0 }

export function createStreamDelivery(needs: DeliveryNeeds): StreamDelivery {
  const { book, schedules, recorded, nowMs, patienceMs = 10_000 } = needs
  const once = createBriefCache<Rendered>({
    nowMs,
    sizeOf: (rendered) => (typeof rendered === 'object' ? (rendered?.text.length ?? 0) : 0),
  })

  const sourceOf = rowSourceOf(needs)
  const mayWant = createLineWishes()

  /** Looks until there is something or patience ends; undefined is not yet. */
  const awaited = async (look: () => Promise<Rendered | undefined>): Promise<Rendered> => {
    const untilMs = performance.now() + patienceMs
    for (;;) {
      const found = await look()
      if (found !== undefined) return found
      if (performance.now() >= untilMs) return 'soon'
      await setTimeout(lookEveryMs)
    }
  }

  const renderRecorded = async (stream: StoredStream, part: Part): Promise<Rendered> => {
    const wish = part.kind === 'programme' && stream.catchupDays > 0 ? { streamId: stream.id, ...part } : null
    const past = wish && (await recorded.past(wish))
    if (wish && past && past.state !== 'failed')
      return awaited(async () => renderPast(await recorded.past(wish), await recorded.targetDurationSec(stream.id)))
    if (keepsGoing(stream, part, nowMs())) recorded.touch(stream.id)
    return awaited(async () => {
      const found = await renderPart(sourceOf(stream, 'video'), part, nowMs())
      // The live edge of a line that has just begun: it takes a few seconds until there is one.
      if (found || part.kind !== 'live') return found
      if (await recorded.isFull(stream.id)) return 'busy'
      return (await recorded.isFailing(stream.id)) ? null : undefined
    })
  }

  const render = async (stream: StoredStream, name: PlaylistName): Promise<Rendered> => {
    const channel = (await book()).byId.get(stream.channelId)
    const now = nowMs()
    if (!channel || !isOpen(name.part, channel, Math.floor(now / 1000))) return null
    if (stream.kind === 'recorded') {
      return name.track === null ? renderRecorded(stream, name.part) : null
    }
    if (name.track !== null) return renderPart(sourceOf(stream, name.track), name.part, now)
    const film = await schedules.filmAt(stream.id, Math.min(now, momentOf(name.part, now)))
    return film && { text: tracksOf(film, name.part), keepSec: 1 }
  }

  return {
    async playlist(streamId, rest, { who, admit }) {
      const stream = (await book()).streams.get(streamId)
      const name = readPlaylistName(rest)
      if (!stream || !name) return null
      if (keepsGoing(stream, name.part, nowMs()) && !mayWant(who, streamId, performance.now())) return 'busy'
      const make = (): Promise<Rendered> => render(stream, name)
      return once(`${streamId}/${rest}`, make, name.part.kind === 'live' ? undefined : admit)
    },
    async file(streamId, rest) {
      const stream = (await book()).streams.get(streamId)
      if (!stream) return null
      if (stream.kind === 'recorded') return recorded.file(streamId, rest)
      const [, asset, version, track, file] =
        /^v\/([1-9]\d{0,9})\/([1-9]\d{0,8})\/([a-z0-9-]{1,40})\/(init\.mp4|\d{5,7}\.m4s)$/.exec(rest) ?? []
      const channel = (await book()).byId.get(stream.channelId)
      if (asset === undefined || !channel) return null
      const toMs = nowMs()
      const span = { fromMs: toMs - reachSec(channel) * 1000, toMs }
      if (!(await schedules.shows(streamId, Number(asset), span))) return null
      return `media/${asset}/${version}/std/${track}/${file}`
    },
  }
}

/** Whether a line is recorded because somebody asks for this: what is over needs no recording. */
const keepsGoing = ({ kind, onDemand }: StoredStream, part: Part, nowMs: number): boolean =>
  kind === 'recorded' && onDemand && (part.kind !== 'programme' || part.endSec * 1000 > nowMs)

/** Where the rows of a line come from. */
const rowSourceOf =
  ({ schedules, recorded, nowMs }: DeliveryNeeds) =>
  ({ id, kind, targetSec }: StoredStream, track: TrackKind): RowSource =>
    kind === 'linear'
      ? {
          targetDurationSec: async () => targetSec,
          latest: (seconds) => schedules.latest(id, track, { nowMs: nowMs(), seconds }),
          rows: (span) => schedules.rows(id, track, span),
          pad: exact,
        }
      : {
          targetDurationSec: () => recorded.targetDurationSec(id),
          latest: async (seconds) =>
            freshRows(await recorded.latest(id, seconds), nowMs() - staleWindows * seconds * 1000),
          rows: ({ fromMs, toMs }) => recorded.rows(id, fromMs, toMs),
          pad: recordedPad,
        }

/** Without what lies behind a pause of the recording: a line on demand begins anew each time. */
function freshRows(rows: readonly LiveRow[], sinceMs: number): LiveRow[] {
  return rows.filter(({ wallMs, durationSec }) => wallMs + durationSec * 1000 > sinceMs)
}

/** The moment whose film tells what the tracks of a part are like. */
function momentOf(part: Part, nowMs: number): number {
  if (part.kind === 'live') return nowMs
  return (part.kind === 'from' ? part.fromSec : part.startSec) * 1000 + 999
}

/** A list of one picture and one sound. */
function tracksOf({ video, audio }: Reel, part: Part): string {
  return renderMasterPlaylist({
    renditions: [
      {
        uri: trackName(part, 'video'),
        bandwidth: video.bandwidth + audio.bandwidth,
        averageBandwidth: video.averageBandwidth + audio.averageBandwidth,
        codecs: `${video.codecs},${audio.codecs}`,
        width: video.width,
        height: video.height,
        frameRate: video.frameRate,
        audioGroup: 'audio',
      },
    ],
    audio: [{ group: 'audio', uri: trackName(part, 'audio'), name: '原声', language: 'zh', isDefault: true }],
    subtitles: [],
  })
}

/** A programme that is fetched from elsewhere: growing while it comes, null where it could not be had. */
function renderPast(
  past: Awaited<ReturnType<RecordedStreams['past']>>,
  shortestTargetSec: number,
): RenderedPlaylist | null | undefined {
  if (!past || past.state === 'failed') return null
  const { state, rows } = past
  if (rows.length === 0) return undefined
  const longestSec = Math.max(...rows.map(({ durationSec }) => Math.round(durationSec)))
  const kind = state === 'complete' ? 'vod' : 'event'
  const targetDurationSec = Math.max(shortestTargetSec, longestSec)
  const text = renderLivePlaylist({ kind, rows, targetDurationSec, startOffsetSec: 0 })
  return { text, keepSec: state === 'complete' ? finishedKeepSec : 1 }
}

async function renderPart(source: RowSource, part: Part, nowMs: number): Promise<RenderedPlaylist | null> {
  const targetDurationSec = await source.targetDurationSec()
  const written = (playlist: Omit<LivePlaylist, 'targetDurationSec'>, keepSec = 1): RenderedPlaylist | null =>
    playlist.rows.length === 0 ? null : { text: renderLivePlaylist({ ...playlist, targetDurationSec }), keepSec }
  if (part.kind === 'live') {
    const seconds = Math.max(windowSec, windowSegments * targetDurationSec)
    return written({ kind: 'live', rows: await source.latest(seconds) })
  }
  if (part.kind === 'from') {
    const fromMs = part.fromSec * 1000
    return written({ kind: 'event', ...fromMoment(await source.rows({ fromMs, toMs: nowMs }), fromMs) })
  }
  const { pad } = source
  const [startMs, endMs] = [part.startSec * 1000, part.endSec * 1000]
  const untilMs = endMs + pad.afterMs
  const rows = await source.rows({ fromMs: startMs - pad.beforeMs, toMs: Math.min(nowMs, untilMs) })
  const clip = programmeRows(rows, startMs, endMs, pad)
  // A segment that is on when the programme ends is finished soon after.
  const isOver = nowMs > untilMs + 2 * targetDurationSec * 1000
  return isOver ? written({ kind: 'vod', ...clip }, finishedKeepSec) : written({ kind: 'event', ...clip })
}
