import { playToken } from '@yunmu/contract'
import { signScope } from '@yunmu/hls'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { Playable, SubjectRef } from '../../../platform/subjects.ts'
import type { MediaNeeds } from '../media-needs.ts'
import { expiryOf, lineExpiryOf, lineScope, scopeName } from '../media-scopes.ts'
import type { MediaStore } from '../media-store.ts'
import type { Tier } from '../media-tables.ts'
import { videosOf, visibleTo } from '../playlist-rules.ts'

type Line = Extract<Playable, { streamId: number }>

export interface PlayTokenNeeds {
  store: Pick<MediaStore, 'published'>
  subjects: MediaNeeds['subjects']
  waitSec: MediaNeeds['waitSec']
  locks: Pick<MediaNeeds['locks'], 'closedLines' | 'stateOf'>
  mediaKey: string
  mediaUrl: string
}

/** Picture height of a quality name such as `720P`; 0 if unknown. */
const heightOf = (quality: string): number => Number(/^(\d{3,4})P$/.exec(quality)?.[1] ?? 0)

export function mountPlayToken(
  registry: CallRegistry,
  { store, subjects, waitSec, locks, mediaKey, mediaUrl }: PlayTokenNeeds,
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
    }
  }
  mountCall(registry, playToken, async ({ send, viewer, visitor, nowMs, refuse }) => {
    const { ids: line, ...asked } = send
    const browserId = visitor.browser.id
    const closedLines = (subject: SubjectRef) => locks.closedLines(subject, browserId)
    const playable = await subjects.findPlayable({ ...asked, line, closedLines }, nowMs)
    if (playable === 'EpisodeNotReady') {
      const sec = await waitSec(asked.id)
      return refuse(playable, sec === null ? undefined : Math.ceil(sec))
    }
    if (typeof playable === 'string') return refuse(playable)
    const tier: Tier = viewer?.isVip === true ? 'vip' : 'std'
    if ('vip' in playable && playable.vip && tier !== 'vip') return refuse('VipNeeded')
    const lock = await locks.stateOf({ ...playable.subject, line: playable.line }, browserId)
    if (lock === 'closed') return refuse('PlayPasswordNeeded')
    const isPrivate = lock === 'open'
    const nowSec = Math.floor(nowMs / 1000)
    if ('streamId' in playable) return lineToken(playable, isPrivate, nowSec)

    const asset = await store.published(playable.assetId)
    if (!asset) return refuse('EpisodeBroken')
    const videos = videosOf(visibleTo(tier, asset.renditions))
    if (videos.length === 0) return refuse('VipNeeded')
    const { assetId, version } = asset
    const expiresSec = expiryOf(asset.durationMs, nowSec)
    const sign = (role: 'master' | 'files', scopeTier: Tier): string =>
      signScope({
        secret: mediaKey,
        scope: scopeName({ role, assetId, version, tier: scopeTier, isPrivate }),
        expiresSec,
      })
    const token = sign('master', tier)
    return {
      token,
      expires: expiresSec,
      url: `${baseOf(isPrivate)}${token}/master.m3u8`,
      qualities: videos.map((video) => ({
        name: video.label || video.name,
        height: video.height,
        vip: video.tier === 'vip',
      })),
      storyboard: asset.storyboard ? `${baseOf(isPrivate)}${sign('files', 'std')}/storyboard/board.vtt` : null,
      ads: [],
      live: null,
    }
  })
}
