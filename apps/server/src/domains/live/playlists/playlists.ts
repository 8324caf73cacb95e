import {
  fromMoment,
  joinedRows,
  programmeRows,
  renderLivePlaylist,
  renderMasterPlaylist,
  type LivePlaylist,
  type LiveRow,
} from '@yunmu/hls'
import { setTimeout } from 'node:timers/promises'
import { createMicroCache } from '../micro-cache.ts'
import type { ChannelLineup } from '../channel-lineup.ts'
import type { StoredStream } from '../channel-store.ts'
import type { WorkerChannel } from '../../../platform/process/worker-channel.ts'
import { createStationQuota } from '../lines/on-demand-quota.ts'
import type { LiveNeeds, MatchRecordings, RecordedStreams, FilmTracks } from '../live-needs.ts'
import {
  isAvailable,
  maxReplaySec,
  parsePlaylistName,
  recordedPad,
  trackName,
  type ChannelSpan,
  type PlaybackRange,
  type PlaylistName,
} from './playlist-names.ts'
import type { Schedules, TrackKind } from '../schedules/schedules.ts'

/** A rendered playlist. */
export interface RenderedPlaylist {
  text: string
  /** `max-age` for HTTP caches. */
  maxAgeSec: number
}

/** The client that requests a playlist. */
export interface PlaylistClient {
  /** Identifies the client for quotas; null is not counted. */
  key: string | null
  /** Called before a playlist of a past range is made, because clients can request any number of different ranges. */
  admit: () => Promise<void>
}

type Rendered = RenderedPlaylist | 'starting' | 'busy' | null

/** Playlists and files of lines of both kinds, for the media delivery. */
export interface StreamDelivery {
  /**
   * Returns null if there is no such playlist, `starting` if the line was started and has no picture yet, `busy` if it is
   * not started because of a quota.
   * @param rest the URL path below the line's scope
   */
  playlist(streamId: number, rest: string, client: PlaylistClient): Promise<Rendered>
  /** The file of a URL path, relative to the data folder; null if the line gives no access to it. */
  file(streamId: number, rest: string): Promise<string | null>
}

/** Source of segment rows for either kind of line. */
interface RowSource {
  targetDurationSec(): Promise<number>
  latest(seconds: number): Promise<LiveRow[]>
  rows(span: { fromMs: number; toMs: number }): Promise<LiveRow[]>
  /** Padding of programmes, because guides are not exact. A schedule needs none. */
  pad: { beforeMs: number; afterMs: number }
}

export interface DeliveryNeeds {
  lineup: () => Promise<ChannelLineup>
  schedules: Schedules
  films: Pick<LiveNeeds['films'], 'file'>
  recorded: RecordedStreams
  recordings: MatchRecordings
  channel: WorkerChannel
  nowMs: () => number
  /** Maximum wait for the first picture of a line recorded on demand, in milliseconds; default 10 s. */
  maxWaitMs?: number
}

/** Live window: this duration, and at least this many target durations (RFC 8216, 6.2.2). */
const windowSec = 30
const windowSegments = 3
const finishedMaxAgeSec = 3600
/** Sources correct what happened in a match. */
const highlightsMaxAgeSec = 60
/** Segments older than this many windows are not part of the live edge. */
const staleWindows = 2
const pollMs = 400
const noPad = { beforeMs: 0, afterMs: 0 }

