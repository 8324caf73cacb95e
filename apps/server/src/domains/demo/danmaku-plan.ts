import { danmakuBounds } from '@yunmu/contract'
import type { DanmakuToSay } from './demo-needs.ts'
import { diceOf, type Dice } from './films/dice.ts'
import { viewersLines } from './programme/viewers-lines.ts'

/** Seconds at both ends of a film in which viewers greet and part. */
const edgeSec = 9
/** Of a film, and of a channel. */
const perFilm = 36
const perChannel = 40
/** How far back viewers of channels have talked. */
const talkedMs = 2 * 3_600_000

/** How one looks: mostly plain, as nearly all are. */
function lookOf(dice: Dice): Pick<DanmakuToSay, 'mode' | 'color'> {
  const isColored = dice.next() < 0.2
  const color = danmakuBounds.colors[Math.floor(dice.next() * danmakuBounds.colors.length)] ?? 0xffffff
  const place = dice.next()
  return { mode: place < 0.06 ? 'top' : place < 0.1 ? 'bottom' : 'scroll', color: isColored ? color : 0xffffff }
}

/** One of some lines that has not been said for as long as there are others. */
function turnsOf(lines: readonly string[], dice: Dice): () => string {
  let left: string[] = []
  return () => {
    if (left.length === 0) left = [...lines]
    return left.splice(Math.floor(dice.next() * left.length), 1)[0] ?? ''
  }
}

/** What viewers say over a film: the same for the same seed. `film` is the name of its script. */
export function danmakuOfFilm(film: string, durationSec: number, seed: string): DanmakuToSay[] {
  const dice = diceOf(`danmaku ${seed}`)
  const early = turnsOf(viewersLines.early, dice)
  const late = turnsOf(viewersLines.late, dice)
  const middle = turnsOf([...viewersLines.middle, ...(viewersLines.ofFilm[film] ?? [])], dice)
  return Array.from({ length: perFilm }, (_, at) => {
    const share = at / perFilm
    const text = share < 0.2 ? early() : share > 0.85 ? late() : middle()
    const [fromSec, toSec] =
      share < 0.2
        ? [0, edgeSec]
        : share > 0.85
          ? [durationSec - edgeSec, durationSec - 1]
          : [edgeSec, durationSec - edgeSec]
    // Twice the dice: more in the middle of each part than at its ends.
    const within = (dice.next() + dice.next()) / 2
    return { atMs: Math.round((fromSec + within * (toSec - fromSec)) * 1000), text, ...lookOf(dice) }
  })
}

/** What viewers of a channel have said in the last two hours. */
export function danmakuOfChannel(seed: string, nowMs: number): DanmakuToSay[] {
  const dice = diceOf(`danmaku ${seed}`)
  const line = turnsOf(viewersLines.onAir, dice)
  return Array.from({ length: perChannel }, () => ({
    atMs: nowMs - Math.round(dice.next() * talkedMs),
    text: line(),
    ...lookOf(dice),
  }))
}
