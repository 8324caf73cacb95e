import { sql, type Kysely, type Transaction } from 'kysely'
import type { CatalogTables } from './catalog-tables.ts'
import { facetsOf } from './listing/listing-rules.ts'
import { emptyTitle, emptyEpisode, episodeRow, isEpisodeColumn, isSame, titleRow } from './writer-rows.ts'

/** A title from an importer. Absent fields keep the stored values. */
export interface TitleDraft {
  /** The importer's id: the same origin is the same title. */
  origin: string
  pidId: number
  typeId: number
  name: string
  letter: string
  latin?: string
  alias?: string[]
  series?: string
  season?: number
  area?: string
  lang?: string
  year?: number
  genres?: string[]
  directors?: string[]
  actors?: { name: string; role: string }[]
  intro?: string
  remarks?: string
  state?: string
  schedule?: string
  premiere?: string
  totalEpisodes?: number
  scoreSum?: number
  scoreCount?: number
  upCount?: number
  vip?: boolean
  poster?: string
  backdrop?: string
  thumb?: string
  focus?: number
  ink?: string
  /** How the artwork is drawn, if the generator must not choose. */
  artKind?: string
  artWideKind?: string
  artPalette?: string
  demo?: boolean
  hits?: number
}

export interface EpisodeDraft {
  source: string
  sourcePosition?: number
  level: number
  name: string
  vip?: boolean
  introSec?: number
  outroSec?: number
  still?: string
  airAtSec?: number | null
  assetId?: number | null
  durationMs?: number
  state?: 'ready' | 'pending' | 'broken'
  /** When it was added, if not now. Unix seconds. */
  createdSec?: number
}

export interface WriterStore {
  /** Whether there is no title at all, published or not. */
  isEmpty(): Promise<boolean>
  /** Inserts or updates the title of this origin. Returns its id and whether anything was written. */
  saveTitle(draft: TitleDraft, nowSec: number): Promise<{ id: number; changed: boolean }>
  /** Inserts or updates episodes of a title by source and level. */
  saveEpisodes(titleId: number, drafts: readonly EpisodeDraft[], nowSec: number): Promise<void>
  /** Marks a title as not for minors, or as for everybody. Its name; null if there is no such title. */
  setAdult(id: number, adult: boolean): Promise<string | null>
  /** The titles that are not for minors. */
  adultTitles(): Promise<{ id: number; name: string }[]>
  /** Sets the pictures of a title's episodes, by level. */
  saveStills(titleId: number, stills: ReadonlyMap<number, string>): Promise<void>
  /** Writes an asset's state to the episodes that play it. Returns their titles. */
  settleAsset(asset: { assetId: number; state: 'ready' | 'pending' | 'broken'; durationMs: number }): Promise<number[]>
  /** Ids of the demonstration programme's titles, by origin. */
  demoIds(): Promise<Map<string, number>>
  /** Deletes all titles of the demonstration programme. Returns their ids. */
  removeDemo(): Promise<number[]>
}

/** Bounded because PostgreSQL takes at most 65,535 values per statement. */
const maxRowsPerStatement = 1000

/** Updates the listing of a title, or removes it if visitors may not see the title. */
export async function updateListing(tx: Kysely<CatalogTables>, id: number, hits?: number): Promise<void> {
  const row = await tx
    .selectFrom('title')
    .innerJoin('category', 'category.id', 'title.pid_id')
    .selectAll('title')
    .select('category.hidden')
    .where('title.id', '=', id)
    .executeTakeFirstOrThrow()
  if (row.hidden || !row.published) {
    await tx.deleteFrom('title_listing').where('title_id', '=', id).execute()
    return
  }
  const quality = { height: row.picture_height, hdr: row.hdr, channels: row.channels }
  const titleFacets = facetsOf({ ...row, pidId: row.pid_id, typeId: row.type_id, quality })
  const word = sql`unnest(${titleFacets.map(({ dimension }) => dimension)}::text[], ${titleFacets.map(({ value }) => value)}::text[])
    as word (dimension, value)`
  // Inserts only missing facets, in one order, so that concurrent transactions cannot deadlock.
  await sql`
    insert into facet (dimension, value)
    select distinct dimension, value from ${word}
    where not exists (select from facet where facet.dimension = word.dimension and facet.value = word.value)
    order by dimension, value
    on conflict do nothing
  `.execute(tx)
  const { rows: facets } = await sql<{ id: number }>`
    select distinct facet.id from ${word} join facet using (dimension, value) order by facet.id
  `.execute(tx)
  const listing = {
    pid_id: row.pid_id,
    facets: facets.map((facet) => facet.id),
    updated_at: row.updated_at,
    score: row.score_count === 0 ? 0 : Math.round(row.score_sum / row.score_count),
  }
  await tx
    .insertInto('title_listing')
    .values({ title_id: id, hits: hits ?? 0, ...listing })
    .onConflict((conflict) =>
      conflict.column('title_id').doUpdateSet({ ...listing, ...(hits === undefined ? {} : { hits }) }),
    )
    .execute()
}

