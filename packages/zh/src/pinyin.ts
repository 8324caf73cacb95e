import { customPinyin, pinyin, polyphonic } from 'pinyin-pro'
import { SURNAME_READINGS, WORD_READINGS } from './readings.ts'
import { toSimplified } from './script.ts'

/** A syllable of a Chinese character, or a run of Latin letters and digits. */
interface Sound {
  readonly text: string
  readonly isSyllable: boolean
}

const HAS_SOUND = /[\p{Script=Han}a-z]/u
const PIECE = /\p{Script=Han}+|[a-z0-9]+/gu
/** A surname with one or two characters, alone or as the title of a biography. */
const NAME = /^\p{Script=Han}{2,3}传?$/u

let areReadingsRegistered = false

function registerReadings(): void {
  if (areReadingsRegistered) return
  customPinyin({ ...WORD_READINGS })
  areReadingsRegistered = true
}

/** Simplified, lower case, Latin without diacritics. */
function fold(title: string): string {
  const plain = title
    .toWellFormed()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
  return toSimplified(plain.normalize('NFKC').toLowerCase())
}

/** The surname's reading, if the run starts with one and not with an ordinary word. */
function surnameReading(run: string): string | undefined {
  const [first = '', second = ''] = run
  const surname = SURNAME_READINGS[first]
  const isOrdinaryWord = Object.keys(WORD_READINGS).some((word) => run.startsWith(word))
  if (surname === undefined || isOrdinaryWord || !NAME.test(run)) return undefined
  return surname.words.includes(second) ? undefined : surname.reading
}

/** 传 at the end of a name or before a number or part is zhuan (biography), unless it belongs to a word such as 流传. */
const BIOGRAPHY = /(?<=[^流遗宣秘祖相口失嫡单不盛谣误讹轮密真])传(?=$|[一二三四五六七八九十之第前后外新])/gu

function syllablesOf(run: string): string[] {
  registerReadings()
  const syllables = pinyin(run, { toneType: 'none', type: 'array', v: true })
  for (const { index } of run.matchAll(BIOGRAPHY)) syllables[Array.from(run.slice(0, index)).length] = 'zhuan'
  const surname = surnameReading(run)
  return surname === undefined ? syllables : syllables.with(0, surname)
}

const han = /\p{Script=Han}/u
const spelled = /^[a-z]+$/
/** Characters with readings of ours that differ from the dictionary. */
const customCharacters = new Set([...Object.keys(WORD_READINGS).join(''), ...Object.keys(SURNAME_READINGS)])
/** The only reading of a character, or null if it has several and depends on its neighbours. */
const onlyReadings = new Map<string, string | null>()

/** Every reading that the dictionary knows of a simplified character, without tones; none of anything else. */
export function everyReadingOf(character: string): string[] {
  const readings = polyphonic(character, { toneType: 'none', type: 'array', v: true })[0] ?? []
  return [...new Set(readings)].filter((reading) => spelled.test(reading))
}

function onlyReading(character: string): string | null {
  const cached = onlyReadings.get(character)
  if (cached !== undefined) return cached
  const readings = customCharacters.has(character) ? [] : everyReadingOf(character)
  const [first = ''] = readings
  const only = readings.length === 1 ? first : null
  onlyReadings.set(character, only)
  return only
}

/**
 * The sound of each character (simplified, lower case): pinyin without tones (ü is v), chosen by its neighbours;
 * letters and digits unchanged; empty if the dictionary has none.
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
  return [...fold(title).matchAll(PIECE)].flatMap(([piece]): Sound[] => {
    if (/^[a-z0-9]/.test(piece)) return [{ text: piece, isSyllable: false }]
    // The library returns unknown characters unchanged; they have no sound.
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
 * The index letter of a title: `A` to `Z` by its first letter or the pinyin of its first character, without punctuation
 * (《红楼梦》 is H); `0-9` for digits and everything else.
 */
export function letterOf(title: string): string {
  const [first = ''] = fold(title).match(/[\p{L}\p{N}]/u) ?? []
  if (!HAS_SOUND.test(first)) return '0-9'
  return soundsOf(title)[0]?.text.charAt(0).toUpperCase() || '0-9'
}
