import { playToken } from '@yunmu/contract'
import { signScope } from '@yunmu/hls'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { Playable, SubjectRef } from '../../../platform/subjects.ts'
import type { MediaNeeds } from '../media-needs.ts'
import type { AssetFiles } from '../asset-files.ts'
import { expiryOf, lineExpiryOf, lineScope, scopeName, vipExpiryOf } from '../media-scopes.ts'
import type { MediaStore, PublishedAsset } from '../media-store.ts'
import type { Tier } from '../media-tables.ts'
import type { PlayLeases } from '../streams/play-leases.ts'
import { videosOf, visibleTo, withTiers } from '../playlist-rules.ts'
import { previewEndMs } from '../preview-rules.ts'

type Line = Extract<Playable, { streamId: number }>

export interface PlayTokenNeeds {
  store: Pick<MediaStore, 'published'>
  assetFiles: Pick<AssetFiles, 'rendition' | 'thumbnails'>
  subjects: MediaNeeds['subjects']
  waitSec: MediaNeeds['waitSec']
  leases: Pick<PlayLeases, 'claim'>
  rights: MediaNeeds['rights']
  locks: Pick<MediaNeeds['locks'], 'closedLines' | 'stateOf'>
  mediaKey: string
  mediaUrl: string
}

/** Picture height of a quality name such as `720P`; 0 if unknown. */
const heightOf = (quality: string): number => Number(/^(\d{3,4})P$/.exec(quality)?.[1] ?? 0)

export function mountPlayToken(
  registry: CallRegistry,
  { store, assetFiles, subjects, waitSec, leases, rights, locks, mediaKey, mediaUrl }: PlayTokenNeeds,
): void {
  /** Private addresses are the station's own: the browser's cookie reaches no other origin. */
  const baseOf = (isPrivate: boolean): string => (isPrivate ? '' : mediaUrl)

  const lineToken = (location: Line, isPrivate: boolean, nowSec: number) => {
    const expires = lineExpiryOf(nowSec)
    const { streamId, line, dvrSec, quality, file } = location
    const token = signScope({ secret: mediaKey, scope: lineScope({ streamId, isPrivate }), expiresSec: expires })
    return {
      token,
      expires,
      url: `${baseOf(isPrivate)}${token}/${file}`,
      storyboard: null,
      ads: [],
      qualities:
        quality === ''
          ? []
          : [
              {
                name: quality,
                height: heightOf(quality),
                vip: false,
              },
            ],
      live: { line, dvrSec },
      preview: null,
    }
  }

  /** When the preview of an asset ends; 0 if it has none. */
  const previewEnd = async (asset: PublishedAsset, previewSec: number): Promise<number> => {
    const { assetId, version } = asset
    const [video] = videosOf(visibleTo('std', asset.renditions))
    const whole = { assetId, version, tier: 'std' as const, previewMs: null }
    const rendition = video && previewSec > 0 ? await assetFiles.rendition(whole, video.name) : null
    return rendition ? previewEndMs(rendition.segments, previewSec) : 0
  }
  mountCall(registry, playToken, async ({ send, viewer, visitor, nowMs, refuse }) => {
    const { ids: line, stream, ...asked } = send
    const browserId = visitor.browser.id
    const closedLines = (subject: SubjectRef) => locks.closedLines(subject, browserId)
    const playable = await subjects.findPlayable({ ...asked, line, closedLines }, nowMs)
    if (playable === 'EpisodeNotReady') {
      const sec = await waitSec(asked.id)
      return refuse(playable, sec === null ? undefined : Math.ceil(sec))
    }
    if (typeof playable === 'string') return refuse(playable)
    const tier: Tier = viewer?.isVip === true ? 'vip' : 'std'
    const { vipMinHeight, previewSec, streams } = await rights()
    const isForVips = 'vip' in playable && playable.vip
    const isPreview = isForVips && tier !== 'vip'
    if (isPreview && previewSec === 0) return refuse('VipNeeded')
    const lock = await locks.stateOf({ ...playable.subject, line: playable.line }, browserId)
    if (lock === 'closed') return refuse('PlayPasswordNeeded')
    const isPrivate = lock === 'open'
    const nowSec = Math.floor(nowMs / 1000)
    const claim = async (): Promise<void> => {
      if (!viewer) return
      const own = { userId: viewer.id, stream: stream ?? viewer.sessionId, agent: visitor.agent }
      if (!(await leases.claim(own, streams[tier === 'vip' ? 'vip' : 'user'], nowSec))) refuse('TooManyStreams')
    }
    if ('streamId' in playable) {
      await claim()
      return lineToken(playable, isPrivate, nowSec)
    }

    const stored = await store.published(playable.assetId)
    if (!stored) return refuse('EpisodeBroken')
    const asset = withTiers(stored, vipMinHeight)
    const videos = videosOf(visibleTo(tier, asset.renditions))
    if (videos.length === 0) return refuse('VipNeeded')
    const previewMs = isPreview ? await previewEnd(asset, previewSec) : null
    if (previewMs === 0) return refuse('VipNeeded')
    await claim()
    const { assetId, version } = asset
    const opensMore = tier === 'vip' && (isForVips || videos.some((video) => video.tier === 'vip'))
    const expiresSec = opensMore ? vipExpiryOf(nowSec) : expiryOf(asset.durationMs, nowSec)
    const sign = (role: 'master' | 'files', scopeTier: Tier): string =>
      signScope({
        secret: mediaKey,
        scope: scopeName({ role, assetId, version, tier: scopeTier, previewMs, isPrivate }),
        expiresSec,
      })
    const token = sign('master', tier)
    const shown = previewMs === null ? null : await assetFiles.thumbnails({ assetId, version, tier, previewMs })
    const hasStoryboard = asset.storyboard !== null && (previewMs === null || (shown ?? []).length > 0)
    return {
      token,
      expires: expiresSec,
      url: `${baseOf(isPrivate)}${token}/master.m3u8`,
      qualities: videos.map((video) => ({
        name: video.label || video.name,
        height: video.height,
        vip: video.tier === 'vip',
      })),
      storyboard: hasStoryboard ? `${baseOf(isPrivate)}${sign('files', 'std')}/storyboard/board.vtt` : null,
      ads: [],
      live: null,
      preview: previewMs === null ? null : { endSec: previewMs / 1000, durationSec: asset.durationMs / 1000 },
    }
  })
}
