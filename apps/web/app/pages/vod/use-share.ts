import type { TitleDetail } from '@yunmu/contract'
import { shareableOf } from '../../domains/catalog/shareable.ts'
import { sourceOf } from '../../domains/media/episode-rules.ts'
import { useAbsolute } from '../../lib/boot/page-origin.ts'
import { openDialog } from '../../lib/shell/dialogs.ts'
import type { SharePicture } from '../../lib/shell/share-subject.ts'
import { vodUrl } from '../../lib/urls.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import type { Vod } from './use-vod.ts'

/** Frames before and after the current one, seconds. */
const frameOffsetsSec = [-6, 6]

interface ShareInput {
  detail: TitleDetail
  vod: Vod
  player: PlayerHandle
}

/** Returns a function that opens the share panel at the current second. Playback pauses until it is closed. */
export function useShare({ detail, vod, player }: ShareInput): () => void {
  const absolute = useAbsolute()
  const { level, lineId } = vod.panel
  return () => {
    const { paused, phase } = player.state.getState()
    const wasPlaying = phase === 'open' && !paused
    if (wasPlaying) player.pause()
    // Read after the pause: the link and the picture are of the second at which the player stands.
    const { positionSec, durationSec } = player.state.getState()
    const frame = player.captureFrame()
    const still = sourceOf(detail.sources, lineId)?.episodes.find((episode) => episode.level === level)?.img ?? ''
    const secs = frameOffsetsSec.map((by) => positionSec + by).filter((sec) => sec > 0 && sec < durationSec - 1)
    const own = shareableOf(detail)
    const stills: SharePicture[] = still === '' ? [] : [{ address: still, shape: 'wide' }]
    void openDialog('share', {
      ...own,
      part: vod.metadata.episode,
      isLive: false,
      atSec: phase === 'open' ? Math.floor(positionSec) : null,
      urlOf: (atSec) => absolute(vodUrl({ ...detail, level, atSec: atSec ?? undefined })),
      pictures: [...(frame ? [{ frame }] : []), ...stills, ...own.pictures],
      moreFrames: frame && secs.length > 0 ? (signal) => player.captureFrames(secs, signal) : null,
      lines: [...player.spokenNearby(), ...own.lines].slice(0, 3),
    }).then(() => wasPlaying && player.play())
  }
}
