import type { Slot } from './timetable-rules.ts'

/**
 * The times of all programmes of a guide in a packed array of 20 bytes per programme. Texts are staged in the database
 * meanwhile, so that memory stays small for guides of any size.
 */
export interface Timetable {
  /** Adds a programme to a station's channel. @param channelIndex index of the guide's channel that it came from */
  add(channelId: number, slot: Slot, channelIndex: number): void
  readonly channelIds: readonly number[]
  /** The programmes of a station's channel that came from one of the guide's channels. */
  slotsOf(channelId: number, channelIndex: number): Slot[]
}

const firstCapacity = 16_384
const fields = 5

export function createTimetable(): Timetable {
  let packed = new Uint32Array(firstCapacity * fields)
  let size = 0
  const byChannel = new Map<number, number[]>()
  return {
    add(channelId, { at, startSec, stopSec, digest }, channelIndex) {
      if ((size + 1) * fields > packed.length) {
        const larger = new Uint32Array(packed.length * 2)
        larger.set(packed)
        packed = larger
      }
      packed.set([at, startSec, stopSec ?? 0, digest, channelIndex], size * fields)
      const own = byChannel.get(channelId)
      if (own) own.push(size)
      else byChannel.set(channelId, [size])
      size++
    },
    get channelIds() {
      return [...byChannel.keys()]
    },
    slotsOf(channelId, channelIndex) {
      return (byChannel.get(channelId) ?? []).flatMap((place): Slot[] => {
        const [at = 0, startSec = 0, stopSec = 0, digest = 0, from = 0] = packed.subarray(place * fields)
        return from === channelIndex ? [{ at, startSec, stopSec: stopSec === 0 ? null : stopSec, digest }] : []
      })
    },
  }
}

/** 32-bit FNV-1a hash. */
export function digestOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
