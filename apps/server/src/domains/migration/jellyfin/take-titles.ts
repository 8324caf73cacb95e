import { letterOf } from '@yunmu/zh'
import { isAbsolute, relative } from 'node:path'
import { knownArea } from '../../../platform/vocabulary/areas.ts'
import type { BoundCategory } from '../items/bindings.ts'
import type { ItemEntry } from '../items/item-store.ts'
import { listOf, lineOf, type Loose } from '../items/loose-values.ts'
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
import type { FileToImport, TitleToSave } from '../migration-needs.ts'
import { addExample } from '../report-rules.ts'
import { SourceError } from '../sources/row-source.ts'
import {
  mappedPath,
  marksOf,
  pathsOf,
  readEpisode,
  readFacts,
  type JellyfinEpisode,
  type JellyfinFacts,
} from './item-rules.ts'
import type { JellyfinRun } from './migrate-jellyfin.ts'
import { itemId } from './server.ts'

/** A library of the server with the category that it is bound to. */
export interface Library {
  key: string
  name: string
  category: BoundCategory
  /** Its folders there. */
  locations: readonly string[]
}

/** A film, or a series with its episodes. */
interface ServerTitle {
  key: string
  kind: 'film' | 'series'
  facts: JellyfinFacts
  library: Library
  files: readonly { key: string; path: string; episode: JellyfinEpisode | null }[]
  /** Episodes without a number. */
  unnumbered: number
}

type FreshTitle = FreshItem<ServerTitle>

/** A title here: a film, or a season of a series. */
interface OwnTitle {
  fresh: FreshTitle
  season: number
  title: TitleToSave
  /** What leads to the title, with the numbers of episodes. */
  items: readonly { key: string; level: number }[]
}

/** Takes the films and series of libraries: files that are mapped are imported, the others leave titles without episodes. */
export async function takeTitles(run: JellyfinRun, libraries: readonly Library[]): Promise<void> {
  const films = startTable(run, 'film')
  const series = startTable(run, 'series')
  const mapped: FreshTitle[] = []
  for (const library of libraries) {
    const work = async (tally: ItemTally, fresh: readonly FreshTitle[]): Promise<void> => {
      const here = fresh.filter(({ value }) => isMapped(run, value))
      const elsewhere = fresh.filter((one) => !here.includes(one))
      mapped.push(...here)
      if (elsewhere.length > 0) tally.refuse('unmapped', elsewhere.length)
      await saveTitles(run, elsewhere, new Map())
      count(run, tally, run.dry ? fresh : elsewhere)
    }
    await runItems(run, { kind: 'film', tally: films }, filmsOf(run, library, films), (all) => work(films, all))
    await runItems(run, { kind: 'series', tally: series }, seriesOf(run, library, series), (all) => work(series, all))
  }
  if (run.dry || mapped.length === 0) return
  await importFiles(run, libraries, mapped)
  await saveImported(run, mapped, (title) => (title.value.kind === 'film' ? films : series))
  await run.onTable()
}

function count(run: JellyfinRun, tally: ItemTally, taken: readonly FreshTitle[]): void {
  for (const fresh of taken) {
    tally.took(fresh)
    const { key, kind, files, facts } = fresh.value
    if (!fresh.known) addExample(run.report, { table: kind, oldId: key, text: facts.name })
    if (!run.dry) continue
    const place = -1 - run.planned.size
    for (const planned of [key, ...files.map((file) => file.key)]) run.planned.set(planned, place)
  }
}

const isMapped = ({ map }: JellyfinRun, { files }: ServerTitle): boolean =>
  files.some(({ path }) => mappedPath(path, map) !== null)

/** What makes a title a changed one. A folder that is mapped from now on does. */
const fingerprintOf = (run: JellyfinRun, { facts, files, library }: ServerTitle): unknown => [
  facts,
  library.category,
  files.map(({ path, ...file }) => ({ ...file, path: mappedPath(path, run.map) ?? path })),
]

function countFields(tally: ItemTally, item: Loose, facts: JellyfinFacts): void {
  const { fields } = tally.table
  if (facts.portraits > 0) fields['portraits'] = (fields['portraits'] ?? 0) + facts.portraits
  for (const field of ['ProviderIds', 'Tags', 'Studios', 'Taglines', 'CriticRating', 'RemoteTrailers'])
    if (listOf(item[field]).length > 0 || lineOf(item[field]) !== '') fields[field] = (fields[field] ?? 0) + 1
}

