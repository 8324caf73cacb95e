import { tidyLine, tidyLines, xmltvLengths, type XmltvEntry } from './xmltv.ts'
import { parseXmltvTime } from './xmltv-time.ts'

interface Field {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  text: string
}

/** A channel or programme that is being parsed. */
export interface EntryDraft {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly fields: Field[]
}

/** Per entry; further fields are skipped. */
const MAX_FIELDS = 64
const MAX_NAMES = 16
const MAX_CATEGORIES = 8
/** Longer texts would be cut anyway. */
const MAX_BUFFERED_LENGTH = 4 * xmltvLengths.text

const KEPT_FIELDS = new Set(['display-name', 'title', 'sub-title', 'desc', 'category', 'episode-num', 'icon'])

export const isEntry = (name: string): boolean => name === 'channel' || name === 'programme'

/** Starts a field of an entry; null if the field is not used. */
export function beginField(
  draft: EntryDraft,
  name: string,
  attributes: Readonly<Record<string, string>>,
): Field | null {
  if (!KEPT_FIELDS.has(name) || draft.fields.length >= MAX_FIELDS) return null
  const field = { name, attributes, text: '' }
  draft.fields.push(field)
  return field
}

export function addText(field: Field, text: string): void {
  if (field.text.length < MAX_BUFFERED_LENGTH) field.text += text
}

/** Preference of a text by its language for Chinese readers: the lowest is best. */
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

/** Zero-based `season.episode.part`, e.g. `1.4.0/2`. Any part may be absent. */
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

/** The entry of a complete draft. */
export function finishEntry(draft: EntryDraft, zoneMinutes: number): XmltvEntry {
  const { name, attributes, fields } = draft
  const { name: maxName, text: maxText } = xmltvLengths
  const channel = tidyLine(attributes[name === 'channel' ? 'id' : 'channel'] ?? '', maxName)
  if (channel === '') return { kind: 'fault', part: 'channel' }
  if (name === 'channel') {
    const names = fields
      .filter((field) => field.name === 'display-name')
      .toSorted((a, b) => languageRank(a) - languageRank(b))
    const tidy = distinct(names.map(({ text }) => tidyLine(text, maxName)))
    return { kind: 'channel', id: channel, names: tidy.slice(0, MAX_NAMES), icon: iconOf(fields) }
  }
  const startSec = parseXmltvTime(attributes['start'] ?? '', zoneMinutes)
  if (startSec === null) return { kind: 'fault', part: 'start' }
  const title = lineOf(fields, 'title', maxName)
  if (title === '') return { kind: 'fault', part: 'title' }
  const stopSec = parseXmltvTime(attributes['stop'] ?? '', zoneMinutes)
  const categories = inBestLanguage(fields, 'category').map(({ text }) => tidyLine(text, maxName))
  return {
    kind: 'programme',
    channel,
    startSec,
    stopSec: stopSec !== null && stopSec > startSec ? stopSec : null,
    title,
    subtitle: lineOf(fields, 'sub-title', maxName),
    description: tidyLines(inBestLanguage(fields, 'desc')[0]?.text ?? '', maxText),
    categories: distinct(categories).slice(0, MAX_CATEGORIES),
    episode: episodeOf(fields),
    icon: iconOf(fields),
  }
}
