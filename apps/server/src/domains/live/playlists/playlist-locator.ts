import type { Line } from '@yunmu/contract'
import { setTimeout } from 'node:timers/promises'
import type { LineupChannel } from '../channel-lineup.ts'
import type { LineHealth } from '../lines/line-health.ts'
import { chooseLineWithRecording, chooseLine, selectableLines } from '../lines/line-rules.ts'
import type { LiveGuide, CatchupRequest, MatchRecordings, RecordedStreams } from '../live-needs.ts'
import { isAvailable, rangeName, type ChannelSpan, type PlaybackRange } from './playlist-names.ts'
import type { Schedules } from '../schedules/schedules.ts'

/** A playlist below the scope of a line. */
export interface PlaylistLocation {
  channelId: number
  streamId: number
  /** The number of the line within its channel. */
  line: number
  /** The playlist's file name. */
  file: string
  /** Length of the time-shift window behind the live edge. */
  dvrSec: number
  /** `1080P`; empty if unknown. */
  quality: string
  /** Whether it plays for VIPs only. */
  vip: boolean
}

/** Which line to play. */
interface LineChoice {
  /** 0 lets the locator choose. */
  line: number
  /** Lines without the viewer's password: chosen only if requested, or if nothing else plays. */
  closed: ReadonlySet<number>
}

/** Finds the playlist for a channel or programme. `closedLines` are asked for once the channel is known. */
export interface PlaylistLocator {
  live(
    channelId: number,
    choice: LineChoice,
    nowMs: number,
  ): Promise<PlaylistLocation | 'NoSuchChannel' | 'NoSuchLine' | 'NothingOnAir'>
  replay(
    programmeId: number,
    choice: { line: number; closedLines: (channelId: number) => Promise<ReadonlySet<number>> },
    nowMs: number,
  ): Promise<PlaylistLocation | 'NoSuchProgramme' | 'NoSuchLine' | 'NoReplay'>
  /** The playlist for a span of a channel, Unix seconds. */
  between(
    span: { channelId: number; startSec: number; endSec: number },
    choice: LineChoice,
    nowMs: number,
  ): Promise<PlaylistLocation | 'NoSuchChannel' | 'NoSuchLine' | 'NoReplay'>
  /** The playlist of the highlights of a stream of a match, which consist of these parts. */
  highlights(
    place: { channelId: number; matchId: number; number: number },
    parts: readonly ChannelSpan[],
    choice: LineChoice,
    nowMs: number,
  ): Promise<PlaylistLocation | 'NoSuchChannel' | 'NoReplay'>
  /** How much of a part of a channel the line with most of it has, in milliseconds. */
  recordedMs(channelId: number, span: ChannelSpan): Promise<number>
}

interface LocatorNeeds {
  /** The channels that it finds. */
  channelOf: (id: number) => Promise<LineupChannel | undefined>
  health: Pick<LineHealth, 'linesOf'>
  guide: Pick<LiveGuide, 'programme'>
  schedules: Pick<Schedules, 'scheduledMs'>
  recorded: Pick<RecordedStreams, 'availableMs' | 'requestCatchup' | 'catchup'>
  recordings: Pick<MatchRecordings, 'keptOn'>
}

const daySec = 24 * 3600
/** A recording with at least this share of a programme is preferred to catch-up from the source. */
const completeShare = 0.9

