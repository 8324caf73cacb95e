import { parseSourceFile } from '../composition-rules.ts'
import type { MediaStore, RenditionRow } from '../media-store.ts'
import { videosOf } from '../playlist-rules.ts'
import type { Movie } from './movie.ts'
import type { Movies, MovieTrack } from './movies.ts'

interface AssetVersion {
  assetId: number
  version: number
}

/** Films as files that VIPs download. */
export interface DownloadFilms {
  /** A version of an asset with the picture of this rendition; null if it is gone, or cannot be one file. */
  movie(address: AssetVersion, video: string): Promise<Movie | null>
  /** The path of a subtitle track below the data folder; null if there is none. */
  subtitle(address: AssetVersion, name: string): Promise<string | null>
  /** Forgets the films with files of an asset, compositions too; null is all. */
  forget(assetId: number | null): void
}

export function createDownloadFilms(store: Pick<MediaStore, 'published' | 'film'>, movies: Movies): DownloadFilms {
  return {
    movie: ({ assetId, version }, video) =>
      movies.get(`${assetId} ${version} ${video}`, async () => {
        const film = await store.film(assetId)
        const picture = film && videosOf(film.renditions).find(({ name }) => name === video)
        if (!picture || film.version !== version) return null
        const trackOf = (row: RenditionRow): MovieTrack => ({
          pathOf(listed) {
            const { file, ...source } = parseSourceFile(listed) ?? { assetId, version, file: listed }
            return `media/${source.assetId}/${source.version}/${row.tier}/${row.name}/${file}`
          },
          isDefault: row.is_default,
          language: row.language,
          segments: film.segmentsOf(row),
        })
        return {
          video: trackOf(picture),
          audios: film.renditions.filter(({ kind }) => kind === 'audio').map(trackOf),
        }
      }),
    async subtitle({ assetId, version }, name) {
      const asset = await store.published(assetId)
      const row = asset?.renditions.find((each) => each.kind === 'subtitle' && each.name === name)
      return row && asset?.version === version ? `media/${assetId}/${version}/${row.tier}/${name}/sub.vtt` : null
    },
    forget: (assetId) => movies.forget(assetId === null ? null : `media/${assetId}/`),
  }
}
