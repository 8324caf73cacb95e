import { anyFilter, type BrowseFilter, type Page } from './page.ts'
import type { Query } from './read-address.ts'
import { isWord, readNumber, readPageNumber, readSearch } from './read-word.ts'

/**
 * The addresses of the collection systems that many stations ran before: `{controller}/{action}` and then keys and values
 * in any order, or fixed fields between dashes. What their sites linked to, the pages here answer.
 */

/** What an address said, by key. */
type Said = ReadonlyMap<string, string>

/** The orders of old lists; every other one is by time. */
const oldOrders = new Map<string, BrowseFilter['order']>([
  ...['hits', 'hits_day', 'hits_week', 'hits_month', 'up'].map((by) => [by, '最热'] as const),
  ['score', '评分'],
])

/** The first of the values that a comma list names. */
const firstOf = (said: Said, key: string): string => (said.get(key) ?? '').split(',')[0]?.trim() ?? ''

const wordOr = (fallback: string, text: string): string => (isWord(text) ? text : fallback)

/** A year, or a span of years as `2018-2022`. */
const readYear = (text: string): string => (/^\d{4}(?:-\d{4})?$/.test(text) ? text : anyFilter.year)

function readLetter(text: string): string {
  if (/^\d(?:-9)?$/.test(text)) return '0-9'
  return /^[a-z]$/i.test(text) ? text.toUpperCase() : anyFilter.letter
}

/** A filtered list. Its category is a number or in pinyin here. */
function list(said: Said): Page | null {
  const type = said.get('id')
  if (!isWord(type) || type === '0') return null
  const filter: BrowseFilter = {
    ...anyFilter,
    area: wordOr(anyFilter.area, firstOf(said, 'area')),
    year: readYear(firstOf(said, 'year')),
    genre: wordOr(wordOr(anyFilter.genre, firstOf(said, 'tag')), firstOf(said, 'class')),
    letter: readLetter(firstOf(said, 'letter')),
    order: oldOrders.get(said.get('by') ?? '') ?? anyFilter.order,
  }
  return { name: 'browse', type, filter, page: readPageNumber(said.get('page')) }
}

/** The page of a category; its further pages are a list. */
function category(said: Said): Page | null {
  const type = readNumber(said.get('id'))
  return type === null || readPageNumber(said.get('page')) > 1 ? list(said) : { name: 'tabs', type }
}

function title(said: Said): Page | null {
  const id = readNumber(said.get('id'))
  return id === null ? null : { name: 'details', pidId: 0, id }
}

/** An episode: `sid` and `nid` are the 1-based positions of its source and of itself. */
function episode(said: Said): Page | null {
  const id = readNumber(said.get('id'))
  if (id === null) return null
  const [sourceAt, level] = [readNumber(said.get('sid')), readNumber(said.get('nid'))]
  return {
    name: 'vod',
    pidId: 0,
    id,
    level: level ?? 1,
    sourceAt: sourceAt === 1 ? undefined : (sourceAt ?? undefined),
  }
}

/** A search by name, or by whatever else the address names. */
function search(said: Said): Page {
  const keys = ['wd', 'name', 'actor', 'director', 'class', 'tag']
  const q = keys.map((key) => readSearch(said.get(key))).find((text) => text !== '') ?? ''
  const page = readPageNumber(said.get('page'))
  return { name: 'search', q, page: page === 1 ? undefined : page }
}

const home = (): Page => ({ name: 'home' })

/** The pages that old addresses mean, by controller and action; `*` is any action. */
const meanings: ReadonlyMap<string, (said: Said) => Page | null> = new Map<string, (said: Said) => Page | null>([
  ['index/index', home],
  ['vod/show', list],
  ['vod/type', category],
  ['vod/detail', title],
  ['vod/plot', title],
  ['vod/down', title],
  ['vod/play', episode],
  ['vod/*', search],
  ['label/*', () => ({ name: 'rank' })],
  ['map/*', () => ({ name: 'update' })],
])

const means = (controller: string, action: string, said: Said): Page | null =>
  (meanings.get(`${controller}/${action}`) ?? meanings.get(`${controller}/*`))?.(said) ?? null

/** Keys and values of a path. A number that stands first, with no key, is the id. */
function pairsOf(values: readonly string[]): Map<string, string> {
  const said = new Map<string, string>()
  const [first = ''] = values
  const isId = /^\d+$/.test(first)
  const pairs = isId && values.length % 2 === 1 ? values.slice(1) : values
  for (let at = 0; at + 1 < pairs.length; at += 2) said.set(pairs[at] ?? '', pairs[at + 1] ?? '')
  if (isId && !said.has('id')) said.set('id', first)
  return said
}

const vodList = ['id', 'area', 'by', 'class', 'lang', 'letter', 'level', 'order', 'page', 'state', 'tag', 'year']
const vodSearch = ['wd', 'actor', 'area', 'by', 'class', 'director', ...vodList.slice(4)]
const vodEpisode = ['id', 'sid', 'nid']

/** The fields between the dashes, by the first part of the address, and what it means. */
const dashed: ReadonlyMap<string, { action: string; fields: readonly string[] }> = new Map([
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
])

/** Splits fields at their dashes. Some values hold one themselves: digits as a letter, a span of years, a name. */
function splitFields(text: string, fields: readonly string[]): string[] {
  const values = text
    .replace(/-0-9(?=-)/, '-0')
    .replace(/-(\d{4})-(\d{4})$/, '-$1~$2')
    .split('-')
    .map((value) => value.replace('~', '-'))
  const over = values.length - fields.length
  if (over <= 0 || fields[0] !== 'wd') return values
  return [values.slice(0, over + 1).join('-'), ...values.slice(over + 1)]
}

/** `vodshow/1-…`, `vodshow-1-…`, and the files `vodplayhtml/1/index_1_2`. */
function readDashed(parts: readonly string[], query: Query): Page | null {
  const [first = '', ...rest] = parts
  const [, head = '', glued] = /^([a-z]+)(?:-(.*))?$/.exec(first) ?? []
  if (head === 'label' || head === 'index') return glued === undefined ? null : means(head, head, query)
  const form = dashed.get(head)
  if (!form || rest.length > 2) return null
  const [fields = '', file = ''] = glued === undefined ? rest : [glued, ...rest]
  const inFile = /^index_(.+)$/.exec(file)?.[1]?.replaceAll('_', '-')
  const values = splitFields(inFile === undefined ? fields : `${fields}-${inFile}`, form.fields)
  const said = new Map(query)
  for (const [at, key] of form.fields.entries()) if (values[at]) said.set(key, values[at])
  return means('vod', form.action, said)
}

/** Reads an address of the old family, without its `index.php`; null for one that means nothing. */
export function readOldForm(parts: readonly string[], query: Query): Page | null {
  const [controller = '', action = 'index', ...values] = parts
  return means(controller, action, new Map([...query, ...pairsOf(values)])) ?? readDashed(parts, query)
}
