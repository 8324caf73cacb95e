import { playToken } from '@yunmu/contract'
import { signScope } from '@yunmu/hls'
import { mountCall, type CallBook } from '../../../platform/mount-call.ts'
import type { MediaNeeds } from '../media-needs.ts'
import { expiryOf, scopeName } from '../media-scopes.ts'
import type { MediaStore } from '../media-store.ts'
import type { Tier } from '../media-tables.ts'
import { videosOf, visibleTo } from '../playlist-rules.ts'

export interface PlayTokenNeeds {
  store: Pick<MediaStore, 'published'>
  episodes: Pick<MediaNeeds['episodes'], 'find'>
  mediaKey: string
  mediaUrl: string
}

export function mountPlayToken(book: CallBook, { store, episodes, mediaKey, mediaUrl }: PlayTokenNeeds): void {
  mountCall(book, playToken, async ({ send, viewer, nowMs, refuse }) => {
    if (send.type !== 'vod' && send.type !== 'tv') return refuse('NothingToPlay')
    const nowSec = Math.floor(nowMs / 1000)
    const episode = await episodes.find({ titleId: send.id, sourceId: send.ids, level: send.level }, nowSec)
    if (typeof episode === 'string') return refuse(episode)
    if (episode.state === 'broken') return refuse('EpisodeBroken')
    if (episode.state !== 'ready' || episode.assetId === null) return refuse('EpisodeNotReady')
    const tier: Tier = viewer?.isVip === true ? 'vip' : 'std'
    if (episode.vip && tier !== 'vip') return refuse('VipNeeded')

    const asset = await store.published(episode.assetId)
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