/** The height of an episode that is updated; 0 where another asset takes the place of its own, to be asked for again. */
const unlessReplaced = sql<number>`
  case when excluded.asset_id is distinct from episode.asset_id then 0 else episode.picture_height end`

/** Writes sources and episodes in batches, because a series has hundreds. */
async function upsertEpisodes(
  tx: Transaction<CatalogTables>,
  titleId: number,
  drafts: readonly EpisodeDraft[],
  nowSec: number,
): Promise<void> {
  const positions = new Map(drafts.map(({ source, sourcePosition = 0 }) => [source, sourcePosition]))
  if (positions.size === 0) return
  const sources = await tx
    .insertInto('source')
    .values([...positions].map(([name, position]) => ({ title_id: titleId, name, position })))
    .onConflict((conflict) =>
      conflict.columns(['title_id', 'name']).doUpdateSet(({ ref }) => ({ name: ref('excluded.name') })),
    )
    .returning(['id', 'name'])
    .execute()
  const sourceIds = new Map(sources.map(({ id, name }) => [name, id]))
  const rows = new Map(
    drafts.map((draft) => {
      const sourceId = sourceIds.get(draft.source) ?? 0
      return [`${sourceId} ${draft.level}`, { source_id: sourceId, ...episodeRow(draft) }]
    }),
  )
  // Absent fields keep stored values, so one statement takes only rows with the same columns.
  for (const sameColumns of Map.groupBy(rows.values(), (row) => Object.keys(row).join()).values()) {
    const columns = Object.keys(sameColumns[0] ?? {}).filter(isEpisodeColumn)
    for (let at = 0; at < sameColumns.length; at += maxRowsPerStatement) {
      await tx
        .insertInto('episode')
        .values(
          sameColumns
            .slice(at, at + maxRowsPerStatement)
            .map((row) => ({ ...emptyEpisode, created_at: nowSec, ...row })),
        )
        .onConflict((conflict) =>
          conflict.columns(['source_id', 'level']).doUpdateSet(({ ref }) => ({
            ...Object.fromEntries(columns.map((column) => [column, ref(`excluded.${column}`)])),
            ...(columns.includes('asset_id') ? { picture_height: unlessReplaced } : {}),
          })),
        )
        .execute()
    }
  }
}

/** Writes titles and episodes, and updates the listing in the same transaction. */
export function createWriterStore(db: Kysely<CatalogTables>): WriterStore {
  return {
    async isEmpty() {
      return (await db.selectFrom('title').select('id').limit(1).executeTakeFirst()) === undefined
    },

    saveTitle: (draft, nowSec) =>
      db.transaction().execute(async (tx) => {
        const row = titleRow(draft)
        const stored = await tx.selectFrom('title').selectAll().where('origin', '=', draft.origin).executeTakeFirst()
        if (stored && isSame(stored, row)) return { id: stored.id, changed: false }
        const { id } = await tx
          .insertInto('title')
          .values({ ...emptyTitle, ...row, origin: draft.origin, created_at: nowSec, updated_at: nowSec })
          .onConflict((conflict) => conflict.column('origin').doUpdateSet({ ...row, updated_at: nowSec }))
          .returning('id')
          .executeTakeFirstOrThrow()
        await updateListing(tx, id, draft.hits)
        return { id, changed: true }
      }),

    saveEpisodes: (titleId, drafts, nowSec) =>
      db.transaction().execute(async (tx) => {
        await upsertEpisodes(tx, titleId, drafts, nowSec)
        await tx.updateTable('title').set({ updated_at: nowSec }).where('id', '=', titleId).execute()
        await updateListing(tx, titleId)
      }),

    setAdult: (id, adult) =>
      db.transaction().execute(async (tx) => {
        const query = tx.updateTable('title').set({ adult }).where('id', '=', id).returning('name')
        const title = await query.executeTakeFirst()
        if (!title) return null
        await updateListing(tx, id, undefined)
        return title.name
      }),

    adultTitles: () => db.selectFrom('title').select(['id', 'name']).where('adult', '=', true).orderBy('id').execute(),

    async saveStills(titleId, stills) {
      await sql`
        update episode set still = given.still
        from unnest(${[...stills.keys()]}::int[], ${[...stills.values()]}::text[]) as given (level, still), source
        where source.id = episode.source_id and source.title_id = ${titleId} and episode.level = given.level
      `.execute(db)
    },

    async settleAsset({ assetId, state, durationMs }) {
      const rows = await db
        .updateTable('episode')
        .set({ state, ...(durationMs > 0 ? { duration_ms: durationMs } : {}) })
        .from('source')
        .whereRef('source.id', '=', 'episode.source_id')
        .where('episode.asset_id', '=', assetId)
        .returning('source.title_id')
        .execute()
      return [...new Set(rows.map(({ title_id }) => title_id))]
    },

    async demoIds() {
      const rows = await db.selectFrom('title').select(['id', 'origin']).where('demo', '=', true).execute()
      return new Map(rows.map(({ id, origin }) => [origin ?? '', id]))
    },

    async removeDemo() {
      const rows = await db.deleteFrom('title').where('demo', '=', true).returning('id').execute()
      return rows.map(({ id }) => id)
    },
  }
}
