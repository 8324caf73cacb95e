import { adAnchors, adBreak, type FilmAd } from '@yunmu/contract'
import { chooseAd } from '@yunmu/contract/choose-ad'
import { randomBytes } from 'node:crypto'
import { isCrawler } from '../../../platform/http/admission/crawlers.ts'
import { mountCall, type CallRegistry, type Visitor } from '../../../platform/calls/mount-call.ts'
import { maxVideoSec, vastAdType } from '../ad-rules.ts'
import { issueAdToken } from '../ad-token-rules.ts'
import type { AdsParts } from '../ads-needs.ts'
import type { Ad } from '../ads-store.ts'
import { fetchedVideoName } from '../vast/video-name.ts'

/** A household that zaps through episodes. */
const limit = { points: 60, perSec: 60 }

export function mountAdBreak(registry: CallRegistry, parts: AdsParts): void {
  const { store, uses, counter } = parts
  const shownToday = async (visitor: string, capped: readonly number[], nowMs: number) => {
    const shows = await uses.shownToday(visitor, nowMs)
    for (const [id, count] of counter.pendingShows(visitor)) shows.set(id, (shows.get(id) ?? 0) + count)
    for (const id of capped) shows.set(id, Infinity)
    return shows
  }
  mountCall(
    registry,
    adBreak,
    async ({ send: { platform, category, capped }, viewer, visitor, nowMs }) => {
      if (viewer?.isVip === true || isCrawler(visitor.agent)) return { ad: null }
      const nowSec = Math.floor(nowMs / 1000)
      const ads = await store.shown(platform, adAnchors.beforeFilm, nowSec)
      if (ads.length === 0) return { ad: null }
      const ad = chooseAd(
        ads,
        {
          anchor: adAnchors.beforeFilm,
          category: category === 0 ? null : category,
          shownToday: await shownToday(visitor.dayKey, capped, nowMs),
        },
        Math.random(),
      )
      const filmAd = ad?.type === vastAdType ? filmAdOfTag : filmAdOf
      return { ad: ad && (await filmAd(parts, ad, { visitor, nowSec })) }
    },
    { limit },
  )
}

const newNonce = (): string => randomBytes(16).toString('base64url')

interface Asked {
  visitor: Visitor
  nowSec: number
}

function filmAdOf({ hash }: AdsParts, ad: Ad, { visitor, nowSec }: Asked): FilmAd {
  return {
    id: ad.id,
    token: issueAdToken(hash, { adId: ad.id, nonce: newNonce() }, visitor, nowSec),
    url: ad.source,
    seconds: ad.seconds,
    skipAfterSec: ad.skipAfterSec,
    uri: ad.uri,
    dailyCap: ad.dailyCap,
  }
}

/** Null if the ad server has none, is slow, or offers a video that is not stored yet: that is fetched for later viewers. */
async function filmAdOfTag(parts: AdsParts, ad: Ad, asked: Asked): Promise<FilmAd | null> {
  const { hash, uses, videos } = parts
  const { visitor, nowSec } = asked
  const video = await parts.resolveVast(ad.source)
  if (!video) return null
  const url = await videos.urlOf(fetchedVideoName(ad.id, video.url))
  if (url === null) {
    await parts.fetchVideo(ad.id, video.url)
    return null
  }
  const nonce = newNonce()
  const { impressions: shows, clickTracking: clicks } = video
  if (shows.length + clicks.length > 0) await uses.saveTrackers({ nonce, adId: ad.id, shows, clicks }, nowSec)
  return {
    ...filmAdOf(parts, ad, asked),
    token: issueAdToken(hash, { adId: ad.id, nonce }, visitor, nowSec),
    url,
    seconds: Math.min(Math.ceil(video.durationSec) || ad.seconds, maxVideoSec),
    skipAfterSec: video.skipAfterSec === null ? ad.skipAfterSec : Math.ceil(video.skipAfterSec),
    uri: video.clickThrough,
  }
}
