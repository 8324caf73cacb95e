import type { PlayGroup, ProvideReply, ProvideVod } from '@yunmu/formats'
import { writeProvideJson, writeProvideXml } from '@yunmu/formats'
import type { ChangeLog } from '../../platform/caching/change-log.ts'
import { changesAt, dependsOn } from '../../platform/caching/collect-dependencies.ts'
import type { ProvideNeeds, ProvidedTitle } from './provide-needs.ts'
import { categoryRows, filtersOf, groupsOf, isEnded, positionOf, vodOf, type ProvideQuery } from './provide-rules.ts'

export interface ReplyParts extends ProvideNeeds {
  changes: Pick<ChangeLog, 'eventName'>
}

/** The time of `h` moves on: a reply with it is no older than this. */
const hoursMaxAgeMs = 60_000
/** Titles that are read to choose by what is not in memory. */
const maxFiltered = 300_000

/** Builds the reply to a query, and records what it depends on. */
export async function provideReply(
  parts: ReplyParts,
  query: ProvideQuery,
  { origin, nowMs }: { origin: string; nowMs: number },
): Promise<string> {
  const { titles, changes } = parts
  dependsOn(changes.eventName(titles.categoriesChanged))
  const nowSec = Math.floor(nowMs / 1000)
  const [{ ids, total }, categories] = await Promise.all([choose(parts, query, nowMs), titles.categories()])
  const rows = await titles.rows(ids, { withEpisodes: query.isDetailed, nowSec })
  const names = new Map(categoryRows(categories).map(({ id, name }) => [id, name]))
  const base = parts.site.mediaUrl === '' ? origin : parts.site.mediaUrl
  const pictureOf = (address: string): string => (address.startsWith('/') ? `${base}${address}` : address)
  const vods = await Promise.all(
    rows.map(async (title): Promise<ProvideVod> => {
      const open = groupsOf({ id: title.id, sources: await openSources(parts, title) }, origin)
      const groups = numbered(open, query.from)
      return vodOf(title, groups, { typeName: names.get(title.typeId) ?? '', pictureOf })
    }),
  )
  const reply: ProvideReply = {
    page: query.page,
    pageCount: Math.max(1, Math.ceil(total / query.size)),
    pageSize: query.size,
    total,
    vods,
    categories: query.isDetailed ? [] : categoryRows(categories),
    faults: [],
  }
  if (query.isXml) return writeProvideXml(reply, query)
  // The first reply that a box asks for has the filters.
  const isHome = !query.isDetailed && query.page === 1 && query.typeId === 0 && query.word === '' && query.ids === null
  return writeProvideJson(reply, { ...query, ...(isHome ? { filters: filtersOf(categories) } : {}) })
}

/** The sources that need no password. */
async function openSources({ locks }: ReplyParts, { id, sources }: ProvidedTitle): Promise<ProvidedTitle['sources']> {
  if ((await locks.lockedTitles()).has(id)) return []
  const locked = await locks.lockedSources(id)
  return sources.filter((source) => !locked.has(source.id))
}

/** The groups of the asked players, with positions in their order. */
const numbered = (groups: readonly PlayGroup[], from: readonly string[]): PlayGroup[] =>
  groups
    .filter(({ code }) => from.length === 0 || from.includes(code))
    .map((group, at) => ({ ...group, position: at + 1 }))

interface Chosen {
  ids: readonly number[]
  total: number
}

/** The ids of the page and the number of all matches. */
async function choose(parts: ReplyParts, query: ProvideQuery, nowMs: number): Promise<Chosen> {
  const { titles } = parts
  const offset = (query.page - 1) * query.size
  const pageOf = (ids: readonly number[]): Chosen => {
    const ordered = query.isAscending ? ids.toReversed() : ids
    return { ids: ordered.slice(offset, offset + query.size), total: ids.length }
  }
  if (query.ids) return pageOf(await titles.newestOf(query.ids))
  if (query.hours > 0) changesAt(nowMs + hoursMaxAgeMs)
  const select = (at: number, limit: number) => titles.choose(selectionOf(parts, query, nowMs), at, limit)
  if (query.word === '' && query.isEnded === null && query.from.length === 0) {
    if (!query.isAscending) return (await select(offset, query.size)) ?? { ids: [], total: 0 }
    const total = (await select(0, 0))?.total ?? 0
    const end = Math.max(0, total - offset)
    const begin = Math.max(0, end - query.size)
    const ids = end === 0 ? [] : ((await select(begin, end - begin))?.ids ?? [])
    return { ids: ids.toReversed(), total }
  }
  return pageOf(await filtered(parts, query, select))
}

function selectionOf(
  { toSimplified }: ReplyParts,
  query: ProvideQuery,
  nowMs: number,
): Parameters<ProvideNeeds['titles']['choose']>[0] {
  const { typeId, letter, hours } = query
  return {
    typeId,
    letter,
    area: toSimplified(query.area),
    genre: toSimplified(query.genre),
    lang: toSimplified(query.lang),
    year: toSimplified(query.year),
    sinceSec: hours === 0 ? null : Math.floor(nowMs / 1000) - hours * 3600,
  }
}

/** All ids that match a word, a state or players, in the order of the list, or of relevance for a word. */
async function filtered(
  { titles }: ReplyParts,
  query: ProvideQuery,
  select: (offset: number, limit: number) => Promise<Chosen | null>,
): Promise<readonly number[]> {
  const found = query.word === '' ? await everything(select) : await foundBy(titles, query, select)
  if (query.isEnded === null && query.from.length === 0) return found
  const positions = query.from.map(positionOf)
  const progress = await titles.progress()
  return found.filter((id) => {
    const title = progress.get(id)
    if (!title || (query.isEnded !== null && isEnded(title) !== query.isEnded)) return false
    return positions.length === 0 || title.sources.some((position) => positions.includes(position))
  })
}

const everything = async (select: (offset: number, limit: number) => Promise<Chosen | null>) =>
  (await select(0, maxFiltered))?.ids ?? []

/** The titles that a word finds, of those that the other parameters choose. */
async function foundBy(
  titles: ReplyParts['titles'],
  query: ProvideQuery,
  select: (offset: number, limit: number) => Promise<Chosen | null>,
): Promise<readonly number[]> {
  const found = await titles.find(query.word)
  const { typeId, hours, area, genre, lang, letter, year } = query
  const isChosen = typeId > 0 || hours > 0 || [area, genre, lang, letter, year].some((value) => value !== '')
  // The selection records what the reply depends on, in either case.
  const chosen = await select(0, isChosen ? maxFiltered : 0)
  const allowed = isChosen ? new Set(chosen?.ids) : await titles.visible(found)
  return found.filter((id) => allowed.has(id))
}
