import { anyFilter, type BrowseFilter, type Page } from './page.ts'
import { pageUrl } from './page-url.ts'
import { readAddress, type Query } from './read-address.ts'
import { isValue, oneOf, readDay, readNumber, readNumbers, readPageNumber, readSearch } from './read-value.ts'
import {
  listOrders,
  matchChoices,
  rankPeriods,
  searchKinds,
  searchOrders,
  sportKeys,
  userPages,
} from './page-values.ts'

/** Parses the parts after the first; null if unknown. */
type FormParser = (rest: readonly string[], query: Query) => Page | null

/** A page without path parameters. */
const withoutPath =
  (read: (query: Query) => Page): FormParser =>
  (rest, query) =>
    rest.length === 0 ? read(query) : null

const optional = (query: Query, name: string): number | undefined => readNumber(query.get(name)) ?? undefined

const optionalValue = (query: Query, name: string): string | undefined => {
  const text = query.get(name)
  return isValue(text) ? text : undefined
}

/** Splits the short form `1-2-3`. */
const splitDashes = (rest: readonly string[]): readonly string[] =>
  rest.length === 1 && /^\d+(?:-\d+)+$/.test(rest[0] ?? '') ? (rest[0] ?? '').split('-') : rest

const details: FormParser = (rest) => {
  const numbers = readNumbers(splitDashes(rest), [0, 1])
  if (!numbers) return null
  const [pidId = 0, id = 0] = numbers
  return { name: 'details', pidId, id }
}

const vod: FormParser = (rest, query) => {
  const numbers = readNumbers(splitDashes(rest), [0, 1, 1])
  if (!numbers) return null
  const [pidId = 0, id = 0, level = 0] = numbers
  const atSec = readNumber(query.get('t'), 0) ?? undefined
  return {
    name: 'vod',
    pidId,
    id,
    level,
    atSec,
    source: optional(query, 'line'),
    sourceAt: query.has('line') ? undefined : optional(query, 'sid'),
  }
}

/** `{types}-{id}-{ids}`; the last is the stream. */
function shortLive(text: string): Page | null {
  const [, types, id = '', stream = ''] = /^(.+)-(\d+)-(\d+)$/.exec(text) ?? []
  const numbers = readNumbers([id, stream], [1, 0])
  return isValue(types) && numbers ? { name: 'live', types, id: Number(id), stream: Number(stream) } : null
}

const live: FormParser = (rest, query) => {
  if (rest.length === 1) return shortLive(rest[0] ?? '')
  const [stream = 0, id = 0] = readNumbers(rest.slice(-2), [0, 1]) ?? []
  const [first, type, group] = rest
  if (id === 0 || !isValue(first)) return null
  const programme = optional(query, 'programme')
  if (rest.length === 3) return { name: 'live', types: first, stream, id, programme }
  if (rest.length !== 5 || first !== 'us' || !isValue(type) || !isValue(group)) return null
  return { name: 'overseas', type, group, stream, id, programme }
}

/** `{id}/{stream}`, `{id}-{stream}`, or `{id}`. */
const match: FormParser = (rest) => {
  const parts = splitDashes(rest)
  const numbers = readNumbers(parts.length === 1 ? [...parts, '0'] : parts, [1, 0])
  if (!numbers) return null
  const [id = 0, stream = 0] = numbers
  return { name: 'match', id, stream }
}

const matches: FormParser = withoutPath((query) => ({
  name: 'matches',
  day: readDay(query.get('day')),
  sport: oneOf(sportKeys, query.get('sport')),
  competition: optional(query, 'competition'),
  state: oneOf(matchChoices, query.get('state')),
  team: optional(query, 'team'),
}))

const competition: FormParser = (rest, query) => {
  const [id] = readNumbers(rest, [1]) ?? []
  return id === undefined ? null : { name: 'competition', id, season: optional(query, 'season') }
}

const team: FormParser = (rest) => {
  const [id] = readNumbers(rest, [1]) ?? []
  return id === undefined ? null : { name: 'team', id }
}

const tabs: FormParser = (rest) => {
  const [type] = readNumbers(rest, [1]) ?? []
  return type === undefined ? null : { name: 'tabs', type }
}

const person: FormParser = ([name, ...more]) =>
  isValue(name) && more.length === 0 ? { name: 'person', person: name } : null

/** Traditional spellings. */
const traditionalAreas = new Map([['全部地區', anyFilter.area]])
const traditionalOrders = new Map<string, BrowseFilter['order']>([
  ['最熱', '最热'],
  ['評分', '评分'],
])

/** Parses an order in either script; default for unknown values. */
const readOrder = (text = ''): BrowseFilter['order'] =>
  oneOf(listOrders, text) ?? traditionalOrders.get(text) ?? anyFilter.order

/** `{type}/{area}/{year}/{genre}/{letter}/{vip}/{order}?tags=`, or the short `{type}/{id}?order=&types=&tags=`. */
const browse: FormParser = (rest, query) => {
  const page = readPageNumber(query.get('page'))
  const [type = '', area = '', year = '', genre = '', letter = '', vip = '', order = ''] = rest
  if (rest.length === 2) return shortBrowse({ type, id: area }, query, page)
  if (rest.length !== 7 || !rest.every(isValue)) return null
  const tags = optionalValue(query, 'tags') ?? anyFilter.tags
  const filter = { area: traditionalAreas.get(area) ?? area, year, genre, letter, vip, order: readOrder(order), tags }
  return { name: 'browse', type, filter, page }
}

