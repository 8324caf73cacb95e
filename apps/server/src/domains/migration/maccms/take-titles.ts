import type { Transaction } from 'kysely'
import { createLegacyStore } from '../legacy-store.ts'
import type { SavedTitle } from '../migration-needs.ts'
import type { MigrationTables } from '../migration-tables.ts'
import { pictureOf } from '../picture-rules.ts'
import { addConflict, addExample, addPictures, newTable } from '../report-rules.ts'
import { entryOf, rememberIn, runTable, type FreshRow, type MigrationRun } from '../run-table.ts'
import { isMeaningful, number, text } from '../row-values.ts'
import type { SourceRow } from '../sources/row-source.ts'
import { matchCategories } from './category-rules.ts'
import { actorPlan, typePlan, vodPlan } from './columns.ts'
import { readTitle, type ReadTitle } from './title-rules.ts'

export type CategoryMap = ReadonlyMap<number, { pidId: number; typeId: number }>

/** Takes the categories. There are some dozens, so all are read at once: children follow their parents. */
export async function takeCategories(run: MigrationRun): Promise<CategoryMap> {
  const { parts, source, report, dry } = run
  const rows: SourceRow[] = []
  for await (const batch of source.rows(typePlan.table, typePlan.idColumn, 1000)) rows.push(...batch)
  const table = newTable(typePlan.table)
  report.tables.push(table)
  table.read = rows.length
  const taken = new Set(typePlan.taken)
  for (const row of rows)
    for (const [column, value] of Object.entries(row))
      if (!taken.has(column) && isMeaningful(value)) table.fields[column] = (table.fields[column] ?? 0) + 1
  const known = await parts.store.known(
    run.site,
    'category',
    rows.map((row) => number(row, 'type_id')),
  )
  const own = await parts.catalog.categories()
  const knownIds = new Map([...known].map(([oldId, { id }]) => [oldId, id]))
  const { matched, added } = matchCategories(rows, own, knownIds)
  const kept = matched.filter(({ id }) => id !== null)
  for (const { oldId } of kept) table[known.has(oldId) ? 'unchanged' : 'added']++
  if (matched.length > kept.length) table.refused['otherKind'] = matched.length - kept.length
  for (const { name, typeEn } of added) addExample(report, { table: 'type', oldId: 0, text: `${name}（${typeEn}）` })
  if (!dry) {
    await parts.catalog.addCategories(added)
    await parts.inTransaction((tx) =>
      rememberIn(
        tx,
        'category',
        kept.map(({ oldId, id, slug, name }) => ({
          site: run.site,
          oldId,
          id,
          slug,
          name,
          hash: Buffer.alloc(16),
          mark: null,
        })),
      ),
    )
  }
  const byId = new Map([...own, ...added].map((category) => [category.id, category]))
  return new Map(
    kept.flatMap(({ oldId, id }) => {
      const category = byId.get(id ?? 0)
      if (!category) return []
      return [[oldId, { pidId: category.pid === 0 ? category.id : category.pid, typeId: category.id }] as const]
    }),
  )
}

interface TakenTitle {
  fresh: FreshRow
  read: ReadTitle
}

