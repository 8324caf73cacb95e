import { anyFilter, type BrowseFilter, type Page } from './page.ts'
import type { Query } from './read-address.ts'
import { isValue, readNumber, readPageNumber, readSearch } from './read-value.ts'

/**
 * Addresses of older content management systems: `{controller}/{action}` followed by keys and values in any order, or
 * positional fields between dashes. They are redirected to the pages here.
 */

/** Fields of an address by key. */
type Fields = ReadonlyMap<string, string>

/** Orders of legacy lists; all others are by time. */
const legacyOrders = new Map<string, BrowseFilter['order']>([
  ...['hits', 'hits_day', 'hits_week', 'hits_month', 'up'].map((by) => [by, '最热'] as const),
  ['score', '评分'],
])

/** First value of a comma-separated list. */
const firstOf = (fields: Fields, key: string): string => (fields.get(key) ?? '').split(',')[0]?.trim() ?? ''

const valueOr = (fallback: string, text: string): string => (isValue(text) ? text : fallback)

/** A year, or a range such as `2018-2022`. */
const readYear = (text: string): string => (/^\d{4}(?:-\d{4})?$/.test(text) ? text : anyFilter.year)

function readLetter(text: string): string {
  if (/^\d(?:-9)?$/.test(text)) return '0-9'
  return /^[a-z]$/i.test(text) ? text.toUpperCase() : anyFilter.letter
}

/** A filtered list. The category is an id or in pinyin. */
function list(fields: Fields): Page | null {
  const type = fields.get('id')
  if (!isValue(type) || type === '0') return null
  const filter: BrowseFilter = {
    ...anyFilter,
    area: valueOr(anyFilter.area, firstOf(fields, 'area')),
    year: readYear(firstOf(fields, 'year')),
    genre: valueOr(valueOr(anyFilter.genre, firstOf(fields, 'tag')), firstOf(fields, 'class')),
    letter: readLetter(firstOf(fields, 'letter')),
    order: legacyOrders.get(fields.get('by') ?? '') ?? anyFilter.order,
  }
  return { name: 'browse', type, filter, page: readPageNumber(fields.get('page')) }
}

/** A category page; its further pages are lists. */
function category(fields: Fields): Page | null {
  const type = readNumber(fields.get('id'))
  return type === null || readPageNumber(fields.get('page')) > 1 ? list(fields) : { name: 'tabs', type }
}

function title(fields: Fields): Page | null {
  const id = readNumber(fields.get('id'))
  return id === null ? null : { name: 'details', pidId: 0, id }
}

/** An episode: `sid` and `nid` are 1-based positions of source and episode. */
function episode(fields: Fields): Page | null {
  const id = readNumber(fields.get('id'))
  if (id === null) return null
  const [sourceAt, level] = [readNumber(fields.get('sid')), readNumber(fields.get('nid'))]
  return {
    name: 'vod',
    pidId: 0,
    id,
    level: level ?? 1,
    sourceAt: sourceAt === 1 ? undefined : (sourceAt ?? undefined),
  }
}

/** A search by name or by any other given field. */
function search(fields: Fields): Page {
  const keys = ['wd', 'name', 'actor', 'director', 'class', 'tag']
  const q = keys.map((key) => readSearch(fields.get(key))).find((text) => text !== '') ?? ''
  const page = readPageNumber(fields.get('page'))
  return { name: 'search', q, page: page === 1 ? undefined : page }
}

const home = (): Page => ({ name: 'home' })

/** Pages by controller and action; `*` is any action. */
const pagesByAction: ReadonlyMap<string, (fields: Fields) => Page | null> = new Map<
  string,
  (fields: Fields) => Page | null
>([
  ['index/index', home],
  ['vod/show', list],
  ['vod/type', category],
  ['vod/detail', title],
  ['vod/plot', title],
  ['vod/role', title],
  ['vod/down', title],
  ['plot/detail', title],
  ['vod/play', episode],
  ['vod/*', search],
  ['label/*', () => ({ name: 'rank' })],
  ['map/*', () => ({ name: 'update' })],
])

/** What an address asks for. */
interface LegacyRoute {
  controller: string
  action: string
  fields: Fields
}

const pageOf = ({ controller, action, fields }: LegacyRoute): Page | null =>
  (pagesByAction.get(`${controller}/${action}`) ?? pagesByAction.get(`${controller}/*`))?.(fields) ?? null

/** An address with an id of an older system, whose ids are not those of the station. */
export interface OldAddress {
  kind: 'category' | 'title' | 'person' | 'channel'
  /** A number, or a name in pinyin. */
  key: string
  /** The page with that id; null if it cannot be named by it. */
  page: Page | null
  /** The play group and its episode, from 1; absent for addresses that lead to a whole title. */
  place?: { sid: number; nid: number }
}

const oldKinds: ReadonlyMap<string, OldAddress['kind']> = new Map([
  ['vod/show', 'category'],
  ['vod/type', 'category'],
  ['vod/detail', 'title'],
  ['vod/plot', 'title'],
  ['vod/role', 'title'],
  ['plot/detail', 'title'],
  ['vod/down', 'title'],
  ['vod/play', 'title'],
  ['vod/rss', 'title'],
  ['actor/detail', 'person'],
  ['live/play', 'channel'],
  ['live/detail', 'channel'],
])

