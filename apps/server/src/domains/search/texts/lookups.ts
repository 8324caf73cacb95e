import { grams, isLetter, noWhole, wholeWith, type GramLists } from './grams.ts'
import type { Plan, Slot } from '../engine/query-plans.ts'

/** Combinations of classes or initials that are looked up for two or three neighbours. */
const mostGrams = 1200
/** So many texts are looked through without asking for the best of them first. */
const fewTexts = 2500
/** Texts that are looked at before it is asked whether they are enough: where all of them match, twice that are. */
const firstPiece = 600

/** Steps of one plan at most: whole texts, beginnings, all. */
export const mostSteps = 3

type Grams = readonly number[]

const product = (parts: readonly (readonly number[])[]): number => parts.reduce((all, { length }) => all * length, 1)
const once = (all: Grams): Grams => [...new Set(all)]
const isLetterSlot = ({ code }: Slot): boolean => code !== null && isLetter(code)

/**
 * Where a plan's texts stand: steps of grams whose lists together hold every text that the plan could match. Where those
 * are many, whole texts and beginnings are steps of their own, because they come first in the order of relevance.
 */
export function stepsOf(plan: Plan, lists: GramLists): Grams[] {
  const { slots, atBeginning } = plan
  const [one, two] = slots
  if (!one) return []
  if (!two) {
    if (atBeginning) return [wholesOf(plan), one.initials.map(grams.firstInitial)]
    return [wholesOf(plan), once(one.codes().map(grams.first)), once(one.codes().map(grams.rest))]
  }
  if (atBeginning) return [wholesOf(plan), beginningsOf(one, two)]
  const rarest = rarestOf(slots, lists)
  if (rarest.count === 0) return []
  if (rarest.count <= fewTexts) return [rarest.grams()]
  return [wholesOf(plan), beginningsOf(one, two), rarest.grams()]
}

/** Texts that are no longer than the plan, by their initials. */
function wholesOf({ slots, isOpen }: Plan): Grams {
  const initials = slots.map((slot) => slot.initials)
  if (isOpen || product(initials) > mostGrams) return []
  let hashes = [noWhole]
  for (const each of initials) hashes = hashes.flatMap((hash) => each.map((initial) => wholeWith(hash, initial)))
  return once(hashes.map(grams.whole))
}

function beginningsOf(one: Slot, two: Slot): Grams {
  return one.classes.length * two.classes.length > one.initials.length * two.initials.length * 4
    ? one.initials.flatMap((a) => two.initials.map((b) => grams.firstInitials(a, b)))
    : one.classes.flatMap((a) => two.classes.map((b) => grams.firstPair(a, b)))
}

interface Choice {
  count: number
  grams: () => Grams
}

/** The neighbours in a plan that the fewest texts have. */
function rarestOf(slots: readonly Slot[], lists: GramLists): Choice {
  let rarest: Choice | null = null
  for (let at = 0; at + 1 < slots.length; at++) {
    for (const choice of [pairAt(slots, at, lists), initialsAt(slots, at, lists)]) {
      if (choice && (!rarest || choice.count < rarest.count)) rarest = choice
    }
    if (rarest?.count === 0) return rarest
  }
  return rarest ?? anywhere(slots, lists)
}

function pairAt(slots: readonly Slot[], at: number, lists: GramLists): Choice | null {
  const [one, two] = [slots[at], slots[at + 1]]
  if (!one || !two || one.classes.length * two.classes.length > mostGrams) return null
  // Only the first two slots can stand at the beginning of a text.
  const kinds = at === 0 ? [grams.firstPair, grams.restPair] : [grams.restPair]
  let count = 0
  for (const kind of kinds)
    for (const a of one.classes) for (const b of two.classes) count += lists.lengthOf(kind(a, b))
  return {
    count,
    grams: () => kinds.flatMap((kind) => one.classes.flatMap((a) => two.classes.map((b) => kind(a, b)))),
  }
}

function initialsAt(slots: readonly Slot[], at: number, lists: GramLists): Choice | null {
  const [one, two, three] = [slots[at], slots[at + 1], slots[at + 2]]
  if (!one || !two || !three) return null
  // Three letters in a row are not kept by their initials.
  if (isLetterSlot(one) && isLetterSlot(two) && isLetterSlot(three)) return null
  if (product([one.initials, two.initials, three.initials]) > mostGrams) return null
  let count = 0
  for (const a of one.initials)
    for (const b of two.initials) for (const c of three.initials) count += lists.lengthOf(grams.initials(a, b, c))
  return {
    count,
    grams: () =>
      one.initials.flatMap((a) => two.initials.flatMap((b) => three.initials.map((c) => grams.initials(a, b, c)))),
  }
}

