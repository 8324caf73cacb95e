import { configs } from 'opencc-js/preset'
import { SIMPLIFIED_CORRECTIONS, TRADITIONAL_CORRECTIONS } from './corrections.ts'
import { remembering } from './recent.ts'
import { createReplacer, entriesOf } from './replacer.ts'
import type { Dictionary } from './replacer.ts'

/** What a reader reads: simplified (`s`) or traditional (`t`). */
export type Script = 's' | 't'

interface Converter {
  readonly toSimplified: (text: string) => string
  readonly toTraditional: (text: string) => string
}

const HAN = /\p{Script=Han}/u
/** The first character of the script; what is below needs no look at the tables of Unicode. */
const FIRST_HAN = 0x2e80
const REMEMBERED = 10_000
/** Longer texts (comments, summaries) are seldom asked for twice, and would fill the memory. */
const REMEMBERED_LENGTH = 64

function* allEntriesOf(dictionaries: readonly Dictionary[]) {
  for (const dictionary of dictionaries) yield* entriesOf(dictionary)
}

/** Characters that only one of the two scripts uses. Those of both (后, 里, 面, 乾, 著) tell nothing about a text. */
function ownCharacters(
  simplifying: readonly Dictionary[],
  traditionalising: readonly Dictionary[],
  taiwanForms: readonly Dictionary[],
) {
  const inSimplified = new Set<string>()
  const inTraditional = new Set<string>()
  const simplifiedOnly = new Set<string>()
  const traditionalOnly = new Set<string>()
  for (const [word, replacement] of allEntriesOf(traditionalising)) {
    const characters = [...word]
    if (characters.length === 1 && word !== replacement) simplifiedOnly.add(word)
    else for (const character of characters) inSimplified.add(character)
    for (const character of replacement) inTraditional.add(character)
  }
  for (const [, form] of allEntriesOf(taiwanForms)) for (const character of form) inTraditional.add(character)
  for (const [word, replacement] of allEntriesOf(simplifying)) {
    if ([...word].length === 1 && word !== replacement) traditionalOnly.add(word)
  }
  return {
    simplifiedOnly: simplifiedOnly.difference(inTraditional),
    traditionalOnly: traditionalOnly.difference(inSimplified),
  }
}

/** Names come first, also where the words around them would take their first character (的钟 is a word, too). */
function aroundNames(names: readonly (readonly [string, string])[], convert: (text: string) => string) {
  const corrected = new Map(names)
  const longestFirst = [...corrected.keys()].toSorted((a, b) => b.length - a.length)
  const name = new RegExp(`(${longestFirst.join('|')})`, 'u')
  return (text: string): string =>
    text
      .split(name)
      .map((piece) => corrected.get(piece) ?? convert(piece))
      .join('')
}

/** What writes the traditional script takes most of the time and room, and many processes never write it. */
function whenFirstAsked(make: () => (text: string) => string): (text: string) => string {
  let made: ((text: string) => string) | undefined
  return (text) => {
    made ??= make()
    return made(text)
  }
}

/** The forms of Taiwan, words left alone: titles and names are quoted, not reworded (see `toTraditional`). */
function createConverter(): Converter {
  const [simplifyingWords = []] = configs?.['t2s']?.conversionChain ?? []
  const [traditionalisingWords = [], taiwanForms = []] = configs?.['s2tw']?.conversionChain ?? []
  const simplifying = [SIMPLIFIED_CORRECTIONS, ...simplifyingWords]
  const simplify = createReplacer(simplifying)
  const keepingNames = whenFirstAsked(() => {
    const traditionalise = createReplacer(traditionalisingWords)
    const toTaiwan = createReplacer(taiwanForms)
    return aroundNames(TRADITIONAL_CORRECTIONS, (text) => toTaiwan(traditionalise(text)))
  })
  const { simplifiedOnly, traditionalOnly } = ownCharacters(simplifying, traditionalisingWords, taiwanForms)

  const unlessWritten = (own: Set<string>, other: Set<string>, convert: (text: string) => string) => (text: string) => {
    let isWritten = false
    for (const character of text) {
      if (other.has(character)) return convert(text)
      isWritten ||= own.has(character)
    }
    return isWritten ? text : convert(text)
  }
  const remembered = (convert: (text: string) => string) =>
    remembering((text) => (HAN.test(text) ? convert(text.normalize('NFC')) : text), REMEMBERED, REMEMBERED_LENGTH)
  return {
    toSimplified: remembered(unlessWritten(simplifiedOnly, traditionalOnly, simplify)),
    toTraditional: remembered(unlessWritten(traditionalOnly, simplifiedOnly, keepingNames)),
  }
}

function mayHoldHan(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= FIRST_HAN) return true
  return false
}

let built: Converter | undefined

/** Building takes a tenth of a second and some tens of megabytes, so it waits for the first Chinese text. */
function converter(): Converter {
  built ??= createConverter()
  return built
}

/**
 * The text in simplified characters. Text that is written in them already comes back as it is.
 * Words are not replaced (軟體 becomes 软体): the way by words would also turn 影片 into 视频 in a simplified text.
 */
export function toSimplified(text: string): string {
  return mayHoldHan(text) ? converter().toSimplified(text) : text
}

/**
 * The text in traditional characters, in the forms that Taiwan writes (裡, 為, 麵), which Hong Kong reads as well.
 * Text that is written in them already comes back as it is. Words are not replaced by Taiwan's own (视频 becomes 視頻,
 * not 影片; 出租车 not 計程車): most of what is converted is titles and names, which must stay what they are, and
 * Hong Kong does not share those words.
 */
export function toTraditional(text: string): string {
  return mayHoldHan(text) ? converter().toTraditional(text) : text
}

/** The text in the reader's script. */
export function toScript(text: string, script: Script): string {
  return script === 't' ? toTraditional(text) : toSimplified(text)
}
