import type { Banner, CinemaTitle, Episode, Source, TitleCard, TitleDetail } from '@yunmu/contract'
import { sql, type Kysely, type Selectable } from 'kysely'
import { isForMinors } from '../../platform/audience.ts'
import type { ChangeLog } from '../../platform/caching/change-log.ts'
import { changesAt, dependsOn } from '../../platform/caching/collect-dependencies.ts'
import { isOffered } from './offered-store.ts'
import { titleDependency } from './catalog-events.ts'
import type { CatalogNeeds } from './catalog-needs.ts'
import type { CatalogTables } from './catalog-tables.ts'
import type { ListingStore } from './listing/listing-store.ts'
import { createRowCache } from './row-cache.ts'
import type { CategoryStore } from './category-store.ts'
import { episodeState, freshUntilSec, isFresh, scoreOf, shownSources } from './title-rules.ts'
import { pictureAddress } from './picture-rules.ts'

export interface TitleStore {
  /** Cards of the listed ids, in the order of the ids. */
  cards(ids: readonly number[], nowSec: number): Promise<TitleCard[]>
  banners(ids: readonly number[], nowSec: number): Promise<Banner[]>
  /** Cards with what picture and sound have. */
  cinema(ids: readonly number[], nowSec: number): Promise<CinemaTitle[]>
  /** Name and top category of the listed ids. */
  findVisible(ids: readonly number[]): Promise<Map<number, { pidId: number; name: string }>>
  /** Names and top categories of titles, visible or not. */
  findAny(ids: readonly number[]): Promise<Map<number, { pidId: number; name: string }>>
  /** The sources of a title, visible or not, in page order. */
  sourcesOf(id: number): Promise<{ line: number; name: string }[]>
  /** A title with its sources and episodes; null if there is none or it is not visible. */
  detail(id: number, nowSec: number): Promise<Omit<TitleDetail, 'faces' | 'related' | 'favourite' | 'upped'> | null>
}

type Row = Pick<Selectable<CatalogTables['title']>, (typeof cardColumns)[number]>

type WideRow = Row & Pick<Selectable<CatalogTables['title']>, (typeof wideColumns)[number]>

type BannerRow = Pick<WideRow, keyof Row | 'intro' | 'total_episodes'>

/** What a card shows in addition to the title's row. */
interface CardExtras {
  hits: number
  typeName: string
  locked: boolean
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

/** What banners and the cinema show besides: read at once, because all are kept in one cache. */
const wideColumns = ['intro', 'total_episodes', 'picture_height', 'hdr', 'channels'] as const

function toCard(row: Row, { hits, typeName, locked }: CardExtras, nowSec: number): TitleCard {
  const fresh = isFresh(row.created_at, nowSec)
  if (fresh) changesAt(freshUntilSec(row.created_at) * 1000)
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
    locked,
    fresh,
    hits,
    updatedAt: row.updated_at,
  }
}

/** Additional data of a title page, as PostgreSQL's JSON. */
interface DetailParts {
  sources: { id: number; name: string; episodes: EpisodeRow[] }[]
  seasons: { id: number; pidId: number; name: string }[]
}

type EpisodeRow = Pick<
  Selectable<CatalogTables['episode']>,
  'level' | 'name' | 'duration_ms' | 'vip' | 'intro_sec' | 'outro_sec' | 'still' | 'state' | 'air_at'
> & { has_asset: boolean }

const maxSeasons = 50

/** The sources of a title with their episodes, in page order; those of extras apart. */
const sourcesJson = (kind: 'main' | 'extra') => sql<DetailParts['sources']>`(
  select coalesce(json_agg(json_build_object('id', source.id, 'name', source.name, 'episodes', (
    select coalesce(json_agg(json_build_object('level', level, 'name', name, 'duration_ms', duration_ms, 'vip', vip,
      'intro_sec', intro_sec, 'outro_sec', outro_sec, 'still', still, 'state', state, 'air_at', air_at, 'has_asset', asset_id is not null) order by level), '[]')
    from episode where episode.source_id = source.id
  )) order by source.position, source.id), '[]')
  from source where source.title_id = title.id and source.kind = ${kind})`

/** The published titles of a title's series for the audience, including itself. */
const seasonsJson = (everybody: boolean) => sql<DetailParts['seasons']>`(
  select coalesce(json_agg(json_build_object('id', id, 'pidId', pid_id, 'name', name) order by season), '[]') from (
    select other.id, other.pid_id, other.name, other.season from title as other
    join title_listing on title_listing.title_id = other.id
    where title.series <> '' and other.series = title.series and (not other.adult or ${everybody}) order by other.season limit ${maxSeasons}
  ) as seasons)`

