import { grams, isLetter, emptyTextHash, extendTextHash, type PostingLists } from './grams.ts'
import { classCount } from './sound-table.ts'
import type { Pattern, UnitPattern } from '../engine/query-patterns.ts'

/** Combinations of classes or initials that are looked up for two or three adjacent units. */
const maxGrams = 1200
/** So few texts are scanned in one step, without looking up whole texts and beginnings first. */
const fewPostings = 2500
/** Texts scanned before the limits are checked for the first time; the batch doubles each time. */
const firstBatch = 600

/** Maximum number of steps of a pattern: whole texts, beginnings, all. */
export const maxSteps = 3

type Grams = readonly number[]

const product = (parts: readonly (readonly number[])[]): number => parts.reduce((all, { length }) => all * length, 1)
const unique = (all: Grams): Grams => [...new Set(all)]
const isLetterUnit = ({ code }: UnitPattern): boolean => code !== null && isLetter(code)

/**
 * The grams to look up for a pattern, in steps. Their posting lists together contain every text that can match. If these
 * are many, whole texts and beginnings are separate steps, because they rank first.
 */
export function stepsOf(pattern: Pattern, lists: PostingLists): Grams[] {
  const { units, anchor } = pattern
  const [one, two] = units
  if (!one) return []
  if (anchor === 'both') return [wholeTextGrams(pattern)]
  if (!two) {
    if (anchor === 'start') return [wholeTextGrams(pattern), one.initials.map(grams.firstInitial)]
    return [wholeTextGrams(pattern), unique(one.codes().map(grams.first)), unique(one.codes().map(grams.rest))]
  }
  if (anchor === 'start' && units.length === 2) return [wholeTextGrams(pattern), prefixGrams(one, two)]
  const rarest = rarestGrams(units, lists)
  if (rarest.count === 0) return []
  if (rarest.count <= fewPostings) return [rarest.grams()]
  return [wholeTextGrams(pattern), prefixGrams(one, two), rarest.grams()]
}

/** The grams whose posting lists together contain every text that can match, without steps. */
export function allGramsOf(pattern: Pattern, lists: PostingLists): Grams {
  const [one, two] = pattern.units
  // The steps of a single unit divide its texts; those of several units end with all of them.
  if (one && !two && pattern.anchor === null)
    return one.codes().flatMap((code) => [grams.first(code), grams.rest(code)])
  return stepsOf(pattern, lists).at(-1) ?? []
}

/** Grams of the texts that are as long as the pattern, by their initials. */
function wholeTextGrams({ units, isUnfinished }: Pattern): Grams {
  const initials = units.map((unit) => unit.initials)
  if (isUnfinished || product(initials) > maxGrams) return []
  let hashes = [emptyTextHash]
  for (const each of initials) hashes = hashes.flatMap((hash) => each.map((initial) => extendTextHash(hash, initial)))
  return unique(hashes.map(grams.wholeText))
}

function prefixGrams(one: UnitPattern, two: UnitPattern): Grams {
  return one.classes.length * two.classes.length > one.initials.length * two.initials.length * 4
    ? one.initials.flatMap((a) => two.initials.map((b) => grams.firstInitials(a, b)))
    : one.classes.flatMap((a) => two.classes.map((b) => grams.firstPair(a, b)))
}

interface GramChoice {
  count: number
  grams: () => Grams
}

/** The grams of adjacent units with the fewest postings. */
function rarestGrams(units: readonly UnitPattern[], lists: PostingLists): GramChoice {
  let rarest: GramChoice | null = null
  for (let at = 0; at + 1 < units.length; at++) {
    for (const choice of [pairGramsAt(units, at, lists), initialGramsAt(units, at, lists)]) {
      if (choice && (!rarest || choice.count < rarest.count)) rarest = choice
    }
    if (rarest?.count === 0) return rarest
  }
  return rarest ?? singleUnitGrams(units, lists)
}

function pairGramsAt(units: readonly UnitPattern[], at: number, lists: PostingLists): GramChoice | null {
  const [one, two] = [units[at], units[at + 1]]
  if (!one || !two || one.classes.length * two.classes.length > maxGrams) return null
  // A pair with any unit is never rare.
  if (one.classes.length === classCount || two.classes.length === classCount) return null
  // Only the first two units can match at the beginning of a text.
  const kinds = at === 0 ? [grams.firstPair, grams.restPair] : [grams.restPair]
  let count = 0
  for (const kind of kinds) for (const a of one.classes) for (const b of two.classes) count += lists.countOf(kind(a, b))
  return {
    count,
    grams: () => kinds.flatMap((kind) => one.classes.flatMap((a) => two.classes.map((b) => kind(a, b)))),
  }
}

