import type { Transaction } from 'kysely'
import { EgressError } from '../../../platform/egress/egress.ts'
import type { BoundCategory } from '../items/bindings.ts'
import type { ItemEntry, ItemKind } from '../items/item-store.ts'
import { isTrue, wordOf, type Loose } from '../items/loose-values.ts'
import { savePosters } from '../items/posters.ts'
import {
  entryOf,
  rememberItems,
  runItems,
  startTable,
  type FreshItem,
  type Item,
  type ItemTally,
} from '../items/run-items.ts'
import type { SavedTitle, TitleToSave } from '../migration-needs.ts'
import { addExample } from '../report-rules.ts'
import type { PanelRun } from './migrate-xc.ts'
import { readFilm, readSeries, type TitleContext } from './panel-rules.ts'

type Categories = ReadonlyMap<string, BoundCategory>

interface Taken {
  fresh: FreshItem<Loose>
  titles: readonly { title: TitleToSave; urls: readonly string[]; poster: string }[]
  /** Null: it is asked for again in the next run. */
  entry: ItemEntry | null
}

/** At a time: panels are slow, and close connections of those who ask for much. */
const concurrency = 4

/** Values that change with each visitor do not make a row a changed one. */
const fingerprintOf = ({ rating: _rating, rating_5based: _stars, num: _number, ...row }: Loose): Loose => row

/** The rows of a list that are titles of a category that is taken. */
function* itemsOf(
  rows: Iterable<Loose | null>,
  idField: string,
  { tally, categories }: { tally: ItemTally; categories: Categories },
): Generator<Item<Loose>> {
  for (const row of rows) {
    const key = wordOf(row?.[idField], 40)
    const reason =
      row === null || key === ''
        ? 'broken'
        : isTrue(row['is_adult'])
          ? 'adult'
          : categories.has(wordOf(row['category_id']))
            ? null
            : 'unbound'
    if (row !== null && reason === null) yield { key, fingerprint: fingerprintOf(row), value: row }
    else {
      tally.table.read++
      tally.refuse(reason ?? 'broken')
    }
  }
}

const contextOf = ({ address, accountId }: PanelRun, categories: Categories, row: Loose): TitleContext | null => {
  const category = categories.get(wordOf(row['category_id']))
  return category ? { category, origin: `xc:${accountId}`, addressOf: address } : null
}

/** Takes films, each with its details. */
export async function takeFilms(run: PanelRun, categories: Categories): Promise<void> {
  const tally = startTable(run, 'film')
  const rows = await run.panel.list('get_vod_streams', run.signal)
  await runItems(run, { kind: 'film', tally }, itemsOf(rows, 'stream_id', { tally, categories }), async (all) => {
    const taken = await inParallel(all, async (fresh): Promise<Taken | null> => {
      const context = contextOf(run, categories, fresh.value)
      const details = run.dry
        ? null
        : await run.panel.details({ action: 'get_vod_info', vod_id: fresh.key }, run.signal)
      const read = context ? readFilm(fresh.value, details, context) : 'unbound'
      if (typeof read !== 'string') {
        const entry = entryOf(fresh, null)
        return { fresh, titles: [read], entry: details || run.dry ? entry : { ...entry, hash: Buffer.alloc(16) } }
      }
      tally.refuse(read)
      return null
    })
    await saveTaken(run, { kind: 'film', tally }, taken)
  })
}

/** Takes series: each season is a title. A dry run does not ask for episodes, of which there are too many. */
export async function takeSeries(run: PanelRun, categories: Categories): Promise<void> {
  const tally = startTable(run, 'series')
  const rows = await run.panel.list('get_series', run.signal)
  await runItems(run, { kind: 'series', tally }, itemsOf(rows, 'series_id', { tally, categories }), async (all) => {
    if (run.dry) {
      for (const fresh of all) tally.took(fresh)
      return
    }
    const taken = await inParallel(all, async (fresh): Promise<Taken | null> => {
      const context = contextOf(run, categories, fresh.value)
      const details = await run.panel.details({ action: 'get_series_info', series_id: fresh.key }, run.signal)
      const read =
        context && details
          ? readSeries(fresh.value, details, { ...context, seasonName: run.parts.folderImport.seasonName })
          : 'broken'
      if (typeof read !== 'string') {
        if (read.unplayable > 0) tally.refuse('container', read.unplayable)
        return { fresh, titles: read.titles, entry: entryOf(fresh, null) }
      }
      tally.refuse(read)
      return null
    })
    await saveTaken(run, { kind: 'series', tally }, taken)
  })
}

async function inParallel(
  all: readonly FreshItem<Loose>[],
  take: (fresh: FreshItem<Loose>) => Promise<Taken | null>,
): Promise<Taken[]> {
  const taken: Taken[] = []
  for (let at = 0; at < all.length; at += concurrency) {
    const some = await Promise.all(all.slice(at, at + concurrency).map(take))
    taken.push(...some.filter((one) => one !== null))
  }
  return taken
}

async function saveTaken(
  run: PanelRun,
  { kind, tally }: { kind: ItemKind; tally: ItemTally },
  taken: readonly Taken[],
): Promise<void> {
  const { parts, report, dry, nowSec } = run
  for (const { fresh, titles } of taken) {
    tally.took(fresh)
    const [first] = titles
    if (!fresh.known && first) addExample(report, { table: kind, oldId: fresh.key, text: first.title.name })
  }
  const flat = taken.flatMap(({ titles }) => titles)
  if (dry) {
    report.addresses += flat.reduce((sum, { urls }) => sum + urls.length, 0)
    return
  }
  if (flat.length === 0) return
  const saved = await parts.catalog.saveTitles(
    flat.map(({ title }) => title),
    nowSec,
    (tx, titles) => saveAlongside(run, tx, { kind, taken, flat, titles }),
  )
  await savePosters(
    run,
    flat.flatMap(({ poster }, at) => {
      const title = saved[at]
      return poster === '' || title?.added !== true ? [] : [{ titleId: title.id, load: () => loadPicture(run, poster) }]
    }),
  )
}

/** Stores, with the titles, their addresses and that they were taken. */
async function saveAlongside(
  run: PanelRun,
  tx: Transaction<unknown>,
  {
    kind,
    taken,
    flat,
    titles,
  }: {
    kind: ItemKind
    taken: readonly Taken[]
    flat: Taken['titles']
    titles: readonly SavedTitle[]
  },
): Promise<readonly number[]> {
  const addresses = flat.flatMap(({ urls }, at) =>
    urls.flatMap((url, index) => {
      const episodeId = titles[at]?.episodeIds[index] ?? 0
      return episodeId === 0 ? [] : [{ episodeId, url }]
    }),
  )
  const written = await run.parts.saveAddresses(tx, addresses, run.nowSec)
  run.report.addresses += written.added
  run.report.newHosts += written.newHosts
  await rememberItems(
    run,
    tx,
    kind,
    taken.flatMap(({ entry }) => (entry ? [entry] : [])),
  )
  return written.titleIds
}

const pictureLimits = { maxBytes: 8 * 1024 * 1024, timeoutMs: 20_000 }

/** Pictures may lie anywhere, so that the rules for addresses of strangers apply. */
async function loadPicture({ parts, signal }: PanelRun, url: string): Promise<Buffer | null> {
  try {
    const reply = await parts.egress.get(url, { ...pictureLimits, signal })
    return reply.status === 200 ? await reply.bytes() : null
  } catch (err) {
    signal.throwIfAborted()
    if (err instanceof EgressError) return null
    throw err
  }
}
