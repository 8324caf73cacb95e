import type { ListedSegment } from './composition-rules.ts'
import type { MediaStore, PublishedAsset } from './media-store.ts'
import { broadcastVideos, haveSameSegments, tierOf, videosOf } from './playlist-rules.ts'

type Rendition = PublishedAsset['renditions'][number]

/** One rendition of an asset with its segments, as a television schedule broadcasts it. */
export interface FilmTrack {
  name: string
  codecs: string
  /** Bits per second. */
  bandwidth: number
  averageBandwidth: number
  /** Pixels and frames per second; 0 for audio. */
  width: number
  height: number
  frameRate: number
  segments: ListedSegment[]
}

/** The renditions of an asset that television schedules play; viewers without VIP may see them. */
export interface FilmTracks {
  version: number
  video: FilmTrack
  /** The lowest video with the same segments, to start with; the same as `video` if there is no other. */
  small: FilmTrack
  audio: FilmTrack
}

/** Null for an asset that is not ready or has no separate audio rendition: a schedule needs one playlist for each. */
export async function readFilmTracks(
  store: Pick<MediaStore, 'film'>,
  assetId: number,
  vipMinHeight: number,
): Promise<FilmTracks | null> {
  const film = await store.film(assetId)
  if (!film) return null
  const visible = film.renditions.filter((rendition) => tierOf(rendition, vipMinHeight) === 'std')
  const audios = visible.filter(({ kind }) => kind === 'audio')
  const trackOf = (rendition?: Rendition): FilmTrack | null => {
    const segments = rendition ? film.segmentsOf(rendition) : []
    if (!rendition || segments.length === 0) return null
    const { name, codecs, bandwidth, average_bandwidth, width, height, frame_rate } = rendition
    return {
      name,
      codecs,
      bandwidth,
      averageBandwidth: average_bandwidth,
      width,
      height,
      frameRate: frame_rate,
      segments,
    }
  }
  const videos = broadcastVideos(videosOf(visible))
  const video = trackOf(videos?.video)
  const audio = trackOf(audios.find(({ is_default }) => is_default) ?? audios[0])
  if (!video || !audio) return null
  const small = trackOf(videos?.small)
  const startVideo = small && haveSameSegments(small.segments, video.segments) ? small : video
  return { version: film.version, video, small: startVideo, audio }
}
