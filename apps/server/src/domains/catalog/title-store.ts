import type { Banner, Episode, TitleCard, TitleDetail } from '@yunmu/contract'
import { sql, type Kysely, type Selectable } from 'kysely'
import type { CatalogTables } from './catalog-tables.ts'
import type { ListingStore } from './listing-store.ts'
import type { ShelfStore } from './shelf-store.ts'
import { episodeState, isFresh, scoreOf } from './title-rules.ts'
import { pictureAddress } from './picture-rules.ts'

export interface TitleStore {
  /** Cards of the ids that stand in the listing, in the order of the ids. */
  cards(ids: readonly number[], nowSec: number): Promise<TitleCard[]>
  banners(ids: readonly number[], nowSec: number): Promise<Banner[]>
  /** Name and top category of those ids that stand in the listing. */
  known(ids: readonly number[]): Promise<Map<number, { pidId: number; name: string }>>
  /** A title with its sources and episodes; null where there is none or visitors may not see it. */
  detail(id: number, nowSec: number): Promise<Omit<TitleDetail, 'related' | 'favourite' | 'upped'> | null>
}

type Row = Pick<Selectable<CatalogTables['title']>, (typeof cardColumns)[number]>

/** What a card shows beside the title's own row. */
interface Beside {
  hits: number
  typeName: string
}

const cardColumns = [
  'id',
  'pid_id',
  'type_id',
  'name',
  'latin',
  'area',
  'lang',
  'year',
  'genres',
  'directors',
  'remarks',
  'score_sum',
  'score_count',
  'vip',
  'poster',
  'backdrop',
  'thumb',
  'focus',
  'ink',
  'art_kind',
  'art_wide_kind',
  'art_palette',
  'created_at',
  'updated_at',
] as const

function cardOf(row: Row, { hits, typeName }: Beside, nowSec: number): TitleCard {
  return {
    id: row.id,
    pidId: row.pid_id,
    typeId: row.type_id,
    typeName,
    name: row.name,
    img: pictureAddress('poster', row),
    backdrop: pictureAddress('backdrop', row),
    thumb: row.thumb,
    remarks: row.remarks,
    score: scoreOf(row.score_sum, row.score_count),
    year: row.year,
    area: row.area,
    lang: row.lang,
    genres: row.genres,
    vip: row.vip,
    fresh: isFresh(row.created_at, nowSec),
    hits,
    updatedAt: row.updated_at,
  }
}

/** Reads titles that visitors may see, shaped as the contract shows them. */
export function createTitleStore(
  db: Kysely<CatalogTables>,
  needs: { listing: Pick<ListingStore, 'hitsOf'>; shelves: Pick<ShelfStore, 'nameOf'> },
): TitleStore {
  /** The rows of those ids that stand in the listing, in the order of the ids: by primary key and nothing else. */
  const inOrder = async <Shape extends { id: number }>(
    ids: readonly number[],
    shape: (row: Row & { intro: string }, beside: Beside) => Shape,
  ): Promise<Shape[]> => {
    const hits = await needs.listing.hitsOf(ids)
    if (hits.size === 0) return []
    const rows = await db
      .selectFrom('title')
      .select(cardColumns)
      .select('intro')
      .where('id', '=', sql<number>`any(${[...hits.keys()]}::int[])`)
      .execute()
    const shaped = await Promise.all(
      rows.map(async (row) =>
        shape(row, { hits: hits.get(row.id) ?? 0, typeName: await needs.shelves.nameOf(row.type_id) }),
      ),
    )
    const byId = new Map(shaped.map((one) => [one.id, one]))
    return ids.map((id) => byId.get(id)).filter((found) => found !== undefined)
  }

  const sourcesOf = async (titleId: number, title: Row, nowSec: number): Promise<TitleDetail['sources']> => {
    const sources = await db
      .selectFrom('source')
      .select(['id', 'name'])
      .where('title_id', '=', titleId)
      .orderBy('position')
      .orderBy('id')
      .execute()
    if (sources.length === 0) return []
    const episodes = await db
      .selectFrom('episode')
      .selectAll()
      .where(
        'source_id',
        'in',
        sources.map(({ id }) => id),
      )
      .orderBy('level')
      .execute()
    const shaped = (row: (typeof episodes)[number]): Episode => ({
      level: row.level,
      name: row.name,
      duration: row.duration_ms / 1000,
      vip: row.vip,
      intro: row.intro_sec,
      outro: row.outro_sec,
      img: row.still === '' ? pictureAddress('still', title, row.level) : row.still,
      state: episodeState({ state: row.state, airAt: row.air_at }, nowSec),
      airAt: row.air_at,
    })
    return sources.map(({ id, name }) => ({
      id,
      name,
      episodes: episodes.filter((episode) => episode.source_id === id).map(shaped),
    }))
  }

  const seasonsOf = async (series: string): Promise<TitleDetail['seasons']> => {
    if (series === '') return []
    const rows = await db
      .selectFrom('title')
      .select(['title.id', 'title.pid_id', 'title.name', 'title.season'])
      .innerJoin('title_listing', 'title_listing.title_id', 'title.id')
      .where('series', '=', series)
      .orderBy('season')
      .limit(50)
      .execute()
    return rows.length < 2 ? [] : rows.map(({ id, pid_id, name }) => ({ id, pidId: pid_id, name }))
  }

  const bannerOf = (row: Row & { intro: string }, beside: Beside, nowSec: number): Banner => ({
    ...cardOf(row, beside, nowSec),
    latin: row.latin,
    intro: row.intro,
    focus: row.focus,
    ink: row.ink,
  })

  return {
    cards: (ids, nowSec) => inOrder(ids, (row, beside) => cardOf(row, beside, nowSec)),
    banners: (ids, nowSec) => inOrder(ids, (row, beside) => bannerOf(row, beside, nowSec)),

    async known(ids) {
      const rows = await db
        .selectFrom('title')
        .select(['id', 'pid_id', 'name'])
        .where('id', '=', sql<number>`any(${[...(await needs.listing.hitsOf(ids)).keys()]}::int[])`)
        .execute()
      return new Map(rows.map(({ id, pid_id, name }) => [id, { pidId: pid_id, name }]))
    },

    async detail(id, nowSec) {
      const row = await db
        .selectFrom('title')
        .innerJoin('category as top', 'top.id', 'title.pid_id')
        .select(cardColumns.map((column) => `title.${column}` as const))
        .select(['title.alias', 'title.series', 'title.actors', 'title.intro', 'title.state'])
        .select(['title.schedule', 'title.premiere', 'title.total_episodes', 'title.up_count'])
        .where('title.id', '=', id)
        .where('title.published', '=', true)
        .where('top.hidden', '=', false)
        .executeTakeFirst()
      if (!row) return null
      const [sources, seasons, hits, typeName] = await Promise.all([
        sourcesOf(id, row, nowSec),
        seasonsOf(row.series),
        needs.listing.hitsOf([id]),
        needs.shelves.nameOf(row.type_id),
      ])
      return {
        ...bannerOf(row, { hits: hits.get(id) ?? 0, typeName }, nowSec),
        alias: row.alias,
        directors: row.directors,
        actors: row.actors,
        state: row.state,
        schedule: row.schedule,
        premiere: row.premiere,
        totalEpisodes: row.total_episodes,
        seasons,
        sources,
        up: row.up_count,
        scoreCount: row.score_count,
      }
    },
  }
}
