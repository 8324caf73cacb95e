import * as z from 'zod/mini'
import { playsCounted, titlesChanged } from './domains/catalog/index.ts'
import { defineJob } from './platform/jobs/jobs.ts'
import type { Platform } from './platform/platform.ts'
import { settleWaitingEpisodes, type Station } from './station.ts'

const flushEveryMs = 10_000
/** A process that is killed loses no more. */
const flushRecordsEveryMs = 5000
const recountEveryMinutes = 10
const settleEveryMinutes = 5
const airEveryMinutes = 5
const extendEveryMinutes = 60
const importEveryMinutes = 5
const turnEveryMs = 15_000
const noteSeenEveryMs = 60_000
const cleanEveryMinutes = 60
const sweepEveryMinutes = 24 * 60
/** A start has better things to do. */
const firstSweepAfterMs = 10 * 60_000

const sweep = defineJob('media.sweep', z.object({}))

/** What the station does again and again by itself. Returns what ends that which runs in this process alone. */
export function scheduleRounds({ jobs, events, clock, log }: Platform, station: Station): () => Promise<void> {
  const {
    accounts,
    captcha,
    catalog,
    danmaku,
    demo,
    guide,
    library,
    live,
    messages,
    moderation,
    mailer,
    search,
    third,
  } = station
  jobs.every('catalog.recount', recountEveryMinutes, async () => {
    await catalog.plays.recountRanks(clock.nowMs())
    events.announce(playsCounted, { ids: [] })
  })
  jobs.every('catalog.air', airEveryMinutes, async () => {
    const ids = await catalog.updates.promoteAired(Math.floor(clock.nowMs() / 1000))
    if (ids.length > 0) events.announce(titlesChanged, { ids })
  })
  jobs.every('episodes.settle', settleEveryMinutes, () => settleWaitingEpisodes(station, events))
  jobs.every(sweep.name, sweepEveryMinutes, () => station.media.sweep(clock.nowMs()))
  const sweeping = setTimeout(() => {
    jobs.enqueue(sweep, {}, { key: 'start' }).catch((err: unknown) => log.warn({ err }, 'old files were not swept'))
  }, firstSweepAfterMs)
  jobs.every('search.forget', 24 * 60, () => search.forget())
  jobs.every('demo.channels', extendEveryMinutes, () => demo.extendChannels())
  jobs.every('guide.import', importEveryMinutes, ({ signal }) => guide.importDue(signal))
  jobs.every('guide.forgetOld', 24 * 60, () => guide.deleteOld())
  jobs.every('live.forgetReports', 1, () => live.deleteOldReports())
  jobs.every('live.forgetOld', 24 * 60, () => live.deleteOld())
  jobs.every('library.forgetRemoved', 24 * 60, () => library.purgeRemoved())
  jobs.every('danmaku.makeWaiting', 1, ({ signal }) => danmaku.buildStalePieces({ signal }))
  jobs.every('danmaku.forgetOld', 24 * 60, () => danmaku.deleteOld())
  jobs.every('messages.forgetOld', 24 * 60, () => messages.deleteOld())
  jobs.every('moderation.forgetOld', 60, () => moderation.deleteOld())
  jobs.every('accounts.clean', cleanEveryMinutes, async () => {
    await Promise.all([accounts.clean(), captcha.removeExpired(), mailer.removeOld(), third.removeExpired()])
  })
  const flushing = [
    setInterval(() => {
      catalog.counter.flush().catch((err: unknown) => log.warn({ err }, 'plays wait: they could not be written'))
    }, flushEveryMs),
    setInterval(() => {
      search.flush().catch((err: unknown) => log.warn({ err }, 'searches wait: they could not be counted'))
    }, flushEveryMs),
    setInterval(() => {
      library.flush().catch((err: unknown) => log.warn({ err }, 'watch records wait: they could not be written'))
    }, flushRecordsEveryMs),
    setInterval(() => {
      live.flush().catch((err: unknown) => log.warn({ err }, 'watched time waits: it could not be written'))
    }, flushEveryMs),
    setInterval(() => {
      live.announceOnAirChanges().catch((err: unknown) => log.warn({ err }, 'what is on could not be read'))
    }, turnEveryMs),
    setInterval(() => {
      accounts
        .flushLastSeen()
        .catch((err: unknown) => log.warn({ err }, 'last uses of sessions wait: they could not be written'))
    }, noteSeenEveryMs),
  ]
  return async () => {
    clearTimeout(sweeping)
    for (const timer of flushing) clearInterval(timer)
    await Promise.all([
      catalog.counter.flush(),
      search.flush(),
      library.flush(),
      live.flush(),
      accounts.flushLastSeen(),
    ])
  }
}
