import { anyFilter, type BrowseFilter, type Page } from './page.ts'
import type { Query } from './read-address.ts'
import { isWord, oneOf, readDay, readNumber, readNumbers, readPageNumber, readSearch } from './read-word.ts'
import { listOrders, rankPeriods, searchKinds, searchOrders, userPages } from './page-words.ts'

/** Reads what follows the first part of an address; null for what means nothing. */
type Form = (rest: readonly string[], query: Query) => Page | null

/** A page without parameters in its path. */
const alone =
  (read: (query: Query) => Page): Form =>
  (rest, query) =>
    rest.length === 0 ? read(query) : null

const optional = (query: Query, name: string): number | undefined => readNumber(query.get(name)) ?? undefined

const optionalWord = (query: Query, name: string): string | undefined => {
  const text = query.get(name)
  return isWord(text) ? text : undefined
}

/** `1-2-3` in one part, as the short forms have it, or in three. */
const undashed = (rest: readonly string[]): readonly string[] =>
  rest.length === 1 && /^\d+(?:-\d+)+$/.test(rest[0] ?? '') ? (rest[0] ?? '').split('-') : rest

const details: Form = (rest) => {
  const numbers = readNumbers(undashed(rest), [0, 1])
  if (!numbers) return null
  const [pidId = 0, id = 0] = numbers
  return { name: 'details', pidId, id }
}

const vod: Form = (rest, query) => {
  const numbers = readNumbers(undashed(rest), [0, 1, 1])
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

/** `{types}-{id}-{ids}`, where the last is the stream. */
function shortLive(text: string): Page | null {
  const [, types, id = '', stream = ''] = /^(.+)-(\d+)-(\d+)$/.exec(text) ?? []
  const numbers = readNumbers([id, stream], [1, 0])
  return isWord(types) && numbers ? { name: 'live', types, id: Number(id), stream: Number(stream) } : null
}

const live: Form = (rest, query) => {
  if (rest.length === 1) return shortLive(rest[0] ?? '')
  const [stream = 0, id = 0] = readNumbers(rest.slice(-2), [0, 1]) ?? []
  const [first, type, group] = rest
  if (id === 0 || !isWord(first)) return null
  const programme = optional(query, 'programme')
  if (rest.length === 3) return { name: 'live', types: first, stream, id, programme }
  if (rest.length !== 5 || first !== 'us' || !isWord(type) || !isWord(group)) return null
  return { name: 'overseas', type, group, stream, id, programme }
}

/** `{id}/{stream}`, `{id}-{stream}`, or the match alone. */
const match: Form = (rest) => {
  const parts = undashed(rest)
  const numbers = readNumbers(parts.length === 1 ? [...parts, '0'] : parts, [1, 0])
  if (!numbers) return null
  const [id = 0, stream = 0] = numbers
  return { name: 'match', id, stream }
}

const tabs: Form = (rest) => {
  const [type] = readNumbers(rest, [1]) ?? []
  return type === undefined ? null : { name: 'tabs', type }
}

/** Words as readers of traditional characters type them. */
const areaTyped = new Map([['全部地區', anyFilter.area]])
const orderTyped = new Map<string, BrowseFilter['order']>([
  ['最熱', '最热'],
  ['評分', '评分'],
])

/** An order by its word, in either script; the first one for any other. */
const readOrder = (text = ''): BrowseFilter['order'] =>
  oneOf(listOrders, text) ?? orderTyped.get(text) ?? anyFilter.order

/** `{type}/{area}/{year}/{genre}/{letter}/{vip}/{order}`, or the short `{type}/{id}?order=&types=&tags=`. */
const browse: Form = (rest, query) => {
  const page = readPageNumber(query.get('page'))
  const [type = '', area = '', year = '', genre = '', letter = '', vip = '', order = ''] = rest
  if (rest.length === 2) return shortBrowse({ type, id: area }, query, page)
  if (rest.length !== 7 || !rest.every(isWord)) return null
  const filter = { area: areaTyped.get(area) ?? area, year, genre, letter, vip, order: readOrder(order) }
  return { name: 'browse', type, filter, page }
}

/** The category is the one of the id; where that is 0, the one that is named before it. */
function shortBrowse({ type, id }: Record<'type' | 'id', string>, query: Query, page: number): Page | null {
  const named = readNumber(id, 0) === 0 ? type : id
  if (!isWord(named)) return null
  const genre = [query.get('types'), query.get('tags')].find(isWord) ?? anyFilter.genre
  return { name: 'browse', type: named, filter: { ...anyFilter, genre, order: readOrder(query.get('order')) }, page }
}

const update: Form = alone((query) => {
  const page = readPageNumber(query.get('page'))
  const type = optional(query, 'type')
  return { name: 'update', type, day: readDay(query.get('day')), page: page === 1 ? undefined : page }
})

const search: Form = alone((query) => {
  const page = readPageNumber(query.get('page'))
  const kind = oneOf(searchKinds, query.get('kind'))
  const word = query.get('order')
  const order = oneOf(searchOrders, word) ?? orderTyped.get(word ?? '')
  return { name: 'search', q: readSearch(query.get('q')), kind, order, page: page === 1 ? undefined : page }
})

const guide: Form = alone((query) => ({
  name: 'guide',
  type: optionalWord(query, 'type'),
  group: optionalWord(query, 'group'),
  day: readDay(query.get('day')),
}))

const rank: Form = alone((query) => {
  const period = oneOf(rankPeriods, query.get('period'))
  return { name: 'rank', type: optional(query, 'type'), period }
})

/** One advertising product, or all of them. */
const ad: Form = (rest) => {
  if (rest.length === 0) return { name: 'ad' }
  const [id] = readNumbers(rest, [1]) ?? []
  return id === undefined ? null : { name: 'ad', id }
}

const user: Form = ([part = '', ...more]) => {
  const known = oneOf(userPages, part)
  return known === undefined || more.length > 0 ? null : { name: 'user', part: known }
}

/** Every form that is ours, canonical or short, by its first part or its first two. */
const forms: ReadonlyMap<string, Form> = new Map<string, Form>([
  ['index', alone(() => ({ name: 'home' }))],
  ['details', details],
  ['player/vod', vod],
  ['player/live', live],
  ['guide', guide],
  ['player/match', match],
  ['player/password', alone(() => ({ name: 'password' }))],
  ['match/play', match],
  ['match/single', alone(() => ({ name: 'matches' }))],
  ['tabs', tabs],
  ['nav', browse],
  ['rank', rank],
  ['update', update],
  ['search', search],
  ['vip', alone(() => ({ name: 'vip' }))],
  ['user', user],
  ['ads', alone(() => ({ name: 'ads' }))],
  ['ads/info', ad],
  ['ads/form', alone(() => ({ name: 'adForm' }))],
  ['download', alone((query) => ({ name: 'download', type: oneOf(['android', 'ios'], query.get('type')) }))],
])

/** Reads the canonical form of an address and the short ones; null for any other. */
export function readOwnForm(parts: readonly string[], query: Query): Page | null {
  const [first, second, ...rest] = parts
  if (first === undefined) return { name: 'home' }
  const [, head, dashed] = /^(details|tabs)-([\d-]+)$/.exec(first) ?? []
  if (head !== undefined && dashed !== undefined) return parts.length === 1 ? readOwnForm([head, dashed], query) : null
  const inner = forms.get(`${first}/${second}`)
  return inner ? inner(rest, query) : (forms.get(first)?.(parts.slice(1), query) ?? null)
}