/** The id that a legacy address names; null for addresses without one. */
export function parseOldAddress(parts: readonly string[], query: Query): OldAddress | null {
  const route = routeOf(parts, query)
  const kind = route && oldKinds.get(`${route.controller}/${route.action}`)
  const key = route?.fields.get('id')
  if (!route || !kind || key === undefined || key === '' || key === '0' || key.length > maxKeyLength) return null
  const { action, fields } = route
  const [sid, nid] = [readNumber(fields.get('sid')) ?? 1, readNumber(fields.get('nid')) ?? 1]
  // A page is named by a category's number, which is not known yet; its lists are by the name in pinyin too.
  const isNamed = action === 'type' && readNumber(key) === null && readPageNumber(fields.get('page')) === 1
  return {
    kind,
    key,
    page: isNamed ? null : pageOf(route),
    ...(action === 'play' && kind === 'title' && { place: { sid, nid } }),
  }
}

/** The length of names in pinyin. */
const maxKeyLength = 255

/** Keys and values of a path. A leading number without key is the id. */
function pairsOf(values: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>()
  const [first = ''] = values
  const isId = /^\d+$/.test(first)
  const pairs = isId && values.length % 2 === 1 ? values.slice(1) : values
  for (let at = 0; at + 1 < pairs.length; at += 2) fields.set(pairs[at] ?? '', pairs[at + 1] ?? '')
  if (isId && !fields.has('id')) fields.set('id', first)
  return fields
}

const vodList = ['id', 'area', 'by', 'class', 'lang', 'letter', 'level', 'order', 'page', 'state', 'tag', 'year']
const vodSearch = ['wd', 'actor', 'area', 'by', 'class', 'director', ...vodList.slice(4)]
const vodEpisode = ['id', 'sid', 'nid']

interface DashedForm {
  controller?: string
  action: string
  fields: readonly string[]
}

/** Fields between dashes by the address's first part, and the action. The controller is `vod` unless it is named. */
const dashedForms: ReadonlyMap<string, DashedForm> = new Map<string, DashedForm>([
  ['vodtype', { action: 'type', fields: ['id', 'page'] }],
  ['vodshow', { action: 'show', fields: vodList }],
  ['voddetail', { action: 'detail', fields: ['id'] }],
  ['vodplot', { action: 'plot', fields: ['id', 'page'] }],
  ['voddown', { action: 'down', fields: vodEpisode }],
  ['vodplay', { action: 'play', fields: vodEpisode }],
  ['vodsearch', { action: 'search', fields: vodSearch }],
  ['vodtypehtml', { action: 'type', fields: ['id', 'page'] }],
  ['vodhtml', { action: 'detail', fields: ['id'] }],
  ['vodplayhtml', { action: 'play', fields: vodEpisode }],
  ['voddownhtml', { action: 'down', fields: vodEpisode }],
  ['vodplothtml', { action: 'plot', fields: ['id', 'page'] }],
  ['vodrolehtml', { action: 'role', fields: ['id'] }],
  ['plotdetail', { controller: 'plot', action: 'detail', fields: ['id', 'page'] }],
  ['plothtml', { controller: 'plot', action: 'detail', fields: ['id', 'page'] }],
  ['vodrss', { action: 'rss', fields: ['id'] }],
  ['actordetail', { controller: 'actor', action: 'detail', fields: ['id'] }],
  ['actorhtml', { controller: 'actor', action: 'detail', fields: ['id'] }],
  ['liveplay', { controller: 'live', action: 'play', fields: ['id', 'sid', 'nid'] }],
  ['livedetail', { controller: 'live', action: 'detail', fields: ['id'] }],
])

/** Splits fields at dashes. Some values contain a dash: the digit letter, a range of years, a name. */
function splitFields(text: string, fields: readonly string[]): string[] {
  const values = text
    .replace(/-0-9(?=-)/, '-0')
    .replace(/-(\d{4})-(\d{4})$/, '-$1~$2')
    .split('-')
    .map((value) => value.replace('~', '-'))
  const surplus = values.length - fields.length
  if (surplus <= 0 || fields[0] !== 'wd') return values
  return [values.slice(0, surplus + 1).join('-'), ...values.slice(surplus + 1)]
}

/** `vodshow/1-…`, `vodshow-1-…`, and files such as `vodplayhtml/1/index_1_2`. */
function parseDashed(parts: readonly string[], query: Query): LegacyRoute | null {
  const [first = '', ...rest] = parts
  const [, head = '', glued] = /^([a-z]+)(?:-(.*))?$/.exec(first) ?? []
  if (head === 'label' || head === 'index')
    return glued === undefined ? null : { controller: head, action: head, fields: query }
  const form = dashedForms.get(head)
  if (!form || rest.length > 2) return null
  const [main = '', file = ''] = glued === undefined ? rest : [glued, ...rest]
  const inFile = /^index_(.+)$/.exec(file)?.[1]?.replaceAll('_', '-')
  const values = splitFields(inFile === undefined ? main : `${main}-${inFile}`, form.fields)
  const fields = new Map(query)
  // Files of a title or a play group say in the query alone which episode they play: `index.html?1-2-3`.
  const asked = form.fields === vodEpisode ? [...query.keys()].find((key) => /^[^-]+-\d+-\d+$/.test(key)) : undefined
  const given = asked?.split('-') ?? values
  for (const [at, key] of form.fields.entries()) if (given[at]) fields.set(key, given[at])
  return { controller: form.controller ?? 'vod', action: form.action, fields }
}

const controllers = new Set([...pagesByAction.keys(), ...oldKinds.keys()].map((route) => route.split('/', 1)[0]))

/** What a legacy address without `index.php` asks for; null if it is of no known form. */
function routeOf(parts: readonly string[], query: Query): LegacyRoute | null {
  const [controller = '', action = 'index', ...values] = parts
  if (controllers.has(controller)) return { controller, action, fields: new Map([...query, ...pairsOf(values)]) }
  return parseDashed(parts, query)
}

/** Parses a legacy address without `index.php`; null if unknown. */
export function parseLegacyForm(parts: readonly string[], query: Query): Page | null {
  const route = routeOf(parts, query)
  return route && pageOf(route)
}
