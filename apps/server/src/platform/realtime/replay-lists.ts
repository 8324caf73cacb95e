import type { Danmaku } from '@yunmu/contract'
import type { SentDanmaku } from './realtime-needs.ts'

/** Maximum number of replayed danmaku: more than a screen shows, and packs contain the rest. */
const maxReplayed = 200
/** Replay windows start on fixed steps, so that many clients can share one reply. */
const windowStep = 20
/** A danmaku that was sent earlier may be stored and received this much later than the next one. */
const overlapMs = 5000
/** A received danmaku. */
export interface ReceivedDanmaku extends SentDanmaku {
  /** Increases with each received danmaku. */
  position: number
}

/** One shared empty list, so that frames can be cached by list identity. */
export const noDanmaku: readonly Danmaku[] = []

const withoutLeadingZeros = (id: string): string => (id.startsWith('0') ? id.replace(/^0+/, '') : id)

/** Compares ids as digit strings: ids increase. */
export function isLater(id: string, than: string): boolean {
  const [one, other] = [withoutLeadingZeros(id), withoutLeadingZeros(than)]
  return one.length === other.length ? one > other : one.length > other.length
}

/**
 * The index in `list` from which a client that has danmaku `id` needs replay.
 * @param known that danmaku, if the list contains it
 */
function startIndex(
  list: readonly ReceivedDanmaku[],
  known: ReceivedDanmaku | undefined,
  id: string,
  nowMs: number,
): number {
  const next = list.findIndex(({ danmaku }) => isLater(danmaku.id, id))
  const sinceMs = ((known ?? list[next])?.sentMs ?? nowMs) - overlapMs
  const overlap = list.findIndex(({ sentMs }) => sentMs >= sinceMs)
  const candidates = [next, overlap].filter((at) => at >= 0)
  return Math.max(list.length - maxReplayed, Math.min(list.length, ...candidates))
}

/** Lists of danmaku to replay to reconnected pages, shared by pages with the same window until `clear`. */
export interface ReplayLists {
  /** @param received by id, in the order of their positions */
  after(received: ReadonlyMap<string, ReceivedDanmaku>, id: string, nowMs: number): readonly Danmaku[]
  /** Drops the lists, because the received danmaku changed. */
  clear(): void
}

export function createReplayLists(): ReplayLists {
  const lists = new Map<number, readonly Danmaku[]>()
  let allReceived: readonly ReceivedDanmaku[] | null = null
  return {
    after(received, id, nowMs) {
      const list = (allReceived ??= [...received.values()])
      const position = list[startIndex(list, received.get(id), id, nowMs)]?.position
      if (position === undefined) return noDanmaku
      const start = Math.floor(position / windowStep) * windowStep
      const replayed = lists.get(start) ?? list.filter((one) => one.position >= start).map(({ danmaku }) => danmaku)
      lists.set(start, replayed)
      return replayed
    },
    clear() {
      lists.clear()
      allReceived = null
    },
  }
}
