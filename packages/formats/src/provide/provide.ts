import { tidyLine, tidyLines } from '../xmltv.ts'
import type { PlayFault, PlayGroup } from './play-strings.ts'

/** Replies of the collection format (`/api.php/provide/vod/`), independent of whether they are JSON or XML. */

/** A title. Texts are plain and of one line, numbers 0, lists and other texts empty where the reply says nothing. */
export interface ProvideVod {
  readonly id: number
  readonly name: string
  readonly typeId: number
  /** The category above that of the title. */
  readonly parentTypeId: number
  readonly typeName: string
  /** Other names in one text. */
  readonly alias: string
  readonly latin: string
  readonly letter: string
  readonly genres: readonly string[]
  readonly tags: readonly string[]
  /** Addresses as the reply has them: relative, or without a scheme. */
  readonly picture: string
  readonly slide: string
  readonly actors: readonly string[]
  readonly directors: readonly string[]
  readonly writers: readonly string[]
  readonly blurb: string
  /** Plain text of several lines. */
  readonly content: string
  readonly remarks: string
  readonly premiere: string
  readonly total: number
  readonly serial: number
  readonly isEnded: boolean
  readonly area: string
  readonly lang: string
  readonly year: number
  readonly state: string
  readonly hits: number
  readonly score: number
  readonly doubanId: number
  readonly doubanScore: number
  /** Unix seconds; 0 if the reply does not say. Its local times are China's. */
  readonly updatedSec: number
  readonly groups: readonly PlayGroup[]
}

export interface ProvideCategory {
  readonly id: number
  /** 0 for a top category. */
  readonly parentId: number
  readonly name: string
}

/** A row that was left out (`id`, `name`, `shape`), or play strings of a row that are not as they should be. */
export interface ProvideFault {
  /** From 0. */
  readonly row: number
  readonly problem: 'id' | 'name' | 'shape' | 'rows' | PlayFault['problem']
}

export interface ProvideReply {
  readonly page: number
  readonly pageCount: number
  readonly pageSize: number
  readonly total: number
  readonly vods: readonly ProvideVod[]
  readonly categories: readonly ProvideCategory[]
  readonly faults: readonly ProvideFault[]
}

/**
 * Why a body is no reply. `closed`: the source has switched its collection off; `refused`: it answers with a message;
 * `foreign`: something else, a web page for example; `cut`: the body ends too early.
 */
export type ProvideProblem = 'empty' | 'size' | 'closed' | 'refused' | 'foreign' | 'cut'

export type ParsedProvide =
  | { readonly reply: ProvideReply }
  /** `message`: what the source says, in one line, or empty. */
  | { readonly problem: ProvideProblem; readonly message: string }

export const provideLimits = {
  bytes: 32 * 1024 * 1024,
  rows: 2000,
  categories: 2000,
  line: 500,
  text: 20_000,
  names: 100,
  faults: 1000,
} as const

export const emptyVod: ProvideVod = {
  id: 0,
  name: '',
  typeId: 0,
  parentTypeId: 0,
  typeName: '',
  alias: '',
  latin: '',
  letter: '',
  genres: [],
  tags: [],
  picture: '',
  slide: '',
  actors: [],
  directors: [],
  writers: [],
  blurb: '',
  content: '',
  remarks: '',
  premiere: '',
  total: 0,
  serial: 0,
  isEnded: false,
  area: '',
  lang: '',
  year: 0,
  state: '',
  hits: 0,
  score: 0,
  doubanId: 0,
  doubanScore: 0,
  updatedSec: 0,
  groups: [],
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  middot: '·',
  hellip: '…',
  mdash: '—',
  ldquo: '“',
  rdquo: '”',
}

/** Decodes the references that sources leave in texts; unknown ones stay. */
function decodeHtmlReferences(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]{2,6}));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name)] ?? whole
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
    return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : ''
  })
}

/** One plain line. */
export const plainLine = (text: string): string =>
  tidyLine(decodeHtmlReferences(text.slice(0, 4 * provideLimits.line)), provideLimits.line)

/** The text of an HTML fragment. Scripts and styles go with their content. */
export function plainText(html: string): string {
  const text = html
    .slice(0, 4 * provideLimits.text)
    .replace(/<(script|style)\b[^<>]{0,500}>[^<]{0,20000}(?:<\/\1\s*>)?/gi, '')
    .replace(/<(?:br|\/p|\/div|\/li)\b[^<>]{0,500}>/gi, '\n')
    .replace(/<[/!a-z][^<>]{0,2000}>/gi, '')
  return tidyLines(decodeHtmlReferences(text), provideLimits.text)
}

