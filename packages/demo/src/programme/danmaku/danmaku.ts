import { danmakuBounds } from '@yunmu/contract'
import { seededRandom, type SeededRandom } from '../seeded-random.ts'
import { danmakuLines } from './danmaku-lines.ts'

/** A danmaku of an invented viewer. */
export interface DemoDanmaku {
  /** Milliseconds in the episode, or Unix milliseconds for a channel. */
  atMs: number
  mode: 'scroll' | 'top' | 'bottom'
  /** RGB in 24 bits. */
  color: number
  text: string
}

/** Length of the opening and the ending of a film, which have their own lines. */
const edgeSec = 9
const linesPerFilm = 36
const linesPerChannel = 40
/** Danmaku of channels are spread over this time before now. */
const channelSpanMs = 2 * 3_600_000

/** Most danmaku are white and scroll. */
function styleOf(random: SeededRandom): Pick<DemoDanmaku, 'mode' | 'color'> {
  const isColored = random.next() < 0.2
  const color = danmakuBounds.colors[Math.floor(random.next() * danmakuBounds.colors.length)] ?? 0xffffff
  const position = random.next()
  return { mode: position < 0.06 ? 'top' : position < 0.1 ? 'bottom' : 'scroll', color: isColored ? color : 0xffffff }
}

/** Returns the lines in random order; starts again when all were used. */
function shuffled(lines: readonly string[], random: SeededRandom): () => string {
  let left: string[] = []
  return () => {
    if (left.length === 0) left = [...lines]
    return left.splice(Math.floor(random.next() * left.length), 1)[0] ?? ''
  }
}

/** The danmaku of an episode; the same seed gives the same ones. @param slug of its title */
export function danmakuOfFilm(slug: string, durationSec: number, seed: string): DemoDanmaku[] {
  const random = seededRandom(`danmaku ${seed}`)
  const early = shuffled(danmakuLines.early, random)
  const late = shuffled(danmakuLines.late, random)
  const middle = shuffled([...danmakuLines.middle, ...(danmakuLines.byTitle[slug] ?? [])], random)
  return Array.from({ length: linesPerFilm }, (_, at) => {
    const share = at / linesPerFilm
    const text = share < 0.2 ? early() : share > 0.85 ? late() : middle()
    const [fromSec, toSec] =
      share < 0.2
        ? [0, edgeSec]
        : share > 0.85
          ? [durationSec - edgeSec, durationSec - 1]
          : [edgeSec, durationSec - edgeSec]
    // The mean of two numbers puts more danmaku in the middle of each part than at its ends.
    const within = (random.next() + random.next()) / 2
    return { atMs: Math.round((fromSec + within * (toSec - fromSec)) * 1000), text, ...styleOf(random) }
  })
}

/** The danmaku of a channel in the last two hours. */
export function danmakuOfChannel(seed: string, nowMs: number): DemoDanmaku[] {
  const random = seededRandom(`danmaku ${seed}`)
  const line = shuffled(danmakuLines.channel, random)
  return Array.from({ length: linesPerChannel }, () => ({
    atMs: nowMs - Math.round(random.next() * channelSpanMs),
    text: line(),
    ...styleOf(random),
  }))
}
