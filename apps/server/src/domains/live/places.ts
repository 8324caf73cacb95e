import { setTimeout } from 'node:timers/promises'
import type { BookChannel, ChannelBook } from './channel-book.ts'
import type { LineHealth } from './line-health.ts'
import { chooseLine } from './line-rules.ts'
import type { LiveGuide, PastWish, RecordedStreams } from './live-needs.ts'
import { isOpen, partName, type Part } from './playlist-names.ts'

/** Where something plays: a playlist below the scope of a line. */
export interface Place {
  streamId: number
  /** The number of the line inside its channel. */
  line: number
  /** The playlist's file name. */
  file: string
  /** Seconds that one can go back from the live edge. */
  dvrSec: number
  /** `1080P`; empty where it is not known. */
  quality: string
}

/** Finds where channels and programmes play. `line` 0 leaves the choice to us. */
export interface Places {
  live(channelId: number, line: number, nowMs: number): Promise<Place | 'NoSuchChannel' | 'NoSuchLine' | 'NothingOnAir'>
  replay(
    programmeId: number,
    line: number,
    nowMs: number,
  ): Promise<Place | 'NoSuchProgramme' | 'NoSuchLine' | 'NoReplay'>
  /** What was on a channel between two moments, Unix seconds. */
  between(
    span: { channelId: number; startSec: number; endSec: number },
    line: number,
    nowMs: number,
  ): Promise<Place | 'NoSuchChannel' | 'NoSuchLine' | 'NoReplay'>
}

interface PlacesNeeds {
  book: () => Promise<ChannelBook>
  health: Pick<LineHealth, 'linesOf'>
  guide: Pick<LiveGuide, 'programme'>
  recorded: Pick<RecordedStreams, 'rows' | 'askPast' | 'past'>
}

const daySec = 24 * 3600

export function createPlaces({ book, health, guide, recorded }: PlacesNeeds): Places {
  const placeOf = async (channel: BookChannel, part: Part, wanted: number, nowMs: number) => {
    const { streams, dvrSec } = channel
    if (wanted !== 0 && !streams.some(({ line }) => line === wanted)) return 'NoSuchLine'
    const playing = chooseLine(await health.linesOf(channel, nowMs), wanted)
    const stream = streams.find(({ line }) => line === playing?.id)
    if (!playing || !stream) return null
    const file = part.kind === 'live' ? 'index.m3u8' : `${partName(part)}.m3u8`
    return { streamId: stream.id, line: playing.id, file, dvrSec, quality: playing.quality }
  }
  const between: Places['between'] = async ({ channelId, startSec, endSec }, line, nowMs) => {
    const channel = (await book()).byId.get(channelId)
    if (!channel) return 'NoSuchChannel'
    const part = { kind: 'programme', startSec, endSec } as const
    if (!isOpen(part, channel, Math.floor(nowMs / 1000))) return 'NoReplay'
    const own = await placeOf(channel, part, line, nowMs)
    if (own === 'NoSuchLine') return own
    const isOver = endSec * 1000 <= nowMs
    if (!isOver || channel.catchupDays === 0 || (own && (await isHeld(recorded, own.streamId, part))))
      return own ?? 'NoReplay'
    return atSource(recorded, channel, { startSec, endSec, line, nowMs })
  }
  return {
    between,
    async live(channelId, line, nowMs) {
      const channel = (await book()).byId.get(channelId)
      if (!channel) return 'NoSuchChannel'
      return (await placeOf(channel, { kind: 'live' }, line, nowMs)) ?? 'NothingOnAir'
    },
    async replay(programmeId, line, nowMs) {
      const programme = await guide.programme(programmeId, nowMs)
      if (!programme) return 'NoSuchProgramme'
      if (!programme.replay) return 'NoReplay'
      const { channelId, start, end } = programme
      const place = await between({ channelId, startSec: start, endSec: end }, line, nowMs)
      return place === 'NoSuchChannel' ? 'NoSuchProgramme' : place
    },
  }
}

/** Less of a programme than this was recorded by chance. */
const heldShare = 0.9

/** Whether we recorded a programme ourselves. */
async function isHeld(
  recorded: Pick<RecordedStreams, 'rows'>,
  streamId: number,
  { startSec, endSec }: { startSec: number; endSec: number },
): Promise<boolean> {
  const rows = await recorded.rows(streamId, startSec * 1000, endSec * 1000)
  return rows.reduce((sum, { durationSec }) => sum + durationSec, 0) >= heldShare * (endSec - startSec)
}

/** Where a programme plays that the sources of a channel have: on the line that is wanted, or another that has it. */
async function atSource(
  recorded: Pick<RecordedStreams, 'askPast' | 'past'>,
  { streams, dvrSec }: BookChannel,
  { startSec, endSec, line, nowMs }: { startSec: number; endSec: number; line: number; nowMs: number },
): Promise<Place | 'NoReplay'> {
  const having = streams.filter(({ catchupDays }) => startSec >= nowMs / 1000 - catchupDays * daySec)
  for (const stream of having.toSorted((a, b) => Number(b.line === line) - Number(a.line === line))) {
    const wish = { streamId: stream.id, startSec, endSec }
    const answer = await recorded.askPast(wish)
    if (answer === 'busy') return 'NoReplay'
    if (answer === 'failed' || !(await isComing(recorded, wish))) continue
    const file = `${partName({ kind: 'programme', startSec, endSec })}.m3u8`
    return { streamId: stream.id, line: stream.line, file, dvrSec, quality: stream.quality }
  }
  return 'NoReplay'
}

const patienceMs = 4000
const lookEveryMs = 300

/** False where a source has nothing: most say so at once. Who says nothing for seconds may still have it. */
async function isComing(recorded: Pick<RecordedStreams, 'past'>, wish: PastWish): Promise<boolean> {
  for (const untilMs = performance.now() + patienceMs; performance.now() < untilMs; await setTimeout(lookEveryMs)) {
    const past = await recorded.past(wish)
    if (!past || past.state === 'failed') return false
    if (past.rows.length > 0) return true
  }
  return true
}
