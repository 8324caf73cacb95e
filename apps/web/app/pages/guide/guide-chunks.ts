/** Channels that are asked for together, so that scrolling asks seldom and every way to the same row asks alike. */
const chunkSize = 15

/** A question to the guide: some channels on a day. */
export interface GuideChunk {
  ids: number[]
  day: string
}

/** What to ask for to know the shown channels on some days. Chunks are those of all channels, whatever is shown. */
export function chunksFor(
  all: readonly { id: number }[],
  shown: readonly { id: number }[],
  days: readonly string[],
): GuideChunk[] {
  const place = new Map(all.map(({ id }, at) => [id, Math.floor(at / chunkSize)]))
  const needed = new Set(shown.map(({ id }) => place.get(id)).filter((at) => at !== undefined))
  return [...needed]
    .toSorted((one, other) => one - other)
    .flatMap((at) => {
      const ids = all.slice(at * chunkSize, (at + 1) * chunkSize).map(({ id }) => id)
      return days.map((day) => ({ ids, day }))
    })
}

/** What the call sends; today has a word of its own. */
export const sendOf = ({ ids, day }: GuideChunk, today: string) => ({ ids, day: day === today ? '0' : day })

interface Timed {
  id: number
  start: number
}

export type DayJoiner<Item> = (channelId: number, days: readonly (readonly Item[])[]) => readonly Item[]

/**
 * Makes one list of a channel's days, in which a programme that runs over midnight stands once. The same days make the
 * same list: what is drawn from it need not be drawn anew.
 */
export function createDayJoiner<Item extends Timed>(): DayJoiner<Item> {
  const joined = new Map<number, { days: readonly (readonly Item[])[]; list: readonly Item[] }>()
  return (channelId, days) => {
    const known = joined.get(channelId)
    if (known && known.days.length === days.length && days.every((day, at) => day === known.days[at])) return known.list
    const list = [...new Map(days.flat().map((one) => [one.id, one])).values()].toSorted(
      (one, other) => one.start - other.start,
    )
    joined.set(channelId, { days, list })
    return list
  }
}