/** Plain text as HTML, which readers of the format expect of longer texts. */
export const htmlText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>')

/** Parts of a text that sources separate by commas, slashes or ideographic commas. */
const partsOf = (text: string): string[] => plainLine(text).split(/[,，、/|;；]+/)

const listOf = (parts: readonly string[], isName: (part: string) => boolean): string[] =>
  [...new Set(parts.map((part) => part.trim()).filter((part) => part !== '' && isName(part)))].slice(
    0,
    provideLimits.names,
  )

/** Names in one text, without repetitions: genres, areas, other names of a title. */
export const namesOf = (text: string): string[] =>
  listOf(partsOf(text), (part) => !/^(?:未知|内详|无|暂无)$/.test(part))

const NOBODY = /^(?:未知|不详|内详|暂无|无|佚名|其他|更多|等|演员|导演|-+|n\/?a|unknown)$/i
const HAN_NAME = /^\p{Script=Han}{2,4}$/u

/** Persons in one text, without repetitions. Sources separate Chinese names by spaces as well, add what a person does, and have words for nobody. */
export function peopleOf(text: string): string[] {
  const parts = partsOf(text.replace(/<[^<>]{0,200}>/g, ' ').normalize('NFKC'))
    .flatMap((part) => {
      const words = part.trim().split(/\s+/)
      return words.length > 1 && words.every((word) => HAN_NAME.test(word)) ? words : [words.join(' ')]
    })
    .map((part) => part.replace(/\((?:配音|饰|声优|导演|主演)[^)]*\)|(?:配音|饰演?)$/g, ''))
  return listOf(parts, (part) => !NOBODY.test(part))
}

/** A whole number of at least 0 in a text; 0 if there is none. */
export function countOf(text: string): number {
  const number = Number(/^\s*(\d{1,15})/.exec(text)?.[1] ?? 0)
  return Number.isSafeInteger(number) ? number : 0
}

/** A score between 0 and 10. */
export function scoreOf(text: string): number {
  const number = Number.parseFloat(text)
  return Number.isFinite(number) ? Math.min(10, Math.max(0, number)) : 0
}

const chinaOffsetSec = 8 * 3600

/** Unix seconds of `2026-11-20 21:05:00` in China time, of a date alone, or of a Unix time; 0 for anything else. */
export function timeOf(text: string): number {
  if (/^\d{9,11}$/.test(text.trim())) return Number(text)
  const parts = /^\s*(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?/.exec(text)
  if (!parts) return 0
  const [, year, month, day, hour, minute, second] = parts.map((part) => Number(part ?? 0))
  const ms = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second)
  return Number.isFinite(ms) ? Math.max(0, Math.floor(ms / 1000) - chinaOffsetSec) : 0
}

/** `2026-11-20 21:05:00` in China time; empty for 0. */
export const timeText = (sec: number): string =>
  sec <= 0 ? '' : new Date((sec + chinaOffsetSec) * 1000).toISOString().slice(0, 19).replace('T', ' ')

/** `mac:` stands for the scheme of the source's pictures. */
export const pictureOf = (text: string): string =>
  text
    .slice(0, 4000)
    .trim()
    .replace(/^mac:/, '')
    .replace(/&amp;/gi, '&')
    .replace(/[\s\p{Cc}]/gu, '')

/** A year in a text such as `2024` or `2024-05-01`; 0 if there is none. */
export const yearOf = (text: string): number => Number(/(?:^|\D)((?:18|19|20|21)\d{2})(?!\d)/.exec(text)?.[1] ?? 0)

/** Why a body is not what was asked for: sources answer a word or a sentence instead. */
export function problemOfBody(text: string): { problem: ProvideProblem; message: string } {
  const message = plainLine(text.slice(0, provideLimits.line).replace(/<[^<>]*>/g, ' '))
  if (text.trim() === '') return { problem: 'empty', message: '' }
  if (/^\s*closed\s*$/i.test(text)) return { problem: 'closed', message: 'closed' }
  return { problem: /<html|<!doctype/i.test(text.slice(0, 2000)) ? 'foreign' : 'refused', message }
}

/** A title with what is given, for programs that write replies. */
export const provideVod = (given: Partial<ProvideVod> & Pick<ProvideVod, 'id' | 'name'>): ProvideVod => ({
  ...emptyVod,
  ...given,
})