export function createPlaylistLocator(needs: LocatorNeeds): PlaylistLocator {
  const { channelOf, health, guide, schedules, recorded, recordings } = needs
  /** Available milliseconds of a span, by line. */
  const availableMsByLine = async ({ streams }: LineupChannel, span: { fromMs: number; toMs: number }) => {
    const counts = streams.map(async ({ id, line, kind }) => {
      const available =
        kind === 'linear' ? schedules.scheduledMs(id, span) : recorded.availableMs(id, span.fromMs, span.toMs)
      return [line, await available] as const
    })
    return new Map(await Promise.all(counts))
  }
  const between: PlaylistLocator['between'] = async ({ channelId, startSec, endSec }, { line, closed }, nowMs) => {
    const channel = await channelOf(channelId)
    if (!channel) return 'NoSuchChannel'
    const range = { kind: 'programme', startSec, endSec } as const
    const limits = { nowSec: Math.floor(nowMs / 1000), kept: await recordings.keptOn(channelId) }
    if (!isAvailable(range, channel, limits)) return 'NoReplay'
    if (!hasLine(channel, line)) return 'NoSuchLine'
    const isOver = endSec * 1000 <= nowMs
    const span = { fromMs: startSec * 1000, toMs: Math.min(endSec * 1000, nowMs) }
    const [available, all] = await Promise.all([availableMsByLine(channel, span), health.linesOf(channel, nowMs)])
    const locateOn = async (lines: readonly Line[]): Promise<PlaylistLocation | null> => {
      // A programme that has just begun may have no segments yet.
      const own = chooseLineWithRecording(lines, line, available) ?? (isOver ? null : chooseLine(lines, line))
      const isComplete = own !== null && (available.get(own.id) ?? 0) >= completeShare * (endSec - startSec) * 1000
      const asked = { line, nowMs, lines }
      const fromSource = isOver && !isComplete ? await locateCatchup(recorded, channel, range, asked) : null
      return fromSource ?? (own && locationOn(channel, own.id, range))
    }
    const lines = selectableLines(all, line, closed)
    return (await locateOn(lines)) ?? (lines === all ? null : await locateOn(all)) ?? 'NoReplay'
  }
  const highlights: PlaylistLocator['highlights'] = async ({ channelId, ...place }, parts, { line, closed }, nowMs) => {
    const channel = await channelOf(channelId)
    if (!channel) return 'NoSuchChannel'
    const counts = await Promise.all(
      parts.map(({ fromMs, untilMs }) => availableMsByLine(channel, { fromMs, toMs: untilMs })),
    )
    const available = new Map(
      channel.streams.map((stream) => [
        stream.line,
        counts.reduce((sum, byLine) => sum + (byLine.get(stream.line) ?? 0), 0),
      ]),
    )
    const all = await health.linesOf(channel, nowMs)
    const own =
      chooseLineWithRecording(selectableLines(all, line, closed), line, available) ??
      chooseLineWithRecording(all, line, available)
    return (own && locationOn(channel, own.id, { kind: 'highlights', ...place })) ?? 'NoReplay'
  }
  return {
    between,
    highlights,
    async recordedMs(channelId, { fromMs, untilMs }) {
      const channel = await channelOf(channelId)
      return channel ? Math.max(0, ...(await availableMsByLine(channel, { fromMs, toMs: untilMs })).values()) : 0
    },
    async live(channelId, { line, closed }, nowMs) {
      const channel = await channelOf(channelId)
      if (!channel) return 'NoSuchChannel'
      if (!hasLine(channel, line)) return 'NoSuchLine'
      const all = await health.linesOf(channel, nowMs)
      const playing = chooseLine(selectableLines(all, line, closed), line) ?? chooseLine(all, line)
      return (playing && locationOn(channel, playing.id, { kind: 'live' })) ?? 'NothingOnAir'
    },
    async replay(programmeId, { line, closedLines }, nowMs) {
      const programme = await guide.programme(programmeId, nowMs)
      if (!programme) return 'NoSuchProgramme'
      if (!programme.replay) return 'NoReplay'
      const { channelId, start, end } = programme
      const choice = { line, closed: await closedLines(channelId) }
      const location = await between({ channelId, startSec: start, endSec: end }, choice, nowMs)
      return location === 'NoSuchChannel' ? 'NoSuchProgramme' : location
    },
  }
}

const hasLine = ({ streams }: LineupChannel, requested: number): boolean =>
  requested === 0 || streams.some(({ line }) => line === requested)

/** The playlist of a range on one of a channel's lines. */
function locationOn(
  { id: channelId, streams, dvrSec, vip }: LineupChannel,
  line: number,
  range: PlaybackRange,
): PlaylistLocation | null {
  const stream = streams.find((one) => one.line === line)
  if (!stream) return null
  const file = range.kind === 'live' ? 'index.m3u8' : `${rangeName(range)}.m3u8`
  return { channelId, streamId: stream.id, line, file, dvrSec, quality: stream.quality, vip }
}

/** Requests a programme from the sources of these lines of a channel, those of the requested line first. */
async function locateCatchup(
  recorded: Pick<RecordedStreams, 'requestCatchup' | 'catchup'>,
  channel: LineupChannel,
  range: Extract<PlaybackRange, { kind: 'programme' }>,
  { line, nowMs, lines }: { line: number; nowMs: number; lines: readonly Line[] },
): Promise<PlaylistLocation | null> {
  const { startSec, endSec } = range
  const candidates = channel.streams.filter(
    (stream) => startSec >= nowMs / 1000 - stream.catchupDays * daySec && lines.some(({ id }) => id === stream.line),
  )
  for (const stream of candidates.toSorted((a, b) => Number(b.line === line) - Number(a.line === line))) {
    const request = { streamId: stream.id, startSec, endSec }
    const result = await recorded.requestCatchup(request)
    if (result === 'busy') return null
    if (result === 'pending' && (await waitForCatchup(recorded, request)))
      return locationOn(channel, stream.line, range)
  }
  return null
}

const maxWaitMs = 4000
const pollMs = 300

/**
 * Waits for the first segments. Returns false if the source has failed, which most report at once. A source that has not
 * replied in time may still succeed.
 */
async function waitForCatchup(recorded: Pick<RecordedStreams, 'catchup'>, request: CatchupRequest): Promise<boolean> {
  for (const untilMs = performance.now() + maxWaitMs; performance.now() < untilMs; await setTimeout(pollMs)) {
    const catchup = await recorded.catchup(request)
    if (!catchup || catchup.state === 'failed') return false
    if (catchup.rows.length > 0) return true
  }
  return true
}