export function createStreamDelivery(needs: DeliveryNeeds): StreamDelivery {
  const { lineup, schedules, films, recorded, recordings, nowMs, maxWaitMs = 10_000 } = needs
  const cached = createMicroCache<Rendered>({
    nowMs,
    sizeOf: (rendered) => (typeof rendered === 'object' ? (rendered?.text.length ?? 0) : 0),
  })

  const sourceOf = rowSourceOf(needs)
  const isWithinQuota = createStationQuota(needs.channel)

  /** Polls until `check` returns a result or the maximum wait is over. `undefined` means not yet. */
  const pollUntil = async (check: () => Promise<Rendered | undefined>): Promise<Rendered> => {
    const untilMs = performance.now() + maxWaitMs
    for (;;) {
      const found = await check()
      if (found !== undefined) return found
      if (performance.now() >= untilMs) return 'starting'
      await setTimeout(pollMs)
    }
  }

  const renderRecorded = async (stream: StoredStream, range: ContinuousRange): Promise<Rendered> => {
    const request = range.kind === 'programme' && stream.catchupDays > 0 ? { streamId: stream.id, ...range } : null
    const catchup = request && (await recorded.catchup(request))
    if (request && catchup && catchup.state !== 'failed')
      return pollUntil(async () =>
        renderCatchup(await recorded.catchup(request), await recorded.targetDurationSec(stream.id)),
      )
    if (keepsRecording(stream, range, nowMs())) recorded.touch(stream.id)
    return pollUntil(async () => {
      const found = await renderRange(sourceOf(stream, 'video'), range, nowMs())
      // A line that was just started needs a few seconds until the first segment.
      if (found || range.kind !== 'live') return found
      if (await recorded.isAtCapacity(stream.id)) return 'busy'
      return (await recorded.isFailing(stream.id)) ? null : undefined
    })
  }

  const render = async (stream: StoredStream, { range, track }: PlaylistName): Promise<Rendered> => {
    const channel = (await lineup()).playable.get(stream.channelId)
    const now = nowMs()
    if (!channel) return null
    const limits = { nowSec: Math.floor(now / 1000), kept: await recordings.keptOn(channel.id) }
    if (!isAvailable(range, channel, limits)) return null
    const parts = range.kind === 'highlights' ? await recordings.highlightsOn(channel.id, range) : []
    const renderTrack = (kind: TrackKind): Promise<Rendered> =>
      range.kind === 'highlights'
        ? renderParts(sourceOf(stream, kind), parts)
        : renderRange(sourceOf(stream, kind), range, now)
    if (stream.kind === 'recorded') {
      if (track !== null) return null
      return range.kind === 'highlights' ? renderTrack('video') : renderRecorded(stream, range)
    }
    if (track !== null) return renderTrack(track)
    const film = await firstFilm(schedules, stream.id, range.kind === 'highlights' ? parts : [spanOf(range, now)])
    return film && { text: masterPlaylistOf(film, range), maxAgeSec: 1 }
  }

  return {
    async playlist(streamId, rest, { key, admit }) {
      const stream = (await lineup()).streams.get(streamId)
      const name = parsePlaylistName(rest)
      if (!stream || !name) return null
      if (keepsRecording(stream, name.range, nowMs()) && !(await isWithinQuota(key, streamId))) return 'busy'
      const make = (): Promise<Rendered> => render(stream, name)
      return cached(`${streamId}/${rest}`, make, name.range.kind === 'live' ? undefined : admit)
    },
    async file(streamId, rest) {
      const stream = (await lineup()).streams.get(streamId)
      if (!stream) return null
      if (stream.kind === 'recorded') return recorded.file(streamId, rest)
      const [, asset, version, file] = filmFile.exec(rest) ?? []
      const channel = (await lineup()).playable.get(stream.channelId)
      if (asset === undefined || file === undefined || !channel) return null
      const now = nowMs()
      const kept = (await recordings.keptOn(channel.id)).map(({ fromMs, untilMs }) => ({
        fromMs,
        untilMs: Math.min(now, untilMs),
      }))
      const spans = [{ fromMs: now - maxReplaySec(channel) * 1000, untilMs: now }, ...kept]
      if (!(await schedules.shows(streamId, Number(asset), spans))) return null
      return films.file({ assetId: Number(asset), version: Number(version), rest: file })
    },
  }
}

type ContinuousRange = Exclude<PlaybackRange, { kind: 'highlights' }>

/** A file of a film: asset, version, path below it. */
const filmFile =
  /^v\/([1-9]\d{0,9})\/([1-9]\d{0,8})\/([a-z0-9-]{1,40}\/(?:\d{1,10}-\d{1,9}-)?(?:init\.mp4|\d{5,7}\.m4s))$/

/** Whether requesting this range keeps an on-demand line recording. A range in the past does not. */
const keepsRecording = ({ kind, onDemand }: StoredStream, range: PlaybackRange, nowMs: number): boolean =>
  kind === 'recorded' &&
  onDemand &&
  range.kind !== 'highlights' &&
  (range.kind !== 'programme' || range.endSec * 1000 > nowMs)

/** The row source of a line. */
const rowSourceOf =
  ({ schedules, recorded, nowMs }: DeliveryNeeds) =>
  ({ id, kind, targetSec }: StoredStream, track: TrackKind): RowSource =>
    kind === 'linear'
      ? {
          targetDurationSec: async () => targetSec,
          latest: (seconds) => schedules.latest(id, track, { nowMs: nowMs(), seconds }),
          rows: (span) => schedules.rows(id, track, span),
          pad: noPad,
        }
      : {
          targetDurationSec: () => recorded.targetDurationSec(id),
          latest: async (seconds) =>
            freshRows(await recorded.latest(id, seconds), nowMs() - staleWindows * seconds * 1000),
          rows: ({ fromMs, toMs }) => recorded.rows(id, fromMs, toMs),
          pad: recordedPad,
        }

/** Rows since `sinceMs`. Drops those before a pause of the recording, which an on-demand line has between two runs. */
function freshRows(rows: readonly LiveRow[], sinceMs: number): LiveRow[] {
  return rows.filter(({ wallMs, durationSec }) => wallMs + durationSec * 1000 > sinceMs)
}