/** The items of a library that have what a title needs; others are refused. */
async function* readableItems(
  run: JellyfinRun,
  { library, tally, type }: { library: Library; tally: ItemTally; type: 'Movie' | 'Series' },
): AsyncGenerator<{ key: string; item: Loose; facts: JellyfinFacts }> {
  const query = { parentId: library.key, includeItemTypes: type, sortBy: 'DateCreated,SortName' }
  for await (const item of run.server.items(query, run.signal)) {
    const key = itemId(item['Id'])
    const facts = readFacts(item)
    if (key === '' || !facts) {
      tally.table.read++
      tally.refuse(key === '' ? 'broken' : 'noName')
      continue
    }
    countFields(tally, item, facts)
    yield { key, item, facts }
  }
}

async function* filmsOf(run: JellyfinRun, library: Library, tally: ItemTally): AsyncGenerator<Item<ServerTitle>> {
  for await (const { key, item, facts } of readableItems(run, { library, tally, type: 'Movie' })) {
    const files = pathsOf(item).map((path) => ({ key, path, episode: null }))
    const value: ServerTitle = { key, kind: 'film', facts, library, files, unnumbered: 0 }
    yield { key, fingerprint: fingerprintOf(run, value), value }
  }
}

async function* seriesOf(run: JellyfinRun, library: Library, tally: ItemTally): AsyncGenerator<Item<ServerTitle>> {
  for await (const { key, facts } of readableItems(run, { library, tally, type: 'Series' })) {
    const episodes = (await run.server.episodes(key, run.signal)).map((row) => ({ row, episode: readEpisode(row) }))
    const files = episodes.flatMap(({ row, episode }) =>
      episode === null || episode.number === null
        ? []
        : pathsOf(row).map((path) => ({ key: episode.key, path, episode })),
    )
    const unnumbered = episodes.filter(({ episode }) => episode !== null && episode.number === null).length
    if (unnumbered > 0) tally.refuse('noNumber', unnumbered)
    const value: ServerTitle = { key, kind: 'series', facts, library, files, unnumbered }
    yield { key, fingerprint: fingerprintOf(run, value), value }
  }
}

/** Imports the mapped folders of libraries, with the names that the server has for their files. */
async function importFiles(
  run: JellyfinRun,
  libraries: readonly Library[],
  titles: readonly FreshTitle[],
): Promise<void> {
  const { map, parts, signal, server } = run
  const byName = new Map(titles.map(({ value }) => [nameKey(value.kind, value.facts.name, value.facts.year), value]))
  const folders = new Set(
    libraries.flatMap(({ locations }) => locations.flatMap((path) => mappedPath(path, map) ?? [])),
  )
  for (const folder of folders) {
    const files = new Map<string, FileToImport>()
    for (const { value } of titles)
      for (const { path, key, episode } of value.files) {
        const here = mappedPath(path, map)
        const inside = here === null ? '' : relative(folder, here)
        if (inside === '' || inside.startsWith('..') || isAbsolute(inside)) continue
        const marks = marksOf(await server.segments(key, signal))
        files.set(inside, { ...fileOf(value, episode), ...marks })
      }
    const done = await parts.folderImport.run(folder, {
      files,
      signal,
      pictures: {
        of({ kind, name, year }) {
          const found = byName.get(nameKey(kind === 'film' ? 'film' : 'series', name, year))
          if (!found) return null
          const { key, facts } = found
          return {
            poster: facts.hasPoster ? `Primary ${key}` : '',
            backdrop: facts.hasBackdrop ? `Backdrop ${key}` : '',
          }
        },
        async load(address) {
          const [kind, key = ''] = address.split(' ')
          return server.picture(key, kind === 'Backdrop' ? 'Backdrop' : 'Primary', signal)
        },
      },
      onEvent: run.onImport,
    })
    if (done === 'busy') throw new SourceError('另一个导入正在进行，等它结束再来。')
    if (done === 'noFolder') throw new SourceError(`找不到文件夹 ${folder}，请检查 --map。`)
    signal.throwIfAborted()
  }
}

const nameKey = (kind: ServerTitle['kind'], name: string, year: number): string => JSON.stringify([kind, name, year])

function fileOf({ facts, library }: ServerTitle, episode: JellyfinEpisode | null): FileToImport {
  const { name: title, year, aliases } = facts
  const named = { title, year: year || null, aliases }
  return {
    typeId: library.category.typeId,
    introSec: 0,
    outroSec: 0,
    episodeName: episode?.name ?? '',
    name: episode
      ? {
          ...named,
          kind: episode.season === 0 ? 'special' : 'episode',
          season: episode.season,
          episode: episode.number,
          lastEpisode: episode.lastNumber,
        }
      : { ...named, kind: 'film', season: null, episode: null, lastEpisode: null },
  }
}

