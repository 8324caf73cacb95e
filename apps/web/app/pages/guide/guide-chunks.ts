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
