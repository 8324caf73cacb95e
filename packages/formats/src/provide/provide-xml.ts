import { SaxesParser } from 'saxes'
import { decodeText } from '../text-encoding.ts'
import { escapeXml } from '../xml-escape.ts'
import { parsePlayStrings, writePlayStrings } from './play-strings.ts'
import {
  countOf,
  emptyVod,
  htmlText,
  peopleOf,
  pictureOf,
  plainLine,
  plainText,
  problemOfBody,
  provideLimits,
  timeOf,
  timeText,
  yearOf,
  type ParsedProvide,
  type ProvideCategory,
  type ProvideFault,
  type ProvideReply,
  type ProvideVod,
} from './provide.ts'

const INVALID_XML = /[^\P{Cc}\n\r\t]|[\ufffe\uffff]/gu
/** An ampersand that begins no reference that XML knows. */
const BARE_AMPERSAND = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/gi
const [CDATA, CDATA_END] = ['<![CDATA[', ']]>']
/** Elements that contain fields instead of being one. */
const CONTAINERS = new Set(['rss', 'class', 'dl'])
const maxDepth = 12
const maxFields = 100

/** Escapes ampersands that sources leave in addresses, outside of CDATA sections. */
function repaired(text: string): string {
  const pieces: string[] = []
  for (let at = 0; at < text.length;) {
    const begin = text.indexOf(CDATA, at)
    pieces.push(text.slice(at, begin < 0 ? undefined : begin).replace(BARE_AMPERSAND, '&amp;'))
    if (begin < 0) break
    const end = text.indexOf(CDATA_END, begin)
    pieces.push(text.slice(begin, end < 0 ? undefined : end + CDATA_END.length))
    if (end < 0) break
    at = end + CDATA_END.length
  }
  return pieces.join('').replace(INVALID_XML, '')
}

interface Draft {
  fields: Map<string, string>
  /** Play groups: code and text. */
  plays: { flag: string; text: string }[]
}

/** What a document contains, before fields are read. */
interface Collected {
  list: Readonly<Record<string, string>>
  hasList: boolean
  isComplete: boolean
  rows: Draft[]
  categories: ProvideCategory[]
}

/** Collects rows by the names of elements, whatever surrounds them: sources nest and close elements wrongly. */
function collect(text: string): Collected {
  const found: Collected = { list: {}, hasList: false, isComplete: false, rows: [], categories: [] }
  let open: Draft | null = null
  let field: { name: string; attributes: Readonly<Record<string, string>>; text: string } | null = null
  let depth = 0
  const parser = new SaxesParser({ xmlns: false, position: false })
  // Without a handler that throws, the parser goes on behind an error.
  parser.on('error', () => undefined)
  parser.on('opentag', ({ name, attributes }) => {
    depth++
    if (name === 'list') {
      found.list = attributes
      found.hasList = true
    } else if (name === 'video') open = { fields: new Map(), plays: [] }
    else if (CONTAINERS.has(name)) field = null
    else if (field === null || name === 'dd' || name === 'ty') field = { name, attributes, text: '' }
    // Markup within a text is content.
    else field.text += `<${name}>`
  })
  const addText = (part: string): void => {
    if (field && field.text.length < 4 * 1024 * 1024) field.text += part
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', ({ name }) => {
    depth--
    if (name === 'rss') found.isComplete = true
    if (name === 'video') {
      if (open && found.rows.length <= provideLimits.rows) found.rows.push(open)
      open = null
      field = null
    } else if (field?.name === name) {
      addField(found, open, field)
      field = null
    } else if (field && depth < maxDepth) field.text += `</${name}>`
  })
  for (const piece of piecesOf(repaired(text))) {
    parser.write(piece)
    if (depth > 200) break
  }
  return found
}

const pieceLength = 65_536
function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += pieceLength) yield text.slice(at, at + pieceLength)
}

function addField(
  found: Collected,
  open: Draft | null,
  { name, attributes, text }: { name: string; attributes: Readonly<Record<string, string>>; text: string },
): void {
  if (name === 'ty') {
    const [id, category] = [countOf(attributes.id ?? ''), plainLine(text)]
    if (id > 0 && category !== '' && found.categories.length < provideLimits.categories)
      found.categories.push({ id, parentId: countOf(attributes.pid ?? ''), name: category })
  } else if (name === 'dd') open?.plays.push({ flag: attributes.flag ?? attributes.from ?? '', text })
  else if (open && open.fields.size < maxFields && !open.fields.has(name)) open.fields.set(name, text)
}