/** Gives imported titles what the server says of them, and remembers where its items play. */
async function saveImported(
  run: JellyfinRun,
  titles: readonly FreshTitle[],
  tallyOf: (title: FreshTitle) => ItemTally,
): Promise<void> {
  const paths = new Map(
    titles.flatMap(({ value }) => value.files.map(({ path }) => [path, mappedPath(path, run.map) ?? path] as const)),
  )
  const places = await run.parts.folderImport.places([...paths.values()])
  const placeOf = (path: string) => places.get(paths.get(path) ?? '')
  const found = titles.filter(({ value }) => value.files.some(({ path }) => placeOf(path) !== undefined))
  for (const fresh of titles) {
    const lost = fresh.value.files.filter(({ path }) => placeOf(path) === undefined).length
    if (lost > 0) tallyOf(fresh).refuse('noFile', lost)
    if (found.includes(fresh)) count(run, tallyOf(fresh), [fresh])
  }
  const byPath = new Map(
    [...paths.keys()].flatMap((path) => {
      const place = placeOf(path)
      return place ? [[path, place] as const] : []
    }),
  )
  for (let at = 0; at < found.length; at += run.batchSize)
    await saveTitles(run, found.slice(at, at + run.batchSize), byPath)
}

type Places = ReadonlyMap<string, { origin: string; level: number }>

/** Saves titles without touching their episodes. `places` says where imported files play, by their path there. */
async function saveTitles(run: JellyfinRun, titles: readonly FreshTitle[], places: Places): Promise<void> {
  if (run.dry || titles.length === 0) return
  const own = titles.flatMap((fresh) => ownTitles(run, fresh, places))
  const saved = await run.parts.catalog.saveTitles(
    own.map(({ title }) => title),
    run.nowSec,
    async (tx, written) => {
      const idOf = (title: OwnTitle): number | null => written[own.indexOf(title)]?.id ?? null
      for (const kind of ['film', 'series'] as const) {
        const entries = titles.flatMap((fresh): ItemEntry[] => {
          if (fresh.value.kind !== kind) return []
          const ofTitle = own.filter((title) => title.fresh === fresh)
          const main = ofTitle.find(({ season }) => season > 0) ?? ofTitle[0]
          return [entryOf(complete(fresh, places), main ? idOf(main) : null, kind === 'film' ? 1 : 0)]
        })
        await rememberItems(run, tx, kind, entries)
      }
      const episodes = own.flatMap((title) =>
        title.fresh.value.kind === 'film'
          ? []
          : title.items.map(({ key, level }) => ({ key, level, id: idOf(title), hash: title.fresh.hash })),
      )
      await rememberItems(run, tx, 'episode', episodes)
      return []
    },
  )
  await savePosters(
    run,
    own.flatMap(({ fresh: { value } }, at) => {
      const id = saved[at]?.id
      if (id === undefined || !value.facts.hasPoster || isMapped(run, value)) return []
      return [{ titleId: id, load: () => run.server.picture(value.key, 'Primary', run.signal) }]
    }),
  )
}

/** One whose files did not all come is looked at again in the next run. */
const complete = (fresh: FreshTitle, places: Places): FreshTitle => {
  const isWhole = places.size === 0 || fresh.value.files.every(({ path }) => places.has(path))
  return isWhole ? fresh : { ...fresh, hash: Buffer.alloc(16) }
}

function ownTitles({ parts, nowSec }: JellyfinRun, fresh: FreshTitle, places: Places): OwnTitle[] {
  const { facts, kind, library, files } = fresh.value
  const { folderImport } = parts
  const { name, year } = facts
  const common = {
    ...library.category,
    letter: letterOf(name),
    alias: facts.aliases,
    area: knownArea(facts.country),
    year,
    genres: facts.genres,
    directors: facts.directors,
    actors: facts.actors,
    intro: facts.intro,
    premiere: facts.premiere,
    createdSec: facts.createdSec || nowSec,
    episodes: [],
  }
  const placed = files.map((file) => ({ ...file, place: places.get(file.path) }))
  if (kind === 'film') {
    const origin = placed.find(({ place }) => place)?.place?.origin
    const planned = folderImport.originOf({ kind: 'film', season: 0, title: name, year })
    return [{ fresh, season: 0, title: { ...common, origin: origin ?? planned, name }, items: [] }]
  }
  const seasons = [...new Set(files.flatMap(({ episode }) => (episode ? [episode.season] : [])))]
  return (seasons.length === 0 ? [1] : seasons).map((season) => {
    const ofSeason = placed.filter(({ episode }) => episode?.season === season)
    const planned = folderImport.originOf({ kind: 'episode', season, title: name, year })
    const title = {
      ...common,
      origin: ofSeason.find(({ place }) => place)?.place?.origin ?? planned,
      name: folderImport.seasonName(name, season),
      series: name,
      season,
    }
    const items = ofSeason.map(({ key, episode, place }) => ({ key, level: place?.level ?? episode?.number ?? 1 }))
    return { fresh, season, title, items }
  })
}
