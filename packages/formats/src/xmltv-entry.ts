import { tidyLine, tidyLines, xmltvLengths, type XmltvEntry } from './xmltv.ts'
import { readXmltvTime } from './xmltv-time.ts'

interface Field {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  text: string
}

/** A channel or programme whose parts are coming in. */
export interface EntryDraft {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly fields: Field[]
}

/** Of one entry; what comes beyond is passed over. */
const MOST_FIELDS = 64
const MOST_NAMES = 16
const MOST_CATEGORIES = 8
/** Longer texts are cut anyhow. */
const GATHERED_LENGTH = 4 * xmltvLengths.text

const KEPT_FIELDS = new Set(['display-name', 'title', 'sub-title', 'desc', 'category', 'episode-num', 'icon'])

export const isEntry = (name: string): boolean => name === 'channel' || name === 'programme'

/** Begins a part of an entry, or null where the station has no use for it. */
export function beginField(
  draft: EntryDraft,
  name: string,
  attributes: Readonly<Record<string, string>>,
): Field | null {
  if (!KEPT_FIELDS.has(name) || draft.fields.length >= MOST_FIELDS) return null
  const field = { name, attributes, text: '' }
  draft.fields.push(field)
  return field
}

export function addText(field: Field, text: string): void {
  if (field.text.length < GATHERED_LENGTH) field.text += text
}

/** How well a text suits readers of Chinese, by its language: the best is the least. */
function languageRank({ attributes }: Field): number {
  const language = attributes['lang'] ?? ''
  if (language === 'zh') return 0
  return language === '' ? 1 : /^(zh|cmn|chi|zho|cn)/i.test(language) ? 0 : 2
}

function inBestLanguage(fields: readonly Field[], name: string): Field[] {
  let found: Field[] = []
  let best = Number.POSITIVE_INFINITY
  for (const field of fields) {
    if (field.name !== name || field.text.trim() === '') continue
    const rank = languageRank(field)
    if (rank < best) found = [field]
    else if (rank === best) found.push(field)
    best = Math.min(best, rank)
  }
  return found
}

function lineOf(fields: readonly Field[], name: string, longest: number): string {
  return tidyLine(inBestLanguage(fields, name)[0]?.text ?? '', longest)
}

function iconOf(fields: readonly Field[]): string {
  const address = fields.find(({ name }) => name === 'icon')?.attributes['src']?.trim() ?? ''
  return /^https?:\/\/[^\s"<>\\]+$/i.test(address) && address.length <= xmltvLengths.address ? address : ''
}

/** `1.4.0/2` counts from zero: season, episode, part. Any of them may be absent. */
function episodeOfNumbers(text: string): string {
  const [season, episode] = text.split('.').map((part) => /^\s*(\d{1,5})/.exec(part)?.[1])
  if (episode === undefined) return ''
  const inSeason = season === undefined || season === '0' ? '' : `第${Number(season) + 1}季`
  return `${inSeason}第${Number(episode) + 1}集`
}

function episodeOf(fields: readonly Field[]): string {
  const numbers = fields.filter(({ name, text }) => name === 'episode-num' && text.trim() !== '')
  const systemOf = ({ attributes }: Field): string => (attributes['system'] ?? 'onscreen').toLowerCase()
  const shown = numbers.find((field) => systemOf(field) === 'onscreen')
  if (shown) return tidyLine(shown.text, xmltvLengths.name)
  const counted = numbers.find((field) => systemOf(field) === 'xmltv_ns')
  return counted ? episodeOfNumbers(counted.text) : ''
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)].filter((text) => text !== '')

/** The entry that a draft came to. */
export function finishEntry(draft: EntryDraft, zoneMinutes: number): XmltvEntry {
  const { name, attributes, fields } = draft
  const { name: longestName, text: longestText } = xmltvLengths
  const channel = tidyLine(attributes[name === 'channel' ? 'id' : 'channel'] ?? '', longestName)
  if (channel === '') return { kind: 'fault', part: 'channel' }
  if (name === 'channel') {
    const names = fields
      .filter((field) => field.name === 'display-name')
      .toSorted((a, b) => languageRank(a) - languageRank(b))
    const tidy = distinct(names.map(({ text }) => tidyLine(text, longestName)))
    return { kind: 'channel', id: channel, names: tidy.slice(0, MOST_NAMES), icon: iconOf(fields) }
  }
  const startSec = readXmltvTime(attributes['start'] ?? '', zoneMinutes)
  if (startSec === null) return { kind: 'fault', part: 'start' }
  const title = lineOf(fields, 'title', longestName)
  if (title === '') return { kind: 'fault', part: 'title' }
  const stopSec = readXmltvTime(attributes['stop'] ?? '', zoneMinutes)
  const categories = inBestLanguage(fields, 'category').map(({ text }) => tidyLine(text, longestName))
  return {
    kind: 'programme',
    channel,
    startSec,
    stopSec: stopSec !== null && stopSec > startSec ? stopSec : null,
    title,
    subtitle: lineOf(fields, 'sub-title', longestName),
    description: tidyLines(inBestLanguage(fields, 'desc')[0]?.text ?? '', longestText),
    categories: distinct(categories).slice(0, MOST_CATEGORIES),
    episode: episodeOf(fields),
    icon: iconOf(fields),
  }
}