/** The first film of a range or of the parts of highlights, whose tracks are representative. */
async function firstFilm(
  schedules: Pick<Schedules, 'filmWithin'>,
  streamId: number,
  spans: readonly ChannelSpan[],
): Promise<FilmTracks | null> {
  for (const span of spans) {
    const film = await schedules.filmWithin(streamId, span)
    if (film) return film
  }
  return null
}

/** The part of the schedule that a range covers by now. */
function spanOf(range: ContinuousRange, nowMs: number): ChannelSpan {
  if (range.kind === 'live') return { fromMs: nowMs, untilMs: nowMs }
  const fromMs = Math.min(nowMs, (range.kind === 'from' ? range.fromSec : range.startSec) * 1000 + 999)
  return { fromMs, untilMs: range.kind === 'from' ? nowMs : Math.min(nowMs, range.endSec * 1000) }
}

/** A master playlist of one or two videos and one audio rendition. Players start with the first, the lower one. */
function masterPlaylistOf({ video, small, audio }: FilmTracks, range: PlaybackRange): string {
  const kinds: readonly ('video' | 'small')[] = small.name === video.name ? ['video'] : ['small', 'video']
  const tracks = { video, small }
  return renderMasterPlaylist({
    renditions: kinds.map((kind) => ({
      uri: trackName(range, kind),
      bandwidth: tracks[kind].bandwidth + audio.bandwidth,
      averageBandwidth: tracks[kind].averageBandwidth + audio.averageBandwidth,
      codecs: `${tracks[kind].codecs},${audio.codecs}`,
      width: tracks[kind].width,
      height: tracks[kind].height,
      frameRate: tracks[kind].frameRate,
      audioGroup: 'audio',
    })),
    audio: [{ group: 'audio', uri: trackName(range, 'audio'), name: '原声', language: 'zh', isDefault: true }],
    subtitles: [],
  })
}

/** The playlist of a programme fetched from a source: of type EVENT while it is fetched; null if fetching failed. */
function renderCatchup(
  catchup: Awaited<ReturnType<RecordedStreams['catchup']>>,
  minTargetSec: number,
): RenderedPlaylist | null | undefined {
  if (!catchup || catchup.state === 'failed') return null
  const { state, rows } = catchup
  if (rows.length === 0) return undefined
  const longestSec = Math.max(...rows.map(({ durationSec }) => Math.round(durationSec)))
  const kind = state === 'complete' ? 'vod' : 'event'
  const targetDurationSec = Math.max(minTargetSec, longestSec)
  const text = renderLivePlaylist({ kind, rows, targetDurationSec, startOffsetSec: 0 })
  return { text, maxAgeSec: state === 'complete' ? finishedMaxAgeSec : 1 }
}

/** The parts of highlights as one complete list. */
async function renderParts(source: RowSource, parts: readonly ChannelSpan[]): Promise<RenderedPlaylist | null> {
  const found = await Promise.all(
    parts.map(async ({ fromMs, untilMs }) =>
      programmeRows(await source.rows({ fromMs, toMs: untilMs }), fromMs, untilMs),
    ),
  )
  const rows = joinedRows(found.map((part) => part.rows))
  if (rows.length === 0) return null
  const targetDurationSec = await source.targetDurationSec()
  return { text: renderLivePlaylist({ kind: 'vod', rows, targetDurationSec }), maxAgeSec: highlightsMaxAgeSec }
}

async function renderRange(source: RowSource, range: ContinuousRange, nowMs: number): Promise<RenderedPlaylist | null> {
  const targetDurationSec = await source.targetDurationSec()
  const rendered = (playlist: Omit<LivePlaylist, 'targetDurationSec'>, maxAgeSec = 1): RenderedPlaylist | null =>
    playlist.rows.length === 0 ? null : { text: renderLivePlaylist({ ...playlist, targetDurationSec }), maxAgeSec }
  if (range.kind === 'live') {
    const seconds = Math.max(windowSec, windowSegments * targetDurationSec)
    return rendered({ kind: 'live', rows: await source.latest(seconds) })
  }
  if (range.kind === 'from') {
    const fromMs = range.fromSec * 1000
    return rendered({ kind: 'event', ...fromMoment(await source.rows({ fromMs, toMs: nowMs }), fromMs) })
  }
  const { pad } = source
  const [startMs, endMs] = [range.startSec * 1000, range.endSec * 1000]
  const untilMs = endMs + pad.afterMs
  const rows = await source.rows({ fromMs: startMs - pad.beforeMs, toMs: Math.min(nowMs, untilMs) })
  const clip = programmeRows(rows, startMs, endMs, pad)
  // The segment that contains the end of the programme is completed up to two target durations later.
  const isOver = nowMs > untilMs + 2 * targetDurationSec * 1000
  return isOver ? rendered({ kind: 'vod', ...clip }, finishedMaxAgeSec) : rendered({ kind: 'event', ...clip })
}
