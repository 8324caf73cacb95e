import { sql, type Kysely } from 'kysely'
import { decadeOf, facetsOf } from '../apps/server/src/domains/catalog/listing/listing-rules.ts'
import { seededRandom } from './lib/seeded-random.ts'
import type { InventedTexts } from './lib/title-names.ts'

const areas = ['内地', '香港', '台湾', '美国', '韩国', '日本', '英国', '法国', '泰国', '印度']
const genres = [
  '剧情',
  '喜剧',
  '爱情',
  '动作',
  '悬疑',
  '科幻',
  '古装',
  '战争',
  '家庭',
  '犯罪',
  '武侠',
  '青春',
  '历史',
  '农村',
  '奇幻',
  '谍战',
]
const langs = ['国语', '粤语', '英语', '韩语', '日语']
const letters = [...'ABCDEFGHJKLMNOPQRSTWXYZ']
const words = [
  '雾',
  '港',
  '来',
  '信',
  '山',
  '月',
  '长',
  '街',
  '夜',
  '渡',
  '南',
  '窗',
  '旧',
  '城',
  '灯',
  '火',
  '江',
  '湖',
  '远',
  '方',
  '风',
  '雪',
  '归',
  '人',
]
const batchSize = 5000

/** A name of few characters without people, for what does not depend on texts. */
const plainTexts = (random: () => number): InventedTexts => ({
  name: Array.from({ length: 2 + Math.floor(random() * 5) }, () => pick(words, random())).join(''),
  alias: [],
  directors: [],
  actors: [],
})

/** Fills the catalog with invented titles, distributed as real ones are: a few areas and genres have most of them. */
export async function seedTitles(
  db: Kysely<unknown>,
  count: number,
  from = 1,
  textsOf: (random: () => number) => InventedTexts = plainTexts,
): Promise<void> {
  const random = seededRandom(from)
  const skewed = <Item>(items: readonly Item[]): Item => pick(items, random() ** 2)
  const facetIds = new Map<string, number>()
  for (let first = from; first < from + count; first += batchSize) {
    const batch = Array.from({ length: Math.min(batchSize, from + count - first) }, (_, at) => {
      const pidId = skewed([2, 1, 4, 3, 5, 6, 7])
      return {
        id: first + at,
        pidId,
        typeId: pidId,
        ...textsOf(random),
        area: skewed(areas),
        lang: skewed(langs),
        year: 2026 - Math.floor(random() ** 2 * 45),
        letter: pick(letters, random()),
        genres: [...new Set([skewed(genres), skewed(genres)])],
        vip: random() < 0.15,
        score: Math.floor(40 + random() * 60),
        hits: Math.floor(random() ** 6 * 1_000_000),
        updatedAt: 1_600_000_000 + Math.floor(random() * 190_000_000),
        // Not drawn, so that everything else stays as it was.
        quality: {
          height: pick([2160, 1080, 720, 480], ((first + at) % 4) / 4),
          hdr: (first + at) % 8 === 0,
          channels: (first + at) % 5 === 0 ? 6 : 2,
        },
      }
    })
    await learnFacets(db, batch.flatMap(facetsOf), facetIds)
    const rows = batch.map((title) => ({
      ...title,
      facets: facetsOf(title).map(({ dimension, value }) => facetIds.get(`${dimension} ${value}`)),
    }))
    await insert(db, rows)
  }
}

function pick<Item>(items: readonly Item[], at: number): Item {
  const item = items[Math.floor(at * items.length)]
  if (item === undefined) throw new Error('the list is empty')
  return item
}

async function learnFacets(
  db: Kysely<unknown>,
  facets: { dimension: string; value: string }[],
  known: Map<string, number>,
): Promise<void> {
  const fresh = new Map(facets.map((facet) => [`${facet.dimension} ${facet.value}`, facet]))
  for (const key of known.keys()) fresh.delete(key)
  if (fresh.size === 0) return
  const { rows } = await sql<{ id: number; dimension: string; value: string }>`
    insert into facet (dimension, value) select f->>'dimension', f->>'value' from jsonb_array_elements(${JSON.stringify([...fresh.values()])}::jsonb) f
    on conflict (dimension, value) do update set value = excluded.value returning id, dimension, value`.execute(db)
  for (const { id, dimension, value } of rows) known.set(`${dimension} ${value}`, id)
}

interface SeededRow extends InventedTexts {
  id: number
  pidId: number
  typeId: number
  area: string
  lang: string
  year: number
  letter: string
  genres: string[]
  vip: boolean
  score: number
  hits: number
  updatedAt: number
  facets: (number | undefined)[]
}

/** Column by column and without foreign key checks: a million rows in the time of a hundred thousand. */
async function insert(db: Kysely<unknown>, rows: readonly SeededRow[]): Promise<void> {
  const column = (valueOf: (row: SeededRow) => unknown): unknown[] => rows.map(valueOf)
  const list = (valueOf: (row: SeededRow) => readonly unknown[]): string[] =>
    rows.map(
      (row) =>
        `{${valueOf(row)
          .map((each) => JSON.stringify(each))
          .join()}}`,
    )
  const actors = column((row) => JSON.stringify(row.actors.map((name) => ({ name, role: '' }))))
  await db.transaction().execute(async (all) => {
    await sql`set local session_replication_role = replica`.execute(all)
    await sql`set local synchronous_commit = off`.execute(all)
    await sql`
      insert into title (id, pid_id, type_id, name, alias, directors, actors, area, lang, year, letter, genres, vip, score_sum, score_count, created_at, updated_at)
      select id, pid_id, type_id, name, alias::text[], directors::text[], actors, area, lang, year, letter, genres::text[], vip, score, 1, updated_at, updated_at
      from unnest(${column((row) => row.id)}::int[], ${column((row) => row.pidId)}::int[], ${column((row) => row.typeId)}::int[],
        ${column((row) => row.name)}::text[], ${list((row) => row.alias)}::text[], ${list((row) => row.directors)}::text[],
        ${actors}::jsonb[], ${column((row) => row.area)}::text[], ${column((row) => row.lang)}::text[],
        ${column((row) => row.year)}::int[], ${column((row) => row.letter)}::text[], ${list((row) => row.genres)}::text[],
        ${column((row) => row.vip)}::boolean[], ${column((row) => row.score)}::int[], ${column((row) => row.updatedAt)}::bigint[])
        as t (id, pid_id, type_id, name, alias, directors, actors, area, lang, year, letter, genres, vip, score, updated_at)`.execute(
      all,
    )
    await sql`
      insert into title_listing (title_id, pid_id, facets, updated_at, hits, score)
      select title_id, pid_id, facets::int[], updated_at, hits, score
      from unnest(${column((row) => row.id)}::int[], ${column((row) => row.pidId)}::int[], ${list((row) => row.facets)}::text[],
        ${column((row) => row.updatedAt)}::bigint[], ${column((row) => row.hits)}::bigint[], ${column((row) => row.score)}::int[])
        as t (title_id, pid_id, facets, updated_at, hits, score)`.execute(all)
  })
}

export const seededWords = { areas, genres, langs, letters, decades: [2026, 2013, 2004, 1995, 1985].map(decadeOf) }
