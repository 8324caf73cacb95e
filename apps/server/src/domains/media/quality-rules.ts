import { nominalHeight } from './ingest/encode/ladder-rules.ts'
import type { RenditionRow } from './media-store.ts'

/** The best that an asset has, as viewers are told of it. */
export interface Quality {
  /** Lines of the best picture by its nominal height; 0 for an asset that was not published. */
  height: number
  /** Whether that picture is HDR: a lower one in HDR does not count, because both are said in one breath. */
  hdr: boolean
  /** Of the sound with the most; 0 if not known. */
  channels: number
}

export const noQuality: Quality = { height: 0, hdr: false, channels: 0 }

export function qualityOf(
  renditions: readonly Pick<RenditionRow, 'kind' | 'width' | 'height' | 'hdr' | 'channels'>[],
): Quality {
  const videos = renditions.filter(({ kind }) => kind === 'video')
  const height = Math.max(0, ...videos.map(nominalHeight))
  return {
    height,
    hdr: videos.some((video) => video.hdr && nominalHeight(video) === height),
    channels: Math.max(0, ...renditions.map(({ channels }) => channels ?? 0)),
  }
}
