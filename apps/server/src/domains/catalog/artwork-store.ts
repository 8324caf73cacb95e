import { sql, type Kysely } from 'kysely'
import { isOffered } from './offered-store.ts'
import type { CatalogTables } from './catalog-tables.ts'
import { pictureDigest } from './picture-rules.ts'

/** What artwork of a title is drawn from. */
export interface ArtworkInput {
  name: string
  latin: string
  genres: string[]
  /** The first director, or empty. */
  director: string
  /** What the generator must not choose itself; empty values are its choice. */
  art: { kind: string; wideKind: string; palette: string }
  digest: string
  /** The highest episode of any source. */
  episodes: number
}

export interface ArtworkStore {
  /** Null if there is no such title, or visitors may not see it. */
  inputOf(id: number): Promise<ArtworkInput | null>
  /**
   * Stores metadata of the artwork, for pictures that the title has no real one of. Returns whether anything changed.
   */
  saveMetadata(id: number, metadata: { thumb: string; focus: number; ink: string }): Promise<boolean>
}

export function createArtworkStore(db: Kysely<CatalogTables>): ArtworkStore {
  return {
    async inputOf(id) {
      const row = await db
        .selectFrom('title')
        .innerJoin('category', 'category.id', 'title.pid_id')
        .select(['title.name', 'latin', 'title.genres', 'directors', 'art_kind', 'art_wide_kind', 'art_palette'])
        .select((eb) =>
          eb
            .selectFrom('episode')
            .innerJoin('source', 'source.id', 'episode.source_id')
            .whereRef('source.title_id', '=', 'title.id')
            .where('source.kind', '=', 'main')
            .select(({ fn }) => fn.max('episode.level').as('highest'))
            .as('episodes'),
        )
        .where('title.id', '=', id)
        .where(isOffered)
        .where('category.hidden', '=', false)
        .executeTakeFirst()
      if (!row) return null
      const { name, latin, genres, directors, episodes } = row
      const art = { kind: row.art_kind, wideKind: row.art_wide_kind, palette: row.art_palette }
      const director = directors[0] ?? ''
      return { name, latin, genres, director, art, digest: pictureDigest(row), episodes: episodes ?? 0 }
    },

    async saveMetadata(id, { thumb, focus, ink }) {
      const { rows } = await sql`
        update title set
          thumb = case when poster = '' then ${thumb} else thumb end,
          focus = case when backdrop = '' then ${focus}::real else focus end,
          ink = case when backdrop = '' then ${ink} else ink end
        where id = ${id} and (
          (poster = '' and thumb <> ${thumb}) or (backdrop = '' and (focus <> ${focus}::real or ink <> ${ink}))
        )
        returning id
      `.execute(db)
      return rows.length > 0
    },
  }
}