function initialGramsAt(units: readonly UnitPattern[], at: number, lists: PostingLists): GramChoice | null {
  const [one, two, three] = [units[at], units[at + 1], units[at + 2]]
  if (!one || !two || !three) return null
  // Runs of three letters are not indexed by their initials.
  if (isLetterUnit(one) && isLetterUnit(two) && isLetterUnit(three)) return null
  if (product([one.initials, two.initials, three.initials]) > maxGrams) return null
  let count = 0
  for (const a of one.initials)
    for (const b of two.initials) for (const c of three.initials) count += lists.countOf(grams.initials(a, b, c))
  return {
    count,
    grams: () =>
      one.initials.flatMap((a) => two.initials.flatMap((b) => three.initials.map((c) => grams.initials(a, b, c)))),
  }
}

/** The grams of the rarest single unit, for units with too many combinations. */
function singleUnitGrams(units: readonly UnitPattern[], lists: PostingLists): GramChoice {
  const choices = units.map(({ codes }): GramChoice => {
    const all = unique(codes().flatMap((code) => [grams.first(code), grams.rest(code)]))
    return { count: all.reduce((sum, gram) => sum + lists.countOf(gram), 0), grams: () => all }
  })
  return choices.reduce((least, choice) => (choice.count < least.count ? choice : least))
}

/**
 * Calls `visit` for the texts of some posting lists, the beginnings of all lists first, until about `maxMatches` matched or
 * `maxScanned` were visited. Returns the number visited, which may exceed the limit by less than one per list.
 */
export function scan(
  lists: readonly ArrayLike<number>[],
  { maxMatches, maxScanned }: { maxMatches: number; maxScanned: number },
  visit: (text: number) => boolean,
): number {
  const total = lists.reduce((sum, { length }) => sum + length, 0)
  if (total === 0) return 0
  let scanned = 0
  let matched = 0
  let from = 0
  for (let goal = firstBatch; ; goal *= 2) {
    const to = Math.min(1, Math.min(goal, maxScanned) / total)
    for (const list of lists) {
      const end = Math.ceil(list.length * to)
      for (let at = Math.ceil(list.length * from); at < end; at++) {
        scanned++
        if (visit(list[at] ?? 0)) matched++
      }
    }
    if (to === 1 || goal >= maxScanned || matched >= maxMatches) return scanned
    from = to
  }
}

/** Entries of one unit's lists that are intersected: longer lists are cut after their most played titles. */
const maxIntersected = 20_000
/** Further lists are intersected up to this length: beyond it, comparing the texts is cheaper. */
const maxNarrowing = 5_000

/**
 * Finds the texts that contain the characters of an abbreviation, in any order. Intersects lists, which are contiguous in
 * memory, before texts are read, which are not.
 */
export class AbbreviationLookup {
  /** Indexed by text: the number of lists that contain it. */
  private counts = new Uint8Array(0)

  candidates({ units, anchor }: Pattern, lists: PostingLists, textCount: number): number[] {
    const all = units
      .filter((unit, at) => !isLetterUnit(unit) || at === 0)
      .map((unit, at) => postingsOfUnit(unit, at === 0, at === 0 && anchor === 'start', lists))
      .map((postings) => ({ postings, length: postings.reduce((sum, { length }) => sum + length, 0) }))
      .toSorted((a, b) => a.length - b.length)
    if (all[0]?.length === 0) return []
    // The third and later lists must not be cut: that would lose texts that contain the rarest characters.
    const used = all.filter(({ length }, at) => at < 2 || length <= maxNarrowing)
    const last = used.pop()
    if (!last) return []
    if (this.counts.length < textCount) this.counts = new Uint8Array(Math.ceil(textCount * 1.1))
    const { counts } = this
    for (const [at, { postings }] of used.entries())
      forEachPosting(postings, (text) => {
        if (counts[text] === at) counts[text] = at + 1
      })
    const found: number[] = []
    forEachPosting(last.postings, (text) => {
      if (counts[text] === used.length) found.push(text)
    })
    for (const { postings } of used)
      forEachPosting(postings, (text) => {
        counts[text] = 0
      })
    return found
  }
}

function postingsOfUnit(
  unit: UnitPattern,
  mayBeFirst: boolean,
  mustBeFirst: boolean,
  lists: PostingLists,
): ArrayLike<number>[] {
  const codes = unit.codes()
  const found = mayBeFirst ? codes.map((code) => lists.postings(grams.first(code))) : []
  if (!mustBeFirst) found.push(...codes.map((code) => lists.postings(grams.rest(code))))
  return found.filter(({ length }) => length > 0)
}

/** Visits the first entries of some lists, the same share of each. */
function forEachPosting(lists: readonly ArrayLike<number>[], visit: (text: number) => void): void {
  const total = lists.reduce((sum, { length }) => sum + length, 0)
  const share = Math.min(1, maxIntersected / total)
  for (const list of lists) {
    const end = Math.ceil(list.length * share)
    for (let at = 0; at < end; at++) visit(list[at] ?? 0)
  }
}
