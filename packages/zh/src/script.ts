import { configs } from 'opencc-js/preset'
import { SIMPLIFIED_CORRECTIONS, TRADITIONAL_CORRECTIONS } from './corrections.ts'
import { memoiseRecent } from './memoise-recent.ts'
import { createReplacer, entriesOf } from './replacer.ts'
import type { Dictionary } from './replacer.ts'

/** A reader's script: simplified (`s`) or traditional (`t`). */
export type Script = 's' | 't'

interface Converter {
  readonly toSimplified: (text: string) => string
  readonly toTraditional: (text: string) => string
}

const HAN = /\p{Script=Han}/u
/** Lower characters are never Chinese and skip the Unicode property test. */
const FIRST_HAN = 0x2e80
const CACHE_SIZE = 10_000
/** Longer texts (comments, summaries) rarely recur and would fill the cache. */
const MAX_CACHED_LENGTH = 64

function* allEntriesOf(dictionaries: readonly Dictionary[]) {
  for (const dictionary of dictionaries) yield* entriesOf(dictionary)
}

/** Characters used in only one script. Those of both (后, 里, 面, 乾, 著) do not identify a text's script. */
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

/** Names are replaced first, even if a surrounding word contains their first character (的钟 is a word too). */
function preservingNames(names: readonly (readonly [string, string])[], convert: (text: string) => string) {
  const corrected = new Map(names)
  const longestFirst = [...corrected.keys()].toSorted((a, b) => b.length - a.length)
  const name = new RegExp(`(${longestFirst.join('|')})`, 'u')
  return (text: string): string =>
    text
      .split(name)
      .map((piece) => corrected.get(piece) ?? convert(piece))
      .join('')
}

/** The tables for traditional need most time and memory, and many processes never use them. */
function lazily(make: () => (text: string) => string): (text: string) => string {
  let made: ((text: string) => string) | undefined
  return (text) => {
    made ??= make()
    return made(text)
  }
}

/** Taiwan's character forms without its vocabulary: titles and names are not reworded (see `toTraditional`). */
function createConverter(): Converter {
  const [simplifyingWords = []] = configs?.['t2s']?.conversionChain ?? []
  const [traditionalisingWords = [], taiwanForms = []] = configs?.['s2tw']?.conversionChain ?? []
  const simplifying = [SIMPLIFIED_CORRECTIONS, ...simplifyingWords]
  const simplify = createReplacer(simplifying)
  const traditionaliseKeepingNames = lazily(() => {
    const traditionalise = createReplacer(traditionalisingWords)
    const toTaiwan = createReplacer(taiwanForms)
    return preservingNames(TRADITIONAL_CORRECTIONS, (text) => toTaiwan(traditionalise(text)))
  })
  const { simplifiedOnly, traditionalOnly } = ownCharacters(simplifying, traditionalisingWords, taiwanForms)

  const unlessInScript =
    (own: Set<string>, other: Set<string>, convert: (text: string) => string) => (text: string) => {
      let hasOwn = false
      for (const character of text) {
        if (other.has(character)) return convert(text)
        hasOwn ||= own.has(character)
      }
      return hasOwn ? text : convert(text)
    }
  const memoised = (convert: (text: string) => string) =>
    memoiseRecent((text) => (HAN.test(text) ? convert(text.normalize('NFC')) : text), CACHE_SIZE, MAX_CACHED_LENGTH)
  return {
    toSimplified: memoised(unlessInScript(simplifiedOnly, traditionalOnly, simplify)),
    toTraditional: memoised(unlessInScript(traditionalOnly, simplifiedOnly, traditionaliseKeepingNames)),
  }
}

function mayContainHan(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= FIRST_HAN) return true
  return false
}

let built: Converter | undefined

/** Building takes a tenth of a second and tens of megabytes, so it waits for the first Chinese text. */
function converter(): Converter {
  built ??= createConverter()
  return built
}

/**
 * Converts to simplified characters. Simplified text is returned unchanged. Words are not replaced (軟體 becomes 软体),
 * because word tables would also turn 影片 into 视频 in a simplified text.
 */
export function toSimplified(text: string): string {
  return mayContainHan(text) ? converter().toSimplified(text) : text
}

/**
 * Converts to traditional characters in Taiwan's forms (裡, 為, 麵), which are readable in Hong Kong too. Traditional text
 * is returned unchanged. Words are not replaced by Taiwan's vocabulary (视频 becomes 視頻, not 影片; 出租车 not 計程車): most
 * converted texts are titles and names, which must not change, and Hong Kong does not share that vocabulary.
 */
export function toTraditional(text: string): string {
  return mayContainHan(text) ? converter().toTraditional(text) : text
}

/** Converts a text to the reader's script. */
export function toScript(text: string, script: Script): string {
  return script === 't' ? toTraditional(text) : toSimplified(text)
}
