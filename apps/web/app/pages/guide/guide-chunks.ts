/** Number of channels per call, so that scrolling makes few calls and equal positions make equal calls. */
const chunkSize = 15

/** Input of one guide call: some channels on a day. */
export interface GuideChunk {
  ids: number[]
  day: string
}

/** Calls needed for the shown channels on some days. Chunks divide all channels, independent of which are shown. */
export function chunksFor(
  all: readonly { id: number }[],
  shown: readonly { id: number }[],
  days: readonly string[],
): GuideChunk[] {
  const chunkOf = new Map(all.map(({ id }, at) => [id, Math.floor(at / chunkSize)]))
  const needed = new Set(shown.map(({ id }) => chunkOf.get(id)).filter((at) => at !== undefined))
  return [...needed]
    .toSorted((one, other) => one - other)
    .flatMap((at) => {
      const ids = all.slice(at * chunkSize, (at + 1) * chunkSize).map(({ id }) => id)
      return days.map((day) => ({ ids, day }))
    })
}

/** Call input; today is `0`. */
export const inputOf = ({ ids, day }: GuideChunk, today: string) => ({ ids, day: day === today ? '0' : day })

interface Timed {
  id: number
  start: number
}

export type DayJoiner<Item> = (channelId: number, days: readonly (readonly Item[])[]) => readonly Item[]

/**
 * Joins the days of a channel into one list without duplicates (programmes that run over midnight). The same days
 * return the same list, so that nothing is re-rendered.
 */
export function createDayJoiner<Item extends Timed>(): DayJoiner<Item> {
  const cache = new Map<number, { days: readonly (readonly Item[])[]; list: readonly Item[] }>()
  return (channelId, days) => {
    const cached = cache.get(channelId)
    if (cached && cached.days.length === days.length && days.every((day, at) => day === cached.days[at]))
      return cached.list
    const list = [...new Map(days.flat().map((one) => [one.id, one])).values()].toSorted(
      (one, other) => one.start - other.start,
    )
    cache.set(channelId, { days, list })
    return list
  }
}
