import { createBus } from '../../films/score/bus.ts'
import { seededRandom } from '../../seeded-random.ts'
import { isGoal, type FootballPlays, type Play } from '../football-plays.ts'

/** The sound of a stadium: a crowd that rises with the play, and the referee's whistle. */

const sampleRate = 48_000

/** How loud the crowd is around a play, and for how long after it. */
const excitement = (play: Play): { level: number; seconds: number } => {
  if (isGoal(play)) return { level: 0.34, seconds: 16 }
  if (play.kind === 'saved' || play.kind === 'penalty-missed') return { level: 0.16, seconds: 4 }
  return play.kind === 'wide' || play.kind === 'blocked' ? { level: 0.11, seconds: 3 } : { level: 0, seconds: 0 }
}

const isWhistled = ({ kind }: Play): boolean =>
  kind === 'foul' || kind === 'card' || kind === 'offside' || kind.startsWith('penalty')

/** Loudness of the crowd at a moment. */
function levelAt(plays: readonly Play[], atMs: number): number {
  let level = 0.05 + 0.012 * Math.sin(atMs / 4100) + 0.008 * Math.sin(atMs / 1700)
  for (const play of plays) {
    const { level: peak, seconds } = excitement(play)
    const after = (atMs - play.wallMs) / 1000
    if (after > -3 && after < seconds) level += after < 0 ? peak * 0.3 * (1 + after / 3) : peak * (1 - after / seconds)
  }
  return level
}

/**
 * Adds a match to the sound of a span.
 * @param fromMs start of the sound, Unix milliseconds
 */
export function addCrowd(
  sound: { left: Float32Array; right: Float32Array },
  { halves, plays }: FootballPlays,
  fromMs: number,
): void {
  const seconds = sound.left.length / sampleRate
  const near = plays.filter(({ wallMs }) => wallMs > fromMs - 20_000 && wallMs < fromMs + seconds * 1000 + 5000)
  const random = seededRandom(`stadium ${fromMs}`)
  let state = Math.floor(random.next() * 2 ** 31) | 1
  const noise = (): number => {
    // Xorshift (Marsaglia 2003): two million numbers for each second of stereo need no better one.
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state / 2 ** 31
  }
  const blockSize = 480
  let [left, right, low] = [0, 0, 0]
  for (let start = 0; start < sound.left.length; start += blockSize) {
    const level = levelAt(near, fromMs + (start / sampleRate) * 1000)
    const brightness = 0.05 + Math.min(0.12, level * 0.25)
    for (let at = start; at < Math.min(start + blockSize, sound.left.length); at++) {
      const common = noise()
      left += (common + 0.6 * noise() - left) * brightness
      right += (common + 0.6 * noise() - right) * brightness
      low += ((left + right) / 2 - low) * 0.008
      sound.left[at] = (left - low) * level * 2.6
      sound.right[at] = (right - low) * level * 2.6
    }
  }
  const whistles = [
    ...near.filter(isWhistled).map(({ wallMs }) => ({ atMs: wallMs, lengthSec: 0.45 })),
    ...halves.flatMap(({ startMs, endMs }) => [
      { atMs: startMs - 400, lengthSec: 0.5 },
      { atMs: endMs, lengthSec: 1.2 },
    ]),
  ]
  for (const { atMs, lengthSec } of whistles) addWhistle(sound, (atMs - fromMs) / 1000, lengthSec)
}

/** A pea whistle: a high tone with a fast trill. */
function addWhistle({ left, right }: { left: Float32Array; right: Float32Array }, startSec: number, lengthSec: number) {
  const first = Math.round(startSec * sampleRate)
  const count = Math.round(lengthSec * sampleRate)
  for (let at = Math.max(0, -first); at < count && first + at < left.length; at++) {
    const sec = at / sampleRate
    const envelope = Math.min(1, sec * 40, (lengthSec - sec) * 20)
    const trill = 0.6 + 0.4 * Math.sin(2 * Math.PI * 36 * sec)
    const value = 0.075 * envelope * trill * Math.sin(2 * Math.PI * 2850 * sec)
    left[first + at] = (left[first + at] ?? 0) + value
    right[first + at] = (right[first + at] ?? 0) + value * 0.9
  }
}

/** Silence of some seconds. */
export const silence = (seconds: number) => createBus(sampleRate, seconds)
