import { decodeText } from '../text-encoding.ts'
import { parsePlayStrings, writePlayStrings, type PlayFault, type PlayGroup } from './play-strings.ts'
import {
  countOf,
  htmlText,
  namesOf,
  peopleOf,
  pictureOf,
  plainLine,
  plainText,
  problemOfBody,
  provideLimits,
  scoreOf,
  timeOf,
  timeText,
  yearOf,
  type ParsedProvide,
  type ProvideCategory,
  type ProvideFault,
  type ProvideReply,
  type ProvideVod,
} from './provide.ts'

type Row = Readonly<Record<string, unknown>>

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A field as text, whether the source has it as text or as a number. */
function textOf(row: Row, key: string): string {
  const value = Object.hasOwn(row, key) ? row[key] : undefined
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** PHP writes a list whose keys have a gap as an object. */
function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return isRow(value) ? Object.values(value) : []
}

/** Play groups of a row: as play strings, or as `dl` with one group for each player. */
function groupsOf(row: Row): { groups: PlayGroup[]; faults: PlayFault[] } {
  const { dl } = row
  if (isRow(dl) && textOf(row, 'vod_play_url') === '') {
    const codes = Object.keys(dl).slice(0, 64)
    return parsePlayStrings({ from: codes.join('$$$'), url: codes.map((code) => textOf(dl, code)).join('$$$') })
  }
  const [from, url] = [textOf(row, 'vod_play_from'), textOf(row, 'vod_play_url')]
  // Lists name the players without any address.
  if (url === '') return { groups: [], faults: [] }
  return parsePlayStrings({ from, url, note: textOf(row, 'vod_play_note'), server: textOf(row, 'vod_play_server') })
}

function vodOf(row: Row): { vod: ProvideVod; faults: PlayFault[] } | 'id' | 'name' {
  const line = (key: string): string => plainLine(textOf(row, key))
  const count = (key: string): number => countOf(textOf(row, key))
  const names = (key: string): string[] => namesOf(textOf(row, key))
  const people = (key: string): string[] => peopleOf(textOf(row, key))
  const [id, name] = [count('vod_id'), line('vod_name')]
  if (id === 0) return 'id'
  if (name === '') return 'name'
  const { groups, faults } = groupsOf(row)
  const vod: ProvideVod = {
    id,
    name,
    typeId: count('type_id'),
    parentTypeId: count('type_id_1'),
    typeName: line('type_name'),
    alias: line('vod_sub'),
    latin: line('vod_en'),
    letter: line('vod_letter').slice(0, 1).toUpperCase(),
    genres: names('vod_class'),
    tags: names('vod_tag'),
    picture: pictureOf(textOf(row, 'vod_pic')),
    slide: pictureOf(textOf(row, 'vod_pic_slide')),
    actors: people('vod_actor'),
    directors: people('vod_director'),
    writers: people('vod_writer'),
    blurb: plainText(textOf(row, 'vod_blurb')),
    content: plainText(textOf(row, 'vod_content')),
    remarks: line('vod_remarks'),
    premiere: line('vod_pubdate'),
    total: count('vod_total'),
    serial: count('vod_serial'),
    isEnded: textOf(row, 'vod_isend') === '1' || textOf(row, 'vod_isend') === 'true',
    area: line('vod_area'),
    lang: line('vod_lang'),
    year: yearOf(textOf(row, 'vod_year')),
    state: line('vod_state'),
    hits: count('vod_hits'),
    score: scoreOf(textOf(row, 'vod_score')),
    doubanId: count('vod_douban_id'),
    doubanScore: scoreOf(textOf(row, 'vod_douban_score')),
    updatedSec: timeOf(textOf(row, 'vod_time')),
    groups,
  }
  return { vod, faults }
}

function vodsOf(list: unknown): { vods: ProvideVod[]; faults: ProvideFault[] } {
  const rows = listOf(list)
  const vods: ProvideVod[] = []
  const faults: ProvideFault[] = []
  for (const [row, value] of rows.slice(0, provideLimits.rows).entries()) {
    const found = isRow(value) ? vodOf(value) : 'shape'
    if (typeof found === 'string') faults.push({ row, problem: found })
    else {
      vods.push(found.vod)
      faults.push(...found.faults.map(({ problem }) => ({ row, problem })))
    }
  }
  if (rows.length > provideLimits.rows) faults.push({ row: provideLimits.rows, problem: 'rows' })
  return { vods, faults: faults.slice(0, provideLimits.faults) }
}

function categoriesOf(list: unknown): ProvideCategory[] {
  return listOf(list)
    .slice(0, provideLimits.categories)
    .filter(isRow)
    .map((row) => ({
      id: countOf(textOf(row, 'type_id')),
      parentId: countOf(textOf(row, 'type_pid')),
      name: plainLine(textOf(row, 'type_name')),
    }))
    .filter(({ id, name }) => id > 0 && name !== '')
}

