import { sql, type Kysely, type Transaction } from 'kysely'
import type { CatalogTables } from './catalog-tables.ts'
import { facetsOf } from './listing-rules.ts'

/** A title as importers bring it. Absent fields keep what is stored. */
export interface TitleDraft {
  /** What the importer knows it by: the same origin is the same title. */
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
}

export interface WriterStore {
  /** Makes or updates the title of this origin. Returns its id and whether anything was written. */
  saveTitle(draft: TitleDraft, nowSec: number): Promise<{ id: number; changed: boolean }>
  /** Makes or updates episodes of a title by source and level. */
  saveEpisodes(titleId: number, drafts: readonly EpisodeDraft[], nowSec: number): Promise<void>
  /** What became of an asset, written to the episodes that play it. Returns the titles that they belong to. */
  settleAsset(asset: { assetId: number; state: 'ready' | 'pending' | 'broken'; durationMs: number }): Promise<number[]>
  /** Sets the drawn or found pictures of a title. */
  setPictures(
    id: number,
    pictures: { poster?: string; backdrop?: string; thumb?: string; focus?: number; ink?: string },
  ): Promise<void>
  setRemarks(id: number, remarks: string, totalEpisodes: number): Promise<void>
  /** Takes away every title of the demonstration programme. Returns their ids. */
  removeDemo(): Promise<number[]>
}

/** The columns of a draft; what it leaves out is left out here too. */
function rowOf(draft: TitleDraft) {
  const { origin: _origin, hits: _hits, actors, ...rest } = draft
  return {
    pid_id: rest.pidId,
    type_id: rest.typeId,
    name: rest.name,
    letter: rest.letter,
    ...present({
      latin: rest.latin,
      alias: rest.alias,
      series: rest.series,
      season: rest.season,
      area: rest.area,
      lang: rest.lang,
      year: rest.year,
      genres: rest.genres,
      directors: rest.directors,
      actors: actors && JSON.stringify(actors),
      intro: rest.intro,
      remarks: rest.remarks,
      state: rest.state,
      schedule: rest.schedule,
      premiere: rest.premiere,
      total_episodes: rest.totalEpisodes,
      score_sum: rest.scoreSum,
      score_count: rest.scoreCount,
      up_count: rest.upCount,
      vip: rest.vip,
      poster: rest.poster,
      backdrop: rest.backdrop,
      thumb: rest.thumb,
      focus: rest.focus,
      ink: rest.ink,
      demo: rest.demo,
    }),
  }
}

const blank = {
  latin: '',
  alias: [],
  series: '',
  season: 0,
  area: '',
  lang: '',
  year: 0,
  genres: [],
  directors: [],
  actors: '[]',
  intro: '',
  remarks: '',
  state: '',
  schedule: '',
  premiere: '',
  total_episodes: 0,
  score_sum: 0,
  score_count: 0,
  up_count: 0,
  vip: false,
  poster: '',
  backdrop: '',
  thumb: '',
  focus: 0.5,
  ink: '#080a0f',
  demo: false,
  published: true,
}

const blankEpisode = {
  duration_ms: 0,
  vip: false,
  intro_sec: 0,
  outro_sec: 0,
  still: '',
  air_at: null,
  asset_id: null,
  state: 'pending' as const,
}

type Present<Row> = { [Key in keyof Row]?: Exclude<Row[Key], undefined> }

/** A row without its undefined fields: they would be written as null. */
function present<Row extends object>(row: Row): Present<Row> {
  const kept: Present<Row> = {}
  for (const key in row) {
    const value = row[key]
    if (isDefined(value)) kept[key] = value
  }
  return kept
}

const isDefined = <Value>(value: Value): value is Exclude<Value, undefined> => value !== undefined

/** Puts a title on the list shelf as it stands now, or takes it off where visitors may not find it. */
async function shelve(tx: Transaction<CatalogTables>, id: number, hits: number | undefined): Promise<void> {
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
  const words = facetsOf({ ...row, pidId: row.pid_id, typeId: row.type_id })
  const { rows: facets } = await sql<{ id: number }>`
    with word as (
      select * from unnest(${words.map(({ dimension }) => dimension)}::text[], ${words.map(({ value }) => value)}::text[])
        as word (dimension, value)
    ), made as (
      insert into facet (dimension, value) select distinct dimension, value from word
      on conflict (dimension, value) do update set value = excluded.value
      returning id
    ) select id from made order by id
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

/** Writes titles and episodes, and keeps the list shelf in step within the same transaction. */
export function createWriterStore(db: Kysely<CatalogTables>): WriterStore {
  return {
    saveTitle: (draft, nowSec) =>
      db.transaction().execute(async (tx) => {
        const row = rowOf(draft)
        const stored = await tx.selectFrom('title').selectAll().where('origin', '=', draft.origin).executeTakeFirst()
        if (stored && isSame(stored, row)) return { id: stored.id, changed: false }
        const { id } = stored
          ? await tx
              .updateTable('title')
              .set({ ...row, updated_at: nowSec })
              .where('id', '=', stored.id)
              .returning('id')
              .executeTakeFirstOrThrow()
          : await tx
              .insertInto('title')
              .values({ ...blank, ...row, origin: draft.origin, created_at: nowSec, updated_at: nowSec })
              .returning('id')
              .executeTakeFirstOrThrow()
        await shelve(tx, id, draft.hits)
        return { id, changed: true }
      }),

    saveEpisodes: (titleId, drafts, nowSec) =>
      db.transaction().execute(async (tx) => {
        for (const draft of drafts) {
          const source = await tx
            .insertInto('source')
            .values({ title_id: titleId, name: draft.source, position: draft.sourcePosition ?? 0 })
            .onConflict((conflict) => conflict.columns(['title_id', 'name']).doUpdateSet({ name: draft.source }))
            .returning('id')
            .executeTakeFirstOrThrow()
          const given = present({
            vip: draft.vip,
            intro_sec: draft.introSec,
            outro_sec: draft.outroSec,
            still: draft.still,
            air_at: draft.airAtSec,
            asset_id: draft.assetId,
            duration_ms: draft.durationMs,
            state: draft.state,
          })
          await tx
            .insertInto('episode')
            .values({ ...blankEpisode, source_id: source.id, level: draft.level, name: draft.name, ...given })
            .onConflict((conflict) =>
              conflict.columns(['source_id', 'level']).doUpdateSet({ name: draft.name, ...given }),
            )
            .execute()
        }
        await tx.updateTable('title').set({ updated_at: nowSec }).where('id', '=', titleId).execute()
        await shelve(tx, titleId, undefined)
      }),

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

    async setPictures(id, pictures) {
      await db.updateTable('title').set(present(pictures)).where('id', '=', id).execute()
    },

    async setRemarks(id, remarks, totalEpisodes) {
      await db.updateTable('title').set({ remarks, total_episodes: totalEpisodes }).where('id', '=', id).execute()
    },

    async removeDemo() {
      const rows = await db.deleteFrom('title').where('demo', '=', true).returning('id').execute()
      return rows.map(({ id }) => id)
    },
  }
}

/** Whether a stored row already says everything that a draft says. */
function isSame(stored: Record<string, unknown>, row: Record<string, unknown>): boolean {
  return Object.entries(row).every(([key, value]) => {
    const kept = key === 'actors' ? JSON.stringify(stored[key]) : stored[key]
    return JSON.stringify(kept) === JSON.stringify(value)
  })
}
