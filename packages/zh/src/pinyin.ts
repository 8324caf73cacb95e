import { customPinyin, pinyin, polyphonic } from 'pinyin-pro'
import { SURNAME_READINGS, WORD_READINGS } from './readings.ts'
import { toSimplified } from './script.ts'

/** A syllable of a Chinese character, or a run of Latin letters and digits. */
interface Sound {
  readonly text: string
  readonly isSyllable: boolean
}

const FILED_BY_SOUND = /[\p{Script=Han}a-z]/u
const PIECE = /\p{Script=Han}+|[a-z0-9]+/gu
/** A surname and one or two characters, alone or as the title of a life. */
const NAME = /^\p{Script=Han}{2,3}传?$/u

let taught = false

function teachReadings(): void {
  if (taught) return
  customPinyin({ ...WORD_READINGS })
  taught = true
}

/** Simplified, lower case, Latin without diacritics. */
function readable(title: string): string {
  const plain = title
    .toWellFormed()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
  return toSimplified(plain.normalize('NFKC').toLowerCase())
}

/** The surname's reading when the run begins with one and does not begin with an ordinary word. */
function surnameReading(run: string): string | undefined {
  const [first = '', second = ''] = run
  const surname = SURNAME_READINGS[first]
  const known = Object.keys(WORD_READINGS).some((word) => run.startsWith(word))
  if (surname === undefined || known || !NAME.test(run)) return undefined
  return surname.words.includes(second) ? undefined : surname.reading
}

function syllablesOf(run: string): string[] {
  teachReadings()
  const syllables = pinyin(run, { toneType: 'none', type: 'array', v: true })
  const surname = surnameReading(run)
  return surname === undefined ? syllables : syllables.with(0, surname)
}

const han = /\p{Script=Han}/u
const spelled = /^[a-z]+$/
/** Characters that words and surnames of ours read otherwise than the dictionary. */
const taughtCharacters = new Set([...Object.keys(WORD_READINGS).join(''), ...Object.keys(SURNAME_READINGS)])
/** The only reading of a character, or null where it has several: then its neighbours decide. */
const onlyReadings = new Map<string, string | null>()

function onlyReading(character: string): string | null {
  const known = onlyReadings.get(character)
  if (known !== undefined) return known
  const readings = taughtCharacters.has(character)
    ? []
    : (polyphonic(character, { toneType: 'none', type: 'array', v: true })[0] ?? [])
  const [first = ''] = readings
  const only = new Set(readings).size === 1 && spelled.test(first) ? first : null
  onlyReadings.set(character, only)
  return only
}

/**
 * How each of these characters sounds, simplified and lower case: pinyin without tones (ü is v) in the light of its
 * neighbours; letters and digits as they are; empty where the dictionary knows none.
 */
export function readingsOf(characters: readonly string[]): string[] {
  const readings = characters.map((character) => (/^[a-z0-9]$/.test(character) ? character : ''))
  for (let at = 0; at < characters.length; at++) {
    let end = at
    while (end < characters.length && han.test(characters[end] ?? '')) end++
    if (end === at) continue
    const run = characters.slice(at, end)
    const only = run.map(onlyReading)
    const sounds = only.includes(null) ? syllablesOf(run.join('')) : only
    for (const [offset, sound] of sounds.entries()) readings[at + offset] = sound && spelled.test(sound) ? sound : ''
    at = end
  }
  return readings
}

function soundsOf(title: string): Sound[] {
  return [...readable(title).matchAll(PIECE)].flatMap(([piece]): Sound[] => {
    if (/^[a-z0-9]/.test(piece)) return [{ text: piece, isSyllable: false }]
    // A character that the dictionary does not know comes back as it is, and has no sound.
    return syllablesOf(piece).map((text) => ({ text: /^[a-z]+$/.test(text) ? text : '', isSyllable: true }))
  })
}

/** Pinyin without tones or spaces, Latin letters and digits kept: `流浪地球2` is `liulangdiqiu2`. ü is written v. */
export function pinyinOf(title: string): string {
  return soundsOf(title)
    .map(({ text }) => text)
    .join('')
}

/** The first letter of each syllable, Latin letters and digits kept: `流浪地球2` is `lldq2`. */
export function initialsOf(title: string): string {
  return soundsOf(title)
    .map(({ text, isSyllable }) => (isSyllable ? text.charAt(0) : text))
    .join('')
}

/**
 * The letter under which a title is filed: `A` to `Z` by its first letter or the pinyin of its first character,
 * punctuation passed over (《红楼梦》 is H); `0-9` for digits and everything else.
 */
export function letterOf(title: string): string {
  const [first = ''] = readable(title).match(/[\p{L}\p{N}]/u) ?? []
  if (!FILED_BY_SOUND.test(first)) return '0-9'
  return soundsOf(title)[0]?.text.charAt(0).toUpperCase() || '0-9'
}
