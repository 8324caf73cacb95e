import type { Slot } from './timetable-rules.ts'

/**
 * The times of all programmes of a guide, packed: texts lie in the database meanwhile, so that a guide of any size takes
 * 20 bytes a programme here and not a kilobyte.
 */
export interface Timetable {
  /** Notes a programme of a channel. `origin` is the number of the guide's channel that says so. */
  add(channelId: number, slot: Slot, origin: number): void
  readonly channelIds: readonly number[]
  /** What one of the guide's channels says of a channel. */
  slotsOf(channelId: number, origin: number): Slot[]
}

const firstCapacity = 16_384
const fields = 5

export function createTimetable(): Timetable {
  let packed = new Uint32Array(firstCapacity * fields)
  let size = 0
  const byChannel = new Map<number, number[]>()
  return {
    add(channelId, { at, startSec, stopSec, digest }, origin) {
      if ((size + 1) * fields > packed.length) {
        const larger = new Uint32Array(packed.length * 2)
        larger.set(packed)
        packed = larger
      }
      packed.set([at, startSec, stopSec ?? 0, digest, origin], size * fields)
      const own = byChannel.get(channelId)
      if (own) own.push(size)
      else byChannel.set(channelId, [size])
      size++
    },
    get channelIds() {
      return [...byChannel.keys()]
    },
    slotsOf(channelId, origin) {
      return (byChannel.get(channelId) ?? []).flatMap((place): Slot[] => {
        const [at = 0, startSec = 0, stopSec = 0, digest = 0, from = 0] = packed.subarray(place * fields)
        return from === origin ? [{ at, startSec, stopSec: stopSec === 0 ? null : stopSec, digest }] : []
      })
    },
  }
}

/** The same for the same text, another for nearly every other (FNV-1a, 32 bits). */
export function digestOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
