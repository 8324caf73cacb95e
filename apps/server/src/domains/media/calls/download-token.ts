import { chinaDay } from '@yunmu/contract/china-time'
import { downloadToken } from '@yunmu/contract'
import { signScope } from '@yunmu/hls'
import { mountCall, type CallRegistry, type Handler } from '../../../platform/calls/mount-call.ts'
import type { RateLimit } from '../../../platform/http/rate-limits.ts'
import type { SubjectRef } from '../../../platform/subjects.ts'
import type { DownloadFilms } from '../downloads/download-films.ts'
import { fileName } from '../downloads/download-rules.ts'
import { downloadLifetimeSec, downloadScope } from '../downloads/download-scopes.ts'
import type { DownloadStore } from '../downloads/download-store.ts'
import { nominalHeight } from '../ingest/encode/ladder-rules.ts'
import type { MediaNeeds } from '../media-needs.ts'
import type { MediaStore, RenditionRow } from '../media-store.ts'
import { videosOf } from '../playlist-rules.ts'

/** Each may compose a film. */
const limit: RateLimit = { points: 60, perSec: 60 }

export interface DownloadTokenNeeds extends Pick<MediaNeeds, 'subjects' | 'rights' | 'episodes'> {
  store: Pick<MediaStore, 'published'>
  films: DownloadFilms
  counts: Pick<DownloadStore, 'isLeft' | 'count'>
  locks: Pick<MediaNeeds['locks'], 'closedLines' | 'stateOf'>
  mediaKey: string
}

export function mountDownloadToken(
  registry: CallRegistry,
  { store, films, counts, subjects, rights, episodes, locks, mediaKey }: DownloadTokenNeeds,
): void {
  const handle: Handler<typeof downloadToken> = async ({ send, viewer, visitor, nowMs, refuse }) => {
    const { downloadsPerDay } = await rights()
    if (downloadsPerDay === 0) return refuse('NoDownload')
    const { id, ids: line, level, height } = send
    const browserId = visitor.browser.id
    const closedLines = (subject: SubjectRef) => locks.closedLines(subject, browserId)
    const playable = await subjects.findPlayable({ type: 'vod', id, line, level, closedLines }, nowMs)
    if (typeof playable === 'string') {
      const refusal = downloadToken.refusals.find((name) => name === playable)
      return refuse(refusal ?? 'NoDownload')
    }
    if (!('assetId' in playable)) return refuse('NoDownload')
    if ((await locks.stateOf({ ...playable.subject, line: playable.line }, browserId)) === 'closed')
      return refuse('PlayPasswordNeeded')
    const asset = await store.published(playable.assetId)
    const videos = videosOf(asset?.renditions ?? [])
    const video = chosenVideo(videos, height)
    if (!asset || !video) return refuse('EpisodeBroken')
    const nowSec = Math.floor(nowMs / 1000)
    const { assetId, version } = asset
    const download = { userId: viewer.id, day: chinaDay(nowSec), assetId }
    // Before the film is composed, which takes seconds.
    if (!(await counts.isLeft(download, downloadsPerDay))) return refuse('DownloadsUsedUp')
    const [movie, names] = await Promise.all([films.movie(asset, video.name), episodes.names(id, level)])
    if (!movie || !names) return refuse('NoDownload')
    const left = await counts.count(download, downloadsPerDay)
    if (left === null) return refuse('DownloadsUsedUp')
    const expires = nowSec + downloadLifetimeSec
    const scope = downloadScope({
      assetId,
      version,
      userId: viewer.id,
      sessionId: viewer.sessionId,
      titleId: id,
      level,
    })
    const folder = signScope({ root: 'download', secret: mediaKey, scope, expiresSec: expires })
    return {
      url: `${folder}/${video.name}.mp4`,
      name: fileName([...names, video.name], 'mp4'),
      bytes: movie.size,
      expires,
      qualities: videos.map((one) => ({ name: one.label || one.name, height: nominalHeight(one) })),
      subtitles: asset.renditions
        .filter(({ kind }) => kind === 'subtitle')
        .map((track) => ({
          url: `${folder}/${track.name}.srt`,
          name: fileName([...names, video.name, track.label], 'srt'),
        })),
      left,
    }
  }
  mountCall(registry, downloadToken, handle, { limit })
}

/** The best video of at most a height, or the lowest; 0 is the best. */
const chosenVideo = (videos: readonly RenditionRow[], height: number): RenditionRow | undefined =>
  height === 0 ? videos[0] : (videos.find((video) => nominalHeight(video) <= height) ?? videos.at(-1))
