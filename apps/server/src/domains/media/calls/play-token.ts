import { playToken, type RefusalOf, type ReplyOf, type SendOf } from '@yunmu/contract'
import { signScope } from '@yunmu/hls'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { Playable, SubjectRef } from '../../../platform/subjects.ts'
import type { AssetFiles } from '../asset-files.ts'
import type { MediaNeeds } from '../media-needs.ts'
import { expiryOf, lineExpiryOf, lineScope, scopeName, vipExpiryOf } from '../media-scopes.ts'
import type { MediaStore, PublishedAsset } from '../media-store.ts'
import type { Tier } from '../media-tables.ts'
import { videosOf, visibleTo, withTiers } from '../playlist-rules.ts'
import { previewEndMs } from '../preview-rules.ts'
import type { PlayLeases } from '../streams/play-leases.ts'

type Line = Extract<Playable, { streamId: number }>
type Elsewhere = Extract<Playable, { addresses: unknown }>

export interface PlayTokenNeeds {
  store: Pick<MediaStore, 'published'>
  assetFiles: Pick<AssetFiles, 'rendition' | 'thumbnails'>
  subjects: MediaNeeds['subjects']
  waitSec: MediaNeeds['waitSec']
  leases: Pick<PlayLeases, 'claim'>
  rights: MediaNeeds['rights']
  locks: Pick<MediaNeeds['locks'], 'closedLines' | 'stateOf'>
  remoteUrl: MediaNeeds['remoteUrl']
  mediaKey: string
  mediaUrl: string
}

type Signing = Pick<PlayTokenNeeds, 'mediaKey' | 'mediaUrl'>

/** Picture height of a quality name such as `720P`; 0 if unknown. */
const heightOf = (quality: string): number => Number(/^(\d{3,4})P$/.exec(quality)?.[1] ?? 0)

/** Private addresses are the station's own: the browser's cookie reaches no other origin. */
const baseOf = ({ mediaUrl }: Signing, isPrivate: boolean): string => (isPrivate ? '' : mediaUrl)

export function mountPlayToken(registry: CallRegistry, needs: PlayTokenNeeds): void {
  mountCall(registry, playToken, ({ send, viewer, visitor, nowMs, refuse }) =>
    createToken(needs, { send, viewer, browserId: visitor.browser.id, agent: visitor.agent }, { nowMs, refuse }),
  )
}

/** Who asks for a token. Visitors without an account have no viewer, and programs no browser session. */
interface Player {
  send: SendOf<typeof playToken>
  viewer: { id: number; isVip: boolean; sessionId: string } | null
  browserId: string | null
  agent: string
}

/** Permission for a viewer to play, or a refusal. */
export async function createToken(
  needs: PlayTokenNeeds,
  { send, viewer, browserId, agent }: Player,
  { nowMs, refuse }: { nowMs: number; refuse: (refusal: RefusalOf<typeof playToken>, retryAfterSec?: number) => never },
): Promise<ReplyOf<typeof playToken>> {
  const { store, subjects, waitSec, leases, rights, locks } = needs
  const { ids: line, stream, ...asked } = send
  const closedLines = (subject: SubjectRef) => locks.closedLines(subject, browserId)
  const playable = await subjects.findPlayable({ ...asked, line, closedLines }, nowMs)
  if (playable === 'EpisodeNotReady') {
    const sec = await waitSec(asked.id)
    return refuse(playable, sec === null ? undefined : Math.ceil(sec))
  }
  if (typeof playable === 'string') return refuse(playable)
  const tier: Tier = viewer?.isVip === true ? 'vip' : 'std'
  const { vipMinHeight, previewSec, streams } = await rights()
  const isForVips = playable.vip
  const isPreview = isForVips && tier !== 'vip'
  // What lies elsewhere has no preview, because it cannot be cut, and neither has television.
  if (isPreview && (previewSec === 0 || !('assetId' in playable))) return refuse('VipNeeded')
  const lock = await locks.stateOf({ ...playable.subject, line: playable.line }, browserId)
  if (lock === 'closed') return refuse('PlayPasswordNeeded')
  const isPrivate = lock === 'open'
  const nowSec = Math.floor(nowMs / 1000)
  const claim = async (untilSec: number): Promise<void> => {
    if (!viewer) return
    const { id: userId, sessionId } = viewer
    const own = { userId, sessionId, stream: stream ?? sessionId, agent }
    const max = streams[tier === 'vip' ? 'vip' : 'user']
    if (!(await leases.claim(own, max, { nowSec, untilSec }))) refuse('TooManyStreams')
  }
  if ('streamId' in playable) {
    const expiresSec = lineExpiryOf(nowSec)
    await claim(expiresSec)
    return lineToken(needs, playable, { isPrivate, expiresSec })
  }
  if ('addresses' in playable) {
    const expiresSec = isForVips ? vipExpiryOf(nowSec) : expiryOf(playable.durationMs, nowSec)
    await claim(expiresSec)
    return remoteToken(needs, playable, { isVip: isForVips, isPrivate, expiresSec })
  }

  const stored = await store.published(playable.assetId)
  if (!stored) return refuse('EpisodeBroken')
  const asset = withTiers(stored, vipMinHeight)
  if (videosOf(visibleTo(tier, asset.renditions)).length === 0) return refuse('VipNeeded')
  const previewMs = isPreview ? await previewEnd(needs, asset, previewSec) : null
  if (previewMs === 0) return refuse('VipNeeded')
  const opensMore = tier === 'vip' && (isForVips || asset.renditions.some((rendition) => rendition.tier === 'vip'))
  const expiresSec = opensMore ? vipExpiryOf(nowSec) : expiryOf(asset.durationMs, nowSec)
  await claim(expiresSec)
  return assetToken(needs, asset, { tier, isForVips, previewMs, isPrivate, expiresSec })
}