/** Sources print warnings around the JSON. Undefined if there is no JSON. */
function looseJson(text: string): unknown {
  const [begin, end] = [text.indexOf('{'), text.lastIndexOf('}')]
  if (begin < 0 || end < begin) return undefined
  for (const candidate of [text, text.slice(begin, end + 1)]) {
    try {
      return JSON.parse(candidate)
    } catch {
      // The next candidate.
    }
  }
  return undefined
}

/** Parses a JSON reply in any of the encodings that sources use. Never throws. */
export function parseProvideJson(bytes: Uint8Array): ParsedProvide {
  if (bytes.length > provideLimits.bytes) return { problem: 'size', message: '' }
  const text = decodeText(bytes).text.replace(/^\ufeff/, '')
  const root = looseJson(text)
  if (root === undefined) {
    const begins = /^[^{<]{0,200}\{\s*"/.test(text)
    return begins ? { problem: 'cut', message: '' } : problemOfBody(text)
  }
  if (!isRow(root)) return { problem: 'foreign', message: '' }
  const list = root.list ?? root.data
  if (list === undefined && root.class === undefined) {
    const message = plainLine(textOf(root, 'msg'))
    return { problem: message === '' ? 'foreign' : 'refused', message }
  }
  const count = (key: string): number => countOf(textOf(root, key))
  const page = { page: count('page'), pageCount: count('pagecount'), pageSize: count('limit'), total: count('total') }
  return { reply: { ...page, ...vodsOf(list), categories: categoriesOf(root.class) } }
}

/** The columns of `ac=list`, and a picture, which saves players a second request. */
function shortRow(vod: ProvideVod) {
  return {
    vod_id: vod.id,
    vod_name: vod.name,
    type_id: vod.typeId,
    type_name: vod.typeName,
    vod_en: vod.latin,
    vod_time: timeText(vod.updatedSec),
    vod_remarks: vod.remarks,
    vod_play_from: writePlayStrings(vod.groups).from.replaceAll('$$$', ','),
    vod_pic: vod.picture,
  }
}

function fullRow(vod: ProvideVod) {
  const play = writePlayStrings(vod.groups)
  return {
    vod_id: vod.id,
    type_id: vod.typeId,
    type_id_1: vod.parentTypeId,
    type_name: vod.typeName,
    vod_name: vod.name,
    vod_sub: vod.alias,
    vod_en: vod.latin,
    vod_letter: vod.letter,
    vod_class: vod.genres.join(','),
    vod_tag: vod.tags.join(','),
    vod_pic: vod.picture,
    vod_pic_slide: vod.slide,
    vod_actor: vod.actors.join(','),
    vod_director: vod.directors.join(','),
    vod_writer: vod.writers.join(','),
    vod_blurb: htmlText(vod.blurb),
    vod_content: htmlText(vod.content),
    vod_remarks: vod.remarks,
    vod_pubdate: vod.premiere,
    vod_total: vod.total,
    vod_serial: String(vod.serial),
    vod_isend: vod.isEnded ? 1 : 0,
    vod_area: vod.area,
    vod_lang: vod.lang,
    vod_year: vod.year === 0 ? '' : String(vod.year),
    vod_state: vod.state,
    vod_hits: vod.hits,
    vod_score: vod.score.toFixed(1),
    vod_douban_id: vod.doubanId,
    vod_douban_score: vod.doubanScore.toFixed(1),
    vod_time: timeText(vod.updatedSec),
    vod_play_from: play.from,
    vod_play_server: play.server,
    vod_play_note: play.note,
    vod_play_url: play.url,
    vod_down_from: '',
    vod_down_url: '',
  }
}

/** A filter of a category in the extension that television boxes read. */
export interface ProvideFilter {
  readonly key: string
  readonly name: string
  readonly values: readonly { readonly name: string; readonly value: string }[]
}

export interface ProvideForm {
  /** Whether rows have all columns; otherwise the reply has the categories. */
  readonly isDetailed: boolean
  /** Filters of categories, by category id. */
  readonly filters?: ReadonlyMap<number, readonly ProvideFilter[]>
}

/** Writes a JSON reply. */
export function writeProvideJson(reply: ProvideReply, { isDetailed, filters = new Map() }: ProvideForm): string {
  const categories = reply.categories.map(({ id, parentId, name }) => ({
    type_id: id,
    type_pid: parentId,
    type_name: name,
  }))
  const filtersById = Object.fromEntries(
    [...filters].map(([id, of]) => [
      id,
      of.map(({ key, name, values }) => ({
        key,
        name,
        init: '',
        value: values.map((each) => ({ n: each.name, v: each.value })),
      })),
    ]),
  )
  return JSON.stringify({
    code: 1,
    msg: '数据列表',
    page: reply.page,
    pagecount: reply.pageCount,
    limit: reply.pageSize,
    total: reply.total,
    list: reply.vods.map(isDetailed ? fullRow : shortRow),
    ...(isDetailed ? {} : { class: categories }),
    ...(filters.size === 0 ? {} : { filters: filtersById }),
  })
}