/** The category is the id; if it is 0, the name before it. Tags alone are the genre, tags beside `types` a second one. */
function shortBrowse({ type, id }: Record<'type' | 'id', string>, query: Query, page: number): Page | null {
  const category = readNumber(id, 0) === 0 ? type : id
  if (!isValue(category)) return null
  const [genre = anyFilter.genre, tags = anyFilter.tags] = [query.get('types'), query.get('tags')].filter(isValue)
  const filter = { ...anyFilter, genre, tags, order: readOrder(query.get('order')) }
  return { name: 'browse', type: category, filter, page }
}

const update: FormParser = withoutPath((query) => {
  const page = readPageNumber(query.get('page'))
  const type = optional(query, 'type')
  return { name: 'update', type, day: readDay(query.get('day')), page: page === 1 ? undefined : page }
})

const search: FormParser = withoutPath((query) => {
  const page = readPageNumber(query.get('page'))
  const kind = oneOf(searchKinds, query.get('kind'))
  const word = query.get('order')
  const order = oneOf(searchOrders, word) ?? traditionalOrders.get(word ?? '')
  return { name: 'search', q: readSearch(query.get('q')), kind, order, page: page === 1 ? undefined : page }
})

const guide: FormParser = withoutPath((query) => ({
  name: 'guide',
  type: optionalValue(query, 'type'),
  group: optionalValue(query, 'group'),
  day: readDay(query.get('day')),
}))

const rank: FormParser = withoutPath((query) => {
  const period = oneOf(rankPeriods, query.get('period'))
  return { name: 'rank', type: optional(query, 'type'), period }
})

const playerPages: ReadonlySet<Page['name']> = new Set(['vod', 'live', 'overseas', 'match'])

/** An address to return to: of one of our player pages, built anew from its content. Anything else is dropped. */
function readPlayerUrl(text: string | undefined): string | undefined {
  const address = text === undefined ? null : readAddress(text)
  const page = address && parseOwnForm(address.parts, address.query)
  return page && playerPages.has(page.name) ? pageUrl(page) : undefined
}

/** A number as orders have it; anything else is dropped. */
const readOrderNo = (text: string | undefined): string | undefined =>
  text !== undefined && /^[0-9A-Z]{18}$/.test(text) ? text : undefined

/** One advertising product, or the list of all. */
const ad: FormParser = (rest) => {
  if (rest.length === 0) return { name: 'ad' }
  const [id] = readNumbers(rest, [1]) ?? []
  return id === undefined ? null : { name: 'ad', id }
}

const user: FormParser = ([part = '', ...more]) => {
  const known = oneOf(userPages, part)
  return known === undefined || more.length > 0 ? null : { name: 'user', part: known }
}

/** Parsers of own addresses, canonical and short, by their first one or two parts. */
const forms: ReadonlyMap<string, FormParser> = new Map<string, FormParser>([
  ['index', withoutPath(() => ({ name: 'home' }))],
  ['details', details],
  ['player/vod', vod],
  ['player/live', live],
  ['guide', guide],
  ['player/match', match],
  ['player/password', withoutPath((query) => ({ name: 'password', to: readPlayerUrl(query.get('to')) }))],
  ['match/play', match],
  ['match/single', matches],
  ['match/competition', competition],
  ['match/team', team],
  ['tabs', tabs],
  ['person', person],
  ['nav', browse],
  ['rank', rank],
  ['update', update],
  ['search', search],
  ['vip', withoutPath(() => ({ name: 'vip' }))],
  ['vip/terms', withoutPath(() => ({ name: 'legal', kind: 'vip' }))],
  ['terms', withoutPath(() => ({ name: 'legal', kind: 'terms' }))],
  ['privacy', withoutPath(() => ({ name: 'legal', kind: 'privacy' }))],
  ['user/order', withoutPath((query) => ({ name: 'orders', no: readOrderNo(query.get('no')) }))],
  ['user', user],
  ['ads', withoutPath(() => ({ name: 'ads' }))],
  ['ads/info', ad],
  ['ads/form', withoutPath(() => ({ name: 'adForm' }))],
  ['download', withoutPath((query) => ({ name: 'download', type: oneOf(['android', 'ios'], query.get('type')) }))],
])

/** Parses an own address; null if unknown. */
export function parseOwnForm(parts: readonly string[], query: Query): Page | null {
  const [first, second, ...rest] = parts
  if (first === undefined) return { name: 'home' }
  const [, head, dashed] = /^(details|tabs)-([\d-]+)$/.exec(first) ?? []
  if (head !== undefined && dashed !== undefined) return parts.length === 1 ? parseOwnForm([head, dashed], query) : null
  const inner = forms.get(`${first}/${second}`)
  return inner ? inner(rest, query) : (forms.get(first)?.(parts.slice(1), query) ?? null)
}