/** Reads visible titles in the form of the contract. */
export function createTitleStore(
  db: Kysely<CatalogTables>,
  needs: {
    listing: Pick<ListingStore, 'hitsOf'>
    categories: Pick<CategoryStore, 'names'>
    changes: ChangeLog
    locks: CatalogNeeds['locks']
  },
): TitleStore {
  const rows = createRowCache(needs.changes, async (ids: readonly number[]) => {
    const found = await db
      .selectFrom('title')
      .select(cardColumns)
      .select(wideColumns)
      .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
      .execute()
    return new Map(found.map((row) => [row.id, row]))
  })

  /** The rows of the listed ids, in the order of the ids. */
  const loadInOrder = async <Shape extends { id: number }>(
    ids: readonly number[],
    convert: (row: WideRow, extras: CardExtras) => Shape,
  ): Promise<Shape[]> => {
    const hits = await needs.listing.hitsOf(ids)
    const listed = ids.filter((id) => hits.has(id))
    if (listed.length === 0) return []
    const [found, locked, typeNames] = await Promise.all([
      rows.get(listed),
      needs.locks.lockedTitles(),
      needs.categories.names(),
    ])
    return listed
      .map((id) => found.get(id))
      .filter((row) => row !== undefined)
      .map((row) =>
        convert(row, {
          hits: hits.get(row.id) ?? 0,
          typeName: typeNames.get(row.type_id) ?? '',
          locked: locked.has(row.id),
        }),
      )
  }

  const episodeOf = (row: EpisodeRow, title: Row, nowSec: number): Episode => {
    if (row.air_at !== null && row.air_at > nowSec) changesAt(row.air_at * 1000)
    return {
      level: row.level,
      name: row.name,
      duration: row.duration_ms / 1000,
      vip: row.vip,
      intro: row.intro_sec,
      outro: row.outro_sec,
      img: row.still === '' ? pictureAddress('still', title, row.level) : row.still,
      state: episodeState({ state: row.state, airAt: row.air_at }, nowSec),
      airAt: row.air_at,
    }
  }

  const toBanner = (row: BannerRow, extras: CardExtras, nowSec: number): Banner => ({
    ...toCard(row, extras, nowSec),
    latin: row.latin,
    intro: row.intro,
    focus: row.focus,
    ink: row.ink,
    totalEpisodes: row.total_episodes,
  })

  return {
    cards: (ids, nowSec) => loadInOrder(ids, (row, extras) => toCard(row, extras, nowSec)),
    cinema: (ids, nowSec) =>
      loadInOrder(ids, (row, extras) => ({
        ...toCard(row, extras, nowSec),
        quality: { height: row.picture_height, hdr: row.hdr, channels: row.channels },
      })),
    banners: (ids, nowSec) => loadInOrder(ids, (row, extras) => toBanner(row, extras, nowSec)),

    async findVisible(ids) {
      const titles = await loadInOrder(ids, ({ id, pid_id, name }) => ({ id, pidId: pid_id, name }))
      return new Map(titles.map(({ id, pidId, name }) => [id, { pidId, name }]))
    },

    async findAny(ids) {
      const rows = await db
        .selectFrom('title')
        .select(['id', 'pid_id as pidId', 'name'])
        .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
        .execute()
      return new Map(rows.map(({ id, pidId, name }) => [id, { pidId, name }]))
    },

    sourcesOf: (id) =>
      db
        .selectFrom('source')
        .select(['id as line', 'name'])
        .where('title_id', '=', id)
        .where('kind', '=', 'main')
        .orderBy('position')
        .orderBy('id')
        .execute(),

    async detail(id, nowSec) {
      // Also records the dependency on a title that is not listed yet, or no longer.
      const hits = await needs.listing.hitsOf([id])
      const row = await db
        .selectFrom('title')
        .innerJoin('category as top', 'top.id', 'title.pid_id')
        .select(cardColumns.map((column) => `title.${column}` as const))
        .select(['title.logo', 'title.alias', 'title.actors', 'title.intro', 'title.state'])
        .select(['title.schedule', 'title.premiere', 'title.total_episodes', 'title.up_count'])
        .select([sourcesJson('main').as('sources'), sourcesJson('extra').as('extras')])
        .select([seasonsJson(!isForMinors()).as('seasons')])
        .where('title.id', '=', id)
        .where(isOffered)
        .where('top.hidden', '=', false)
        .$if(isForMinors(), (query) => query.where('title.adult', '=', false))
        .executeTakeFirst()
      if (!row) return null
      dependsOn(...row.seasons.map((season) => titleDependency(season.id)))
      const [typeNames, lockedTitles, lockedSources] = await Promise.all([
        needs.categories.names(),
        needs.locks.lockedTitles(),
        needs.locks.lockedSources(id),
      ])
      const typeName = typeNames.get(row.type_id) ?? ''
      const locked = lockedTitles.has(id)
      const sourceOf = ({ id: sourceId, name, episodes }: DetailParts['sources'][number]): Source => ({
        id: sourceId,
        name,
        locked: lockedSources.has(sourceId),
        // Stills of a locked film would show what the password protects: they are drawn.
        episodes: episodes.map((episode) =>
          episodeOf(locked || lockedSources.has(sourceId) ? { ...episode, still: '' } : episode, row, nowSec),
        ),
      })
      const [extras] = row.extras
      return {
        ...toBanner(row, { hits: hits.get(id) ?? 0, typeName, locked }, nowSec),
        logo: row.logo,
        alias: row.alias,
        directors: row.directors,
        actors: row.actors,
        state: row.state,
        schedule: row.schedule,
        premiere: row.premiere,
        seasons: row.seasons.length < 2 ? [] : row.seasons,
        sources: shownSources(row.sources, nowSec).map(sourceOf),
        extras: extras === undefined ? null : sourceOf(extras),
        up: row.up_count,
        scoreCount: row.score_count,
      }
    },
  }
}
