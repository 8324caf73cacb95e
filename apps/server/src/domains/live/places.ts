import type { BookChannel, ChannelBook } from './channel-book.ts'
import type { LineHealth } from './line-health.ts'
import { chooseLine } from './line-rules.ts'
import type { LiveGuide } from './live-needs.ts'
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

export function createPlaces({
  book,
  health,
  guide,
}: {
  book: () => Promise<ChannelBook>
  health: Pick<LineHealth, 'linesOf'>
  guide: Pick<LiveGuide, 'programme'>
}): Places {
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
    return (await placeOf(channel, part, line, nowMs)) ?? 'NoReplay'
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