/** By a single unit, where its neighbours could be almost anything. */
function anywhere(slots: readonly Slot[], lists: GramLists): Choice {
  const choices = slots.map(({ codes }): Choice => {
    const all = once(codes().flatMap((code) => [grams.first(code), grams.rest(code)]))
    return { count: all.reduce((sum, gram) => sum + lists.lengthOf(gram), 0), grams: () => all }
  })
  return choices.reduce((least, choice) => (choice.count < least.count ? choice : least))
}

/**
 * Shows the texts of some lists to `visit`, the beginnings of all lists before their ends, until it has taken `most` or
 * looked at `mostLooked`. Returns how many it looked at: where lists go on, some more than that.
 */
export function scan(
  lists: readonly ArrayLike<number>[],
  { most, mostLooked }: { most: number; mostLooked: number },
  visit: (text: number) => boolean,
): number {
  const total = lists.reduce((sum, { length }) => sum + length, 0)
  if (total === 0) return 0
  let looked = 0
  let taken = 0
  let from = 0
  for (let goal = firstPiece; ; goal *= 2) {
    const to = Math.min(1, Math.min(goal, mostLooked) / total)
    for (const list of lists) {
      const end = Math.ceil(list.length * to)
      for (let at = Math.ceil(list.length * from); at < end; at++) {
        looked++
        if (visit(list[at] ?? 0)) taken++
      }
    }
    if (to === 1 || goal >= mostLooked || taken >= most) return looked
    from = to
  }
}

/** Entries of lists that are compared with each other to find the texts of an abbreviation. */
const mostIntersected = 60_000

/**
 * The texts that hold the two rarest characters of an abbreviation, those of the most played titles first. Lists are
 * intersected before any text is looked at, because texts lie scattered in memory and lists do not.
 */
export class Abbreviations {
  /** By text: whether it is in the shorter list. */
  private marked = new Uint8Array(0)

  candidates({ slots, atBeginning }: Plan, lists: GramLists, textCount: number): number[] {
    const choices = slots
      .map((slot, at) =>
        isLetterSlot(slot) && at > 0 ? [] : listsOfSlot(slot, at === 0, at === 0 && atBeginning, lists),
      )
      .filter((each) => each.length > 0)
      .map((each) => ({ lists: each, length: each.reduce((sum, { length }) => sum + length, 0) }))
      .toSorted((a, b) => a.length - b.length)
    const [rarest, second] = choices
    if (!rarest) return []
    if (!second) return rarest.lists.flatMap((list) => Array.from(list)).slice(0, mostIntersected)
    if (this.marked.length < textCount) this.marked = new Uint8Array(Math.ceil(textCount * 1.1))
    const { marked } = this
    eachOf(rarest.lists, mostIntersected, (text) => {
      marked[text] = 1
    })
    const found: number[] = []
    eachOf(second.lists, mostIntersected, (text) => {
      if (marked[text] === 1) found.push(text)
    })
    eachOf(rarest.lists, mostIntersected, (text) => {
      marked[text] = 0
    })
    return found
  }
}

function listsOfSlot(slot: Slot, mayBeFirst: boolean, mustBeFirst: boolean, lists: GramLists): ArrayLike<number>[] {
  const codes = slot.codes()
  const found = mayBeFirst ? codes.map((code) => lists.list(grams.first(code))) : []
  if (!mustBeFirst) found.push(...codes.map((code) => lists.list(grams.rest(code))))
  return found.filter(({ length }) => length > 0)
}

/** Visits so many entries of some lists, of each the same share. */
function eachOf(lists: readonly ArrayLike<number>[], most: number, visit: (text: number) => void): void {
  const total = lists.reduce((sum, { length }) => sum + length, 0)
  const share = Math.min(1, most / Math.max(1, total))
  for (const list of lists) {
    const end = Math.ceil(list.length * share)
    for (let at = 0; at < end; at++) visit(list[at] ?? 0)
  }
}