/** Takes titles with their sources, episodes and addresses. */
export const takeTitles = (run: MigrationRun, categories: CategoryMap) =>
  runTable(run, 'title', vodPlan, async (rows, tally) => {
    const { parts, report, dry, nowSec } = run
    const taken: TakenTitle[] = []
    for (const fresh of rows) {
      const read = readTitle(fresh.row, categories, run.site)
      if (typeof read === 'string') {
        tally.refuse(read)
        continue
      }
      taken.push({ fresh, read })
      tally.took(fresh)
      if (dry) run.planned.title.add(fresh.oldId)
      if (!fresh.isKnown) addExample(report, { table: 'vod', oldId: read.oldId, text: read.title.name })
      if (read.faults > 0)
        addConflict(report, { kind: 'address', oldId: read.oldId, text: `${read.title.name}：${read.faults} 处` })
    }
    const pictures = taken.map(({ read: { picture } }) => pictureOf(picture, run.siteUrl ?? null))
    addPictures(report, pictures)
    const locked = taken.filter(({ read }) => read.password !== '').length
    report.locked += locked
    if (dry) {
      report.addresses += taken.reduce((sum, { read }) => sum + read.urls.length, 0)
      return
    }
    if (taken.length === 0) return
    let counts = { added: 0, newHosts: 0 }
    const saved = await parts.catalog.saveTitles(
      taken.map(({ read }) => read.title),
      nowSec,
      async (tx, saved) => {
        const written = await saveAlongside(run, tx, taken, saved)
        counts = written
        return written.titleIds
      },
    )
    if (locked > 0)
      parts.locks.announceAdded(taken.flatMap(({ read }, at) => (read.password === '' ? [] : (saved[at]?.id ?? []))))
    report.addresses += counts.added
    report.newHosts += counts.newHosts
  })

/** Stores, with the titles, their addresses and what old addresses lead to. */
async function saveAlongside(
  { parts, site, siteUrl = null, nowSec }: MigrationRun,
  tx: Transaction<unknown>,
  taken: readonly TakenTitle[],
  saved: readonly SavedTitle[],
): Promise<{ added: number; newHosts: number; titleIds: readonly number[] }> {
  const addresses = taken.flatMap(({ read }, at) =>
    read.urls.flatMap((url, index) => {
      const episodeId = saved[at]?.episodeIds[index] ?? 0
      return episodeId === 0 ? [] : [{ episodeId, url }]
    }),
  )
  const written = await parts.saveAddresses(tx, addresses, nowSec)
  await parts.pictures.addPostersIn(
    tx,
    taken.flatMap(({ read }, at) => {
      const [titleId, url] = [saved[at]?.id, pictureOf(read.picture, siteUrl)]
      return titleId === undefined || url === null || url === 'relative' ? [] : [{ titleId, url }]
    }),
    nowSec,
  )
  await parts.locks.addIn(
    tx,
    taken.flatMap(({ read: { password } }, at) => {
      const titleId = saved[at]?.id
      return password === '' || titleId === undefined ? [] : [{ titleId, password }]
    }),
  )
  const firsts = taken.flatMap(({ read }, at) =>
    read.groups.map(({ position, first }) => ({
      oldId: read.oldId,
      position,
      episodeId: saved[at]?.episodeIds[first] ?? 0,
    })),
  )
  const sourceOf = await parts.catalog.sourcesOf(
    tx,
    firsts.map(({ episodeId }) => episodeId),
  )
  const store = createLegacyStore(tx.withTables<MigrationTables>())
  await store.saveSources(
    site,
    firsts.flatMap(({ oldId, position, episodeId }) => {
      const sourceId = sourceOf.get(episodeId)
      return sourceId === undefined ? [] : [{ oldId, position, sourceId }]
    }),
  )
  await store.save(
    'title',
    taken.map(({ fresh, read: { slug } }, at) => entryOf(fresh, saved[at]?.id ?? null, { slug })),
  )
  return written
}

/** Takes people: their pages are found by their names, which titles have; only their old addresses are stored. */
export const takePeople = (run: MigrationRun) =>
  runTable(run, 'person', actorPlan, async (rows, tally) => {
    const entries = rows.flatMap((fresh) => {
      const name = text(fresh.row, 'actor_name').trim().slice(0, 40)
      if (name === '') {
        tally.refuse('noName')
        return []
      }
      tally.took(fresh)
      return [entryOf(fresh, null, { name, slug: text(fresh.row, 'actor_en').trim().toLowerCase().slice(0, 100) })]
    })
    if (!run.dry) await run.parts.inTransaction((tx) => rememberIn(tx, 'person', entries))
  })
