import { playsCounted } from './domains/catalog/index.ts'
import { settleWaitingEpisodes, type Ground, type Station } from './station.ts'

const flushEveryMs = 10_000
const recountEveryMinutes = 10
const settleEveryMinutes = 5

/** What the station does again and again by itself. Returns what ends that which runs in this process alone. */
export function scheduleRounds({ jobs, events, clock, log }: Ground, station: Station): () => Promise<void> {
  const { catalog } = station
  jobs.every('catalog.recount', recountEveryMinutes, async () => {
    await catalog.plays.recountRanks(clock.nowMs())
    events.announce(playsCounted, { ids: [] })
  })
  jobs.every('episodes.settle', settleEveryMinutes, () => settleWaitingEpisodes(station, events))
  const flushing = setInterval(() => {
    catalog.counter.flush().catch((err: unknown) => log.warn({ err }, 'plays wait: they could not be written'))
  }, flushEveryMs)
  return async () => {
    clearInterval(flushing)
    await catalog.counter.flush()
  }
}