/** When the preview of an asset ends, in milliseconds; 0 if it has none. */
async function previewEnd(
  { assetFiles }: Pick<PlayTokenNeeds, 'assetFiles'>,
  { assetId, version, renditions }: PublishedAsset,
  previewSec: number,
): Promise<number> {
  const [video] = videosOf(visibleTo('std', renditions))
  const whole = { assetId, version, tier: 'std' as const, previewMs: null }
  const rendition = video ? await assetFiles.rendition(whole, video.name) : null
  return rendition ? previewEndMs(rendition.segments, previewSec) : 0
}

interface AssetAccess {
  tier: Tier
  /** Whether it is an episode for VIPs. */
  isForVips: boolean
  /** When the preview ends; null for the whole. */
  previewMs: number | null
  isPrivate: boolean
  expiresSec: number
}

async function assetToken(
  { assetFiles, ...signing }: Signing & Pick<PlayTokenNeeds, 'assetFiles'>,
  asset: PublishedAsset,
  { tier, isForVips, previewMs, isPrivate, expiresSec }: AssetAccess,
): Promise<ReplyOf<typeof playToken>> {
  const { assetId, version } = asset
  const base = baseOf(signing, isPrivate)
  const videos = videosOf(visibleTo(tier, asset.renditions))
  const sign = (role: 'master' | 'files', scopeTier: Tier): string =>
    signScope({
      secret: signing.mediaKey,
      scope: scopeName({ role, assetId, version, tier: scopeTier, previewMs, isPrivate }),
      expiresSec,
    })
  const token = sign('master', tier)
  const shown = previewMs === null ? null : await assetFiles.thumbnails({ assetId, version, tier, previewMs })
  const hasStoryboard = asset.storyboard !== null && (previewMs === null || (shown ?? []).length > 0)
  return {
    token,
    expires: expiresSec,
    url: `${base}${token}/master.m3u8`,
    qualities: videos.map((video) => ({
      name: video.label || video.name,
      height: video.height,
      vip: video.tier === 'vip',
    })),
    storyboard: hasStoryboard ? `${base}${sign('files', isForVips ? tier : 'std')}/storyboard/board.vtt` : null,
    live: null,
    preview: previewMs === null ? null : { endSec: previewMs / 1000, durationSec: asset.durationMs / 1000 },
  }
}

/** The addresses of a film elsewhere, the best first: the player goes on to the next one by itself. */
function remoteToken(
  { remoteUrl }: Pick<PlayTokenNeeds, 'remoteUrl'>,
  { addresses }: Elsewhere,
  access: { isVip: boolean; isPrivate: boolean; expiresSec: number },
): ReplyOf<typeof playToken> {
  const remote = addresses.map((address) => ({
    id: address.id,
    kind: address.kind,
    url: remoteUrl(address, access),
  }))
  return {
    token: '',
    expires: access.expiresSec,
    url: remote[0]?.url ?? '',
    storyboard: null,
    qualities: [],
    live: null,
    preview: null,
    remote,
  }
}

function lineToken(
  signing: Signing,
  { streamId, line, dvrSec, quality, file }: Line,
  { isPrivate, expiresSec }: { isPrivate: boolean; expiresSec: number },
): ReplyOf<typeof playToken> {
  const token = signScope({ secret: signing.mediaKey, scope: lineScope({ streamId, isPrivate }), expiresSec })
  return {
    token,
    expires: expiresSec,
    url: `${baseOf(signing, isPrivate)}${token}/${file}`,
    storyboard: null,
    qualities: quality === '' ? [] : [{ name: quality, height: heightOf(quality), vip: false }],
    live: { line, dvrSec },
    preview: null,
  }
}
