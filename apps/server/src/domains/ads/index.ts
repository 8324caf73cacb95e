import type { AdEvent } from '@yunmu/contract'
import * as z from 'zod/mini'
import { jobHandler, type DomainModule } from '../../platform/domain-module.ts'
import { EgressError } from '../../platform/egress/egress.ts'
import { appendAudit, commandEntry, type NewAuditEntry } from '../../platform/audit/audit.ts'
import { isCrawler } from '../../platform/http/admission/crawlers.ts'
import type { Visitor } from '../../platform/calls/mount-call.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { createKeyedHash } from '../../platform/process/keyed-hash.ts'
import { createAdCounter, type AdCounter } from './ad-counter.ts'
import { parseAd, type AdInput, type AdRefusal } from './ad-rules.ts'
import { holderOf, readAdToken } from './ad-token-rules.ts'
import { createAdUsesStore, type AdCount, type AdUsesStore } from './ad-uses-store.ts'
import { adsChanged } from './ads-events.ts'
import type { AdsNeeds, AdsParts } from './ads-needs.ts'
import { placesOf, type AdPlaces } from './ad-place-rules.ts'
import { createAdsStore, type Ad } from './ads-store.ts'
import type { AdsTables } from './ads-tables.ts'
import { mountAdBreak } from './calls/ad-break.ts'
import { mountIndexAnchorCheck } from './calls/index-anchor-check.ts'
import { fetchVideo } from './vast/fetch-video.ts'
import { resolveVast } from './vast/resolve-vast.ts'
import { createTrackerNotifier } from './vast/tracker-notifier.ts'
import { fetchedVideoName, videoName } from './vast/video-name.ts'
import { adsExchange } from './ads-exchange.ts'

/** An advertisement in the audit log: its picture and its piece of a page may be large. */
const auditedAd = ({ img: _img, html: _html, ...ad }: Omit<Ad, 'id'>): Omit<Ad, 'id' | 'img' | 'html'> => ad

/** Advertisements, managed by the operator, and how often they were shown and clicked. */
export interface Ads {
  /** All, newest first. */
  list(): Promise<Ad[]>
  /** Stores an advertisement. Returns its id, or why it is invalid. */
  add(input: AdInput, nowSec: number): Promise<number | AdRefusal>
  /** False if there is no such advertisement. */
  remove(id: number): Promise<boolean>
  /** Places that have an advertisement now. */
  places(): Promise<AdPlaces>
  /** Buffers an impression or click. What robots report is ignored. */
  count(hit: { id: number; token: string; event: AdEvent }, visitor: Visitor): 'counted' | 'already' | 'invalid'
  /** By day and advertisement, newest first. Days are YYYY-MM-DD and inclusive. */
  report(fromDay: string, toDay: string): Promise<AdCount[]>
  /** Writes what is buffered. */
  flush(): Promise<void>
  /** Stores a video of an outside address or of bytes. Returns its address; null if it cannot be used. */
  storeVideo(from: string | Buffer): Promise<string | null>
  readonly module: DomainModule
}

type AdsPlatform = Pick<Platform, 'db' | 'events' | 'clock' | 'secrets' | 'egress' | 'jobs' | 'log'>

/** How long a video that no advertisement names is stored: ad servers offer the same for weeks. */
const videoLifetimeMs = 30 * 24 * 3600 * 1000

/** Ad servers may name another video for each viewer, or what is no video: a fetch of 50 MB is not made for each of them. */
const fetchIntervalSec = 300

const fetchVideoJob = defineJob('ads.fetchVideo', z.object({ adId: z.int(), url: z.string() }))

