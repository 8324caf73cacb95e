import { SaxesParser } from 'saxes'
import { namesOf } from './provide/provide.ts'
import { decodeText } from './text-encoding.ts'

/** Metadata files of Kodi and Jellyfin (https://kodi.wiki/view/NFO_files). */

export interface NfoEntry {
  readonly kind: 'movie' | 'tvshow' | 'season' | 'episode'
  /** Texts are trimmed, on one line except the plot, and empty if they are missing. */
  readonly title: string
  readonly originalTitle: string
  readonly showTitle: string
  /** Null if the file does not say. */
  readonly season: number | null
  readonly episode: number | null
  readonly year: number | null
  /** YYYY-MM-DD, or empty. */
  readonly premiered: string
  readonly plot: string
  readonly genres: readonly string[]
  readonly directors: readonly string[]
  readonly actors: readonly { readonly name: string; readonly role: string }[]
  readonly countries: readonly string[]
}

/** Larger files are no metadata. */
export const maxNfoBytes = 1_000_000
const MAX_ELEMENTS = 5000
const MAX_DEPTH = 10
const MAX_ENTRIES = 20
const MAX_LIST = 60
const MAX_TEXT = 200
const MAX_PLOT = 5000

const KINDS = new Map<string, NfoEntry['kind']>([
  ['movie', 'movie'],
  ['tvshow', 'tvshow'],
  ['season', 'season'],
  ['episodedetails', 'episode'],
])
const LISTS = new Map([
  ['genre', 'genres'],
  ['director', 'directors'],
  ['country', 'countries'],
] as const)

interface Draft {
  kind: NfoEntry['kind']
  texts: Map<string, string>
  lists: { genres: string[]; directors: string[]; countries: string[] }
  actors: { name: string; role: string }[]
}

/** Removes control and direction characters, which could change how a page reads. */
const plain = (text: string, max: number): string =>
  [
    ...text
      .toWellFormed()
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Cf}\p{Co}]+/gu, ' ')
      .replace(/\s+/gu, ' ')
      .trim(),
  ]
    .slice(0, max)
    .join('')

const plainPlot = (text: string): string =>
  text
    .split(/\r?\n/u)
    .map((line) => plain(line, MAX_PLOT))
    .filter((line) => line !== '')
    .join('\n')
    .slice(0, MAX_PLOT)
    .toWellFormed()

function wholeNumber(text: string | undefined, max: number): number | null {
  return text !== undefined && /^\s*\d{1,8}\s*$/u.test(text) && Number(text) <= max ? Number(text) : null
}

function entryOf({ kind, texts, lists, actors }: Draft): NfoEntry {
  const text = (name: string): string => plain(texts.get(name) ?? '', MAX_TEXT)
  const date = [text('premiered'), text('releasedate'), text('aired')].find((one) =>
    /^(?:19|20)\d\d-\d\d-\d\d$/u.test(one),
  )
  const year = wholeNumber(texts.get('year'), 2100) ?? wholeNumber(date?.slice(0, 4), 2100)
  return {
    kind,
    title: text('title'),
    originalTitle: text('originaltitle'),
    showTitle: text('showtitle'),
    season: wholeNumber(texts.get('season') ?? texts.get('seasonnumber'), 9999),
    episode: wholeNumber(texts.get('episode'), 99_999_999),
    year: year !== null && year >= 1880 ? year : null,
    premiered: date ?? '',
    plot: plainPlot(texts.get('plot') ?? texts.get('outline') ?? ''),
    ...lists,
    actors: actors.filter(({ name }) => name !== ''),
  }
}

/** Stops the parser: what was complete until here counts. */
class Stop extends Error {}

/**
 * Parses a metadata file: one entry, or several of a file with several episodes. Empty for anything else: a bare
 * address, another XML file, a file that is too large. Encodings are detected. Entities are not expanded, and nothing is
 * fetched. Of a file that breaks off, the complete entries count.
 */
export function parseNfo(bytes: Uint8Array): NfoEntry[] {
  if (bytes.length > maxNfoBytes) return []
  const entries: NfoEntry[] = []
  const parser = new SaxesParser({ xmlns: false, position: false, fragment: true })
  const path: string[] = []
  let draft: Draft | null = null
  let text = ''
  let elements = 0
  parser.on('opentag', ({ name }) => {
    if (++elements > MAX_ELEMENTS || path.length >= MAX_DEPTH) throw new Stop()
    const tag = name.toLowerCase()
    path.push(tag)
    text = ''
    const kind = path.length === 1 ? KINDS.get(tag) : undefined
    if (kind !== undefined)
      draft = { kind, texts: new Map(), lists: { genres: [], directors: [], countries: [] }, actors: [] }
    if (draft !== null && path.length === 2 && tag === 'actor' && draft.actors.length < MAX_LIST) {
      draft.actors.push({ name: '', role: '' })
    }
  })
  const addText = (piece: string): void => {
    if (text.length <= MAX_PLOT * 2) text += piece
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    if (draft !== null) readElement(draft, path, text)
    if (path.length === 1 && draft !== null && entries.length < MAX_ENTRIES) entries.push(entryOf(draft))
    if (path.length === 1) draft = null
    path.pop()
    text = ''
  })
  parser.on('error', (err) => {
    throw err
  })
  try {
    parser.write(withoutProlog(decodeText(bytes).text)).close()
  } catch {
    return entries
  }
  return entries
}

/** A fragment has no declaration and no document type, whose entities would be expanded by other programs. */
const withoutProlog = (text: string): string =>
  text
    .replace(/^\uFEFF/u, '')
    .replace(/^\s*<\?xml[^>]{0,300}\?>/u, '')
    .replace(/^\s*<!DOCTYPE(?:[^[>]|\[[^\]]*\])*>/iu, '')

function readElement(draft: Draft, path: readonly string[], text: string): void {
  const [, name, below] = path
  if (name === undefined) return
  const actor = draft.actors.at(-1)
  if (path.length === 3 && name === 'actor' && actor !== undefined) {
    if (below === 'name') actor.name = plain(text, MAX_TEXT)
    if (below === 'role') actor.role = plain(text, MAX_TEXT)
  }
  if (path.length !== 2) return
  const list = name === 'genre' || name === 'director' || name === 'country' ? LISTS.get(name) : undefined
  if (list !== undefined) {
    const words = namesOf(plain(text, MAX_TEXT))
    draft.lists[list].push(...words.slice(0, MAX_LIST - draft.lists[list].length))
  } else if (!draft.texts.has(name)) draft.texts.set(name, text)
}
