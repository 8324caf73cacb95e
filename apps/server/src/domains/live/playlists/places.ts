import { setTimeout } from 'node:timers/promises'
import type { BookChannel, ChannelBook } from '../channel-book.ts'
import type { LineHealth } from '../lines/line-health.ts'
import { chooseHolder, chooseLine } from '../lines/line-rules.ts'
import type { LiveGuide, PastWish, RecordedStreams } from '../live-needs.ts'
import { isOpen, partName, type Part } from './playlist-names.ts'
import type { Schedules } from '../schedules/schedules.ts'

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
  schedules: Pick<Schedules, 'shownMs'>
  recorded: Pick<RecordedStreams, 'heldMs' | 'askPast' | 'past'>
}

const daySec = 24 * 3600
/** Less of a programme than this was recorded by chance. */
const heldShare = 0.9

export function createPlaces({ book, health, guide, schedules, recorded }: PlacesNeeds): Places {
  /** How much of a span each line has, by line. */
  const heldOf = async ({ streams }: BookChannel, span: { fromMs: number; toMs: number }) => {
    const counts = streams.map(async ({ id, line, kind }) => {
      const held = kind === 'linear' ? schedules.shownMs(id, span) : recorded.heldMs(id, span.fromMs, span.toMs)
      return [line, await held] as const
    })
    return new Map(await Promise.all(counts))
  }
  const between: Places['between'] = async ({ channelId, startSec, endSec }, line, nowMs) => {
    const channel = (await book()).byId.get(channelId)
    if (!channel) return 'NoSuchChannel'
    const part = { kind: 'programme', startSec, endSec } as const
    if (!isOpen(part, channel, Math.floor(nowMs / 1000))) return 'NoReplay'
    if (!hasLine(channel, line)) return 'NoSuchLine'
    const isOver = endSec * 1000 <= nowMs
    const span = { fromMs: startSec * 1000, toMs: Math.min(endSec * 1000, nowMs) }
    const [held, lines] = await Promise.all([heldOf(channel, span), health.linesOf(channel, nowMs)])
    // Of what has just begun no line may have anything yet.
    const own = chooseHolder(lines, line, held) ?? (isOver ? null : chooseLine(lines, line))
    const isHeld = own !== null && (held.get(own.id) ?? 0) >= heldShare * (endSec - startSec) * 1000
    const there = isOver && !isHeld ? await atSource(recorded, channel, part, { line, nowMs }) : null
    return there ?? (own && placeOn(channel, own.id, part)) ?? 'NoReplay'
  }
  return {
    between,
    async live(channelId, line, nowMs) {
      const channel = (await book()).byId.get(channelId)
      if (!channel) return 'NoSuchChannel'
      if (!hasLine(channel, line)) return 'NoSuchLine'
      const playing = chooseLine(await health.linesOf(channel, nowMs), line)
      return (playing && placeOn(channel, playing.id, { kind: 'live' })) ?? 'NothingOnAir'
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

const hasLine = ({ streams }: BookChannel, wanted: number): boolean =>
  wanted === 0 || streams.some(({ line }) => line === wanted)

/** Where a part plays on one of a channel's lines. */
function placeOn({ streams, dvrSec }: BookChannel, line: number, part: Part): Place | null {
  const stream = streams.find((one) => one.line === line)
  if (!stream) return null
  const file = part.kind === 'live' ? 'index.m3u8' : `${partName(part)}.m3u8`
  return { streamId: stream.id, line, file, dvrSec, quality: stream.quality }
}

/** Where a programme plays that the sources of a channel have: on the line that is wanted, or another that has it. */
async function atSource(
  recorded: Pick<RecordedStreams, 'askPast' | 'past'>,
  channel: BookChannel,
  part: Extract<Part, { kind: 'programme' }>,
  { line, nowMs }: { line: number; nowMs: number },
): Promise<Place | null> {
  const { startSec, endSec } = part
  const having = channel.streams.filter(({ catchupDays }) => startSec >= nowMs / 1000 - catchupDays * daySec)
  for (const stream of having.toSorted((a, b) => Number(b.line === line) - Number(a.line === line))) {
    const wish = { streamId: stream.id, startSec, endSec }
    const answer = await recorded.askPast(wish)
    if (answer === 'busy') return null
    if (answer === 'coming' && (await isComing(recorded, wish))) return placeOn(channel, stream.line, part)
  }
  return null
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