export function createAds(platform: AdsPlatform, needs: AdsNeeds): Ads {
  const { events, clock, egress, jobs } = platform
  const db = platform.db.withTables<AdsTables>()
  const [store, uses] = [createAdsStore(db), createAdUsesStore(db)]
  const hash = createKeyedHash(platform.secrets.tokenKey)
  const counter = createTellingCounter(platform, uses)
  const parts: AdsParts = {
    ...needs,
    store,
    uses,
    counter,
    hash,
    resolveVast: (tag) => resolveVast(egress, tag),
    async fetchVideo(adId, url) {
      const sec = nowSec(clock)
      if (await store.claimFetch(adId, sec - fetchIntervalSec, sec))
        await jobs.enqueue(fetchVideoJob, { adId, url }, { maxAttempts: 1, key: `ads ${adId}`, queue: 'ads' })
    },
  }
  const storeVideo = async (from: string | Buffer): Promise<string | null> => {
    const bytes = typeof from === 'string' ? await fetchVideo(egress, from) : from
    const name = videoName(typeof from === 'string' ? from : from.toString('base64'))
    return bytes && (await needs.videos.store(name, bytes)) ? await needs.videos.urlOf(name) : null
  }
  const adEntry = (act: string, id: number, change: { before: unknown; after: unknown }): NewAuditEntry =>
    commandEntry(clock, { domain: 'ads', act, subject: `ad ${id}`, ...change })
  return {
    list: store.list,
    async add(input, sec) {
      const ad = parseAd(input)
      if (typeof ad === 'string') return ad
      const id = await platform.db.transaction().execute(async (tx) => {
        const added = await createAdsStore(tx.withTables<AdsTables>()).add(ad, sec)
        await appendAudit(tx, adEntry('ad add', added, { before: null, after: auditedAd(ad) }))
        return added
      })
      events.announce(adsChanged, {})
      return id
    },
    async remove(id) {
      const isRemoved = await platform.db.transaction().execute(async (tx) => {
        const inTx = createAdsStore(tx.withTables<AdsTables>())
        const ad = (await inTx.list()).find((each) => each.id === id)
        if (!ad || !(await inTx.remove(id))) return false
        await appendAudit(tx, adEntry('ad remove', id, { before: auditedAd(ad), after: null }))
        return true
      })
      if (isRemoved) events.announce(adsChanged, {})
      return isRemoved
    },
    places: async () => placesOf(await store.list(), nowSec(clock)),
    count({ id, token, event }, by) {
      if (isCrawler(by.agent)) return 'already'
      const given = readAdToken(hash, token, by, nowSec(clock))
      if (!given || given.adId !== id) return 'invalid'
      const { nonce } = given
      const use = { adId: id, nonce, event, holder: holderOf(hash, nonce, by) }
      return counter.add({ ...use, visitor: by.dayKey, network: by.networkKey }) ? 'counted' : 'already'
    },
    report: uses.report,
    flush: counter.flush,
    storeVideo,
    module: moduleOf(platform, needs, parts),
  }
}

function moduleOf(platform: AdsPlatform, { videos }: AdsNeeds, parts: AdsParts): DomainModule {
  const { clock, egress } = platform
  const { store, uses, counter } = parts
  return {
    name: 'ads',
    exchange: adsExchange(platform),
    calls(registry) {
      mountAdBreak(registry, parts)
      mountIndexAnchorCheck(registry, parts)
    },
    jobs: [
      jobHandler(fetchVideoJob, async ({ adId, url }, { signal }) => {
        const bytes = await fetchVideo(egress, url, signal)
        if (bytes) await videos.store(fetchedVideoName(adId, url), bytes)
      }),
    ],
    schedules: [
      { name: 'ads.removeOld', everyMinutes: 60, run: () => uses.removeOld(clock.nowMs()) },
      {
        name: 'ads.sweepVideos',
        everyMinutes: 24 * 60,
        async run() {
          const used = (await store.list()).map(({ source }) => source)
          await videos.sweep(used, clock.nowMs() - videoLifetimeMs)
        },
      },
    ],
    timers: [{ name: 'ads.flush', everyMs: 5000, run: counter.flush, runsAtClose: true }],
  }
}

/** A counter that tells ad servers of what counted. */
function createTellingCounter({ egress, clock, log }: AdsPlatform, uses: AdUsesStore): AdCounter {
  const notifier = createTrackerNotifier({
    send: (url) => notifyTracker(egress, url),
    clock,
    onError: (err) => log.error({ err }, 'telling an ad server failed'),
  })
  return createAdCounter({
    store: uses,
    clock,
    async onCounted(counted) {
      notifier.tell(await uses.trackersOf(counted))
    },
  })
}

/** Tells an ad server of an impression or click, once: whether it arrived is the ad server's affair. */
async function notifyTracker(egress: AdsPlatform['egress'], url: string): Promise<void> {
  try {
    await (await egress.get(url, { maxBytes: 64 * 1024, timeoutMs: 5000 })).bytes()
  } catch (err) {
    if (!(err instanceof EgressError)) throw err
  }
}

export { adsChanged }
export type { Ad, AdCount, AdRefusal, AdInput }
