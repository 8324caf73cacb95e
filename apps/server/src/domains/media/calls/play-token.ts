import { playToken } from '@yunmu/contract'
import { signScope } from '@yunmu/hls'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import type { Playable } from '../../../platform/subjects.ts'
import type { MediaNeeds } from '../media-needs.ts'
import { expiryOf, lineExpiryOf, lineScope, scopeName } from '../media-scopes.ts'
import type { MediaStore } from '../media-store.ts'
import type { Tier } from '../media-tables.ts'
import { videosOf, visibleTo } from '../playlist-rules.ts'

type Line = Extract<Playable, { streamId: number }>

export interface PlayTokenNeeds {
  store: Pick<MediaStore, 'published'>
  subjects: Pick<MediaNeeds['subjects'], 'findPlayable'>
  mediaKey: string
  mediaUrl: string
}

/** `720P` and its height; 0 where it is not known. */
const heightOf = (quality: string): number => Number(/^(\d{3,4})P$/.exec(quality)?.[1] ?? 0)

export function mountPlayToken(book: CallBook, { store, subjects, mediaKey, mediaUrl }: PlayTokenNeeds): void {
  const lineToken = (place: Line, nowSec: number) => {
    const expires = lineExpiryOf(nowSec)
    const token = signScope({ secret: mediaKey, scope: lineScope(place.streamId), expiresSec: expires })
    const { line, dvrSec, quality, file } = place
    return {
      token,
      expires,
      url: `${mediaUrl}${token}/${file}`,
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
    }
  }
  mountCall(book, playToken, async ({ send, viewer, nowMs, refuse }) => {
    const { type, id, ids: line, level } = send
    const playable = await subjects.findPlayable({ type, id, line, level }, nowMs)
    if (typeof playable === 'string') return refuse(playable)
    const nowSec = Math.floor(nowMs / 1000)
    if ('streamId' in playable) return lineToken(playable, nowSec)
    const tier: Tier = viewer?.isVip === true ? 'vip' : 'std'
    if (playable.vip && tier !== 'vip') return refuse('VipNeeded')

    const asset = await store.published(playable.assetId)
    if (!asset) return refuse('EpisodeBroken')
    const videos = videosOf(visibleTo(tier, asset.renditions))
    if (videos.length === 0) return refuse('VipNeeded')
    const { assetId, version } = asset
    const expiresSec = expiryOf(asset.durationMs, nowSec)
    const sign = (role: 'master' | 'files', opens: Tier): string =>
      signScope({ secret: mediaKey, scope: scopeName({ role, assetId, version, tier: opens }), expiresSec })
    const token = sign('master', tier)
    return {
      token,
      expires: expiresSec,
      url: `${mediaUrl}${token}/master.m3u8`,
      qualities: videos.map((video) => ({
        name: video.label || video.name,
        height: video.height,
        vip: video.tier === 'vip',
      })),
      storyboard: asset.storyboard ? `${mediaUrl}${sign('files', 'std')}/storyboard/board.vtt` : null,
      ads: [],
      live: null,
    }
  })
}