function vodOf({ fields, plays }: Draft): { vod: ProvideVod; problems: ProvideFault['problem'][] } | 'id' | 'name' {
  const text = (name: string): string => fields.get(name) ?? ''
  const [id, name] = [countOf(text('id')), plainLine(text('name'))]
  if (id === 0) return 'id'
  if (name === '') return 'name'
  // A group that contains a separator of groups would shift the others.
  const url = plays.map((play) => play.text.replaceAll('$$$', '#')).join('$$$')
  const { groups, faults } = parsePlayStrings({ from: plays.map(({ flag }) => flag).join('$$$'), url })
  const vod: ProvideVod = {
    ...emptyVod,
    id,
    name,
    typeId: countOf(text('tid')),
    typeName: plainLine(text('type')),
    picture: pictureOf(text('pic')),
    lang: plainLine(text('lang')),
    area: plainLine(text('area')),
    year: yearOf(text('year')),
    serial: countOf(text('state')),
    remarks: plainLine(text('note')),
    actors: peopleOf(text('actor')),
    directors: peopleOf(text('director')),
    content: plainText(text('des')),
    updatedSec: timeOf(text('last')),
    groups,
  }
  return { vod, problems: faults.map(({ problem }) => problem) }
}

/** Parses an XML reply in any of the encodings that sources use, whatever it declares. Never throws. */
export function parseProvideXml(bytes: Uint8Array): ParsedProvide {
  if (bytes.length > provideLimits.bytes) return { problem: 'size', message: '' }
  const text = decodeText(bytes).text.replace(/^\ufeff/, '')
  const { list, hasList, isComplete, rows, categories } = collect(text)
  if (!hasList) return problemOfBody(text)
  if (!isComplete && rows.length === 0) return { problem: 'cut', message: '' }
  const vods: ProvideVod[] = []
  const faults: ProvideFault[] = isComplete ? [] : [{ row: rows.length, problem: 'shape' }]
  for (const [row, draft] of rows.slice(0, provideLimits.rows).entries()) {
    const found = vodOf(draft)
    if (typeof found === 'string') faults.push({ row, problem: found })
    else {
      vods.push(found.vod)
      faults.push(...found.problems.map((problem) => ({ row, problem })))
    }
  }
  if (rows.length > provideLimits.rows) faults.push({ row: provideLimits.rows, problem: 'rows' })
  const count = (name: string): number => countOf(list[name] ?? '')
  return {
    reply: {
      page: count('page'),
      pageCount: count('pagecount'),
      pageSize: count('pagesize'),
      total: count('recordcount'),
      vods,
      categories,
      faults: faults.slice(0, provideLimits.faults),
    },
  }
}

const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`
/** Importers expect names and texts in CDATA sections, which cannot contain their own end. */
const cdata = (name: string, text: string): string =>
  `<${name}><![CDATA[${cleaned(text).replaceAll(CDATA_END, ']]]]><![CDATA[>')}]]></${name}>`
const cleaned = (text: string): string => text.toWellFormed().replace(INVALID_XML, '')

function videoXml(vod: ProvideVod, isDetailed: boolean): string {
  const { groups } = vod
  const head = [
    element('last', timeText(vod.updatedSec)),
    element('id', String(vod.id)),
    element('tid', String(vod.typeId)),
    cdata('name', vod.name),
    element('type', vod.typeName),
  ]
  const note = cdata('note', vod.remarks)
  if (!isDetailed)
    return `<video>${[...head, element('dt', writePlayStrings(groups).from.replaceAll('$$$', ',')), note].join('')}</video>`
  const plays = groups.map((group) => {
    const { from, url } = writePlayStrings([group])
    return cdata('dd', url).replace('<dd>', () => `<dd flag="${escapeXml(from)}">`)
  })
  const detail = [
    element('pic', vod.picture),
    element('lang', vod.lang),
    element('area', vod.area),
    element('year', vod.year === 0 ? '' : String(vod.year)),
    element('state', String(vod.serial)),
    note,
    cdata('actor', vod.actors.join(',')),
    cdata('director', vod.directors.join(',')),
    `<dl>${plays.join('')}</dl>`,
    cdata('des', htmlText(vod.content)),
  ]
  return `<video>${[...head, ...detail].join('')}</video>`
}

/** Writes an XML reply. */
export function writeProvideXml(reply: ProvideReply, { isDetailed }: { isDetailed: boolean }): string {
  const { page, pageCount, pageSize, total } = reply
  const categories = reply.categories.map(({ id, name }) => `<ty id="${id}">${escapeXml(name)}</ty>`)
  return [
    '<?xml version="1.0" encoding="utf-8"?>\n<rss version="5.1">',
    `<list page="${page}" pagecount="${pageCount}" pagesize="${pageSize}" recordcount="${total}">`,
    ...reply.vods.map((vod) => videoXml(vod, isDetailed)),
    '</list>',
    ...(isDetailed ? [] : [`<class>${categories.join('')}</class>`]),
    '</rss>\n',
  ].join('')
}
