import { compareAreas, compareKinds, isSamePerson, kindOf, personForms } from './recognition-facts-rules.ts'
import type { PersonForms, WorkKind } from './recognition-facts-rules.ts'
import { parseName } from './recognition-name-rules.ts'
import type { ParsedName } from './recognition-name-rules.ts'

/** What is known of a title, in the catalog or from a source. */
export interface TitleFacts {
  /** The name, then other names. */
  readonly names: readonly string[]
  readonly year: number | null
  /** The name of its category, ours or the source's. */
  readonly category: string
  readonly areas: readonly string[]
  readonly directors: readonly string[]
  readonly actors: readonly string[]
}

interface NameForm extends ParsedName {
  readonly rank: 'name' | 'alias' | 'uncertain'
}

/** Facts in the forms in which they are compared. */
export interface ComparableTitle {
  readonly names: ReadonlyMap<string, NameForm>
  readonly year: number | null
  readonly kind: WorkKind | null
  readonly areas: readonly string[]
  readonly directors: readonly PersonForms[]
  readonly actors: readonly PersonForms[]
}

/** `same` is joined, `doubtful` waits for the operator, `new` becomes a title of its own. */
export type Recognition = 'same' | 'doubtful' | 'new'

/** How far the parts of two titles agree, in hundredths; their sum is the score. */
export interface Evidence {
  readonly name: number
  readonly year: number
  readonly kind: number
  readonly people: number
  readonly area: number
}

const SAME_FROM = 85
const DOUBTFUL_FROM = 60

const NOTHING: Evidence = { name: 0, year: 0, kind: 0, people: 0, area: 0 }
const NAME_SCORES = { name: 50, alias: 47, uncertain: 40 } as const
const MAX_NAMES = 30
const MAX_PEOPLE = 30
const RANKS = ['name', 'alias', 'uncertain'] as const

/** A season that any name of the work has holds for all its names: 银魂' is also 银魂 第二季. */
function addName(names: Map<string, NameForm>, form: NameForm): void {
  const known = names.get(form.key)
  if (known === undefined) names.set(form.key, form)
  else {
    const rank = RANKS.indexOf(known.rank) <= RANKS.indexOf(form.rank) ? known.rank : form.rank
    names.set(form.key, {
      ...known,
      rank,
      season: known.season ?? form.season,
      year: known.year ?? form.year,
      isFilm: known.isFilm || form.isFilm,
    })
  }
}

/** Parses facts once, so that a title can be compared with many. */
export function comparable(facts: TitleFacts): ComparableTitle {
  const names = new Map<string, NameForm>()
  const kind = kindOf(facts.category)
  // 西游记1986 of 1986 says nothing new; of variety shows the year is what tells them apart.
  const yearOf = ({ year }: ParsedName) => (year === facts.year && kind !== 'variety' ? null : year)
  for (const [at, name] of facts.names.slice(0, MAX_NAMES).entries()) {
    const { main, uncertain } = parseName(name)
    addName(names, { ...main, year: yearOf(main), rank: at === 0 ? 'name' : 'alias' })
    for (const reading of uncertain) addName(names, { ...reading, year: yearOf(reading), rank: 'uncertain' })
  }
  return {
    names,
    year: facts.year,
    kind,
    areas: facts.areas,
    directors: facts.directors.slice(0, MAX_PEOPLE).map(personForms),
    actors: facts.actors.slice(0, MAX_PEOPLE).map(personForms),
  }
}

/** The keys by which a title is found as a candidate. */
export function candidateKeys(title: ComparableTitle): string[] {
  return [...title.names.keys()]
}

/** A year in one name only must be the other's year; of films the years of sources differ by one. */
function isYearInNameKept(one: ComparableTitle, other: ComparableTitle, names: readonly [NameForm, NameForm]): boolean {
  const [first, second] = names
  if (first.year === second.year) return true
  if (first.year !== null && second.year !== null) return false
  const year = first.year ?? second.year ?? 0
  const released = first.year === null ? one.year : other.year
  if (released === null) return true
  return Math.abs(released - year) <= (one.kind === 'variety' || other.kind === 'variety' ? 0 : 1)
}

/** The film of a series is another work than the series; a film need not say that it is the film. */
function isFilmKept(
  one: ComparableTitle,
  other: ComparableTitle,
  [first, second]: readonly [NameForm, NameForm],
): boolean {
  if (first.isFilm === second.isFilm) return true
  const unmarked = first.isFilm ? other.kind : one.kind
  return unmarked === 'film' || unmarked === 'animation'
}

interface NameMatch {
  readonly score: number
  /** A season is stated by one side only, of variety shows, which sources list by season or as a whole. */
  readonly isSeasonUnsure: boolean
}

function matchNames(one: ComparableTitle, other: ComparableTitle): NameMatch | null {
  let best: NameMatch | null = null
  const isVariety = one.kind === 'variety' && other.kind === 'variety'
  for (const [key, first] of one.names) {
    const second = other.names.get(key)
    if (second === undefined) continue
    const isSeasonUnsure =
      isVariety && one.year !== null && one.year === other.year && (first.season === null) !== (second.season === null)
    if ((first.season ?? 1) !== (second.season ?? 1) && !isSeasonUnsure) continue
    if (!isYearInNameKept(one, other, [first, second]) || !isFilmKept(one, other, [first, second])) continue
    const score = Math.min(NAME_SCORES[first.rank], NAME_SCORES[second.rank])
    if (best === null || score > best.score) best = { score, isSeasonUnsure }
  }
  return best
}

interface SharedPeople {
  readonly shared: number
  /** Both sides name people, in a script in which they can be compared. */
  readonly isComparable: boolean
  readonly least: number
}

function sharedPeople(one: readonly PersonForms[], other: readonly PersonForms[]): SharedPeople {
  const shared = one.filter((person) => other.some((otherPerson) => isSamePerson(person, otherPerson))).length
  const isComparable =
    one.length > 0 && other.length > 0 && one.some(({ isHan }) => other.some((person) => person.isHan === isHan))
  return { shared, isComparable, least: Math.min(one.length, other.length) }
}

function peopleScore(one: ComparableTitle, other: ComparableTitle): number {
  const directors = sharedPeople(one.directors, other.directors)
  const actors = sharedPeople(one.actors, other.actors)
  if (directors.shared + actors.shared === 0) {
    if (directors.isComparable && actors.isComparable) return -40
    return directors.isComparable || actors.isComparable ? -25 : 0
  }
  const isMixed = (directors.isComparable && directors.shared === 0) || (actors.isComparable && actors.shared === 0)
  const mostActors = actors.shared >= 2 || (actors.shared > 0 && actors.shared === actors.least)
  if (directors.shared > 0 && mostActors) return 40
  const score = (directors.shared > 0 && actors.shared > 0) || actors.shared >= 2 ? 25 : 15
  return isMixed ? score - 10 : score
}

const KIND_SCORES = { same: 15, close: 10, unknown: 0, other: -30 } as const
const AREA_SCORES = { same: 5, close: 5, unknown: 0, other: -10 } as const

function yearScore(one: number | null, other: number | null): number {
  if (one === null || other === null) return 0
  const gap = Math.abs(one - other)
  if (gap === 0) return 25
  return gap === 1 ? 15 : -25
}

/** Compares two titles; no evidence at all if no name matches, or if they are different seasons or films of one name. */
export function compareTitles(one: ComparableTitle, other: ComparableTitle): Evidence {
  const match = matchNames(one, other)
  if (match === null) return NOTHING
  const kinds = compareKinds(one.kind, other.kind)
  const year = yearScore(one.year, other.year)
  const people = peopleScore(one, other)
  // A remake, or the film that was made from a series years later.
  if (year < 0 && (people <= 0 || kinds === 'other' || kinds === 'close')) return NOTHING
  // An uncertain reading of a name proves nothing without a person.
  if (match.score === NAME_SCORES.uncertain && people <= 0) return NOTHING
  const evidence = { name: match.score, year, kind: KIND_SCORES[kinds], people, area: 0 }
  evidence.area = AREA_SCORES[compareAreas(one.areas, other.areas)]
  const isUnsure = match.isSeasonUnsure || kinds === 'other'
  const excess = scoreOf(evidence) - (SAME_FROM - 1)
  return isUnsure && excess > 0 ? { ...evidence, kind: evidence.kind - excess } : evidence
}

/** The sum of the evidence, 0 to 100. */
export function scoreOf(evidence: Evidence): number {
  const sum = evidence.name + evidence.year + evidence.kind + evidence.people + evidence.area
  return Math.max(0, Math.min(100, sum))
}

export function recognitionOf(score: number): Recognition {
  if (score >= SAME_FROM) return 'same'
  return score >= DOUBTFUL_FROM ? 'doubtful' : 'new'
}

/** A candidate that was found by a key. */
export interface Candidate {
  readonly id: number
  readonly title: ComparableTitle
}

export interface Recognised {
  readonly recognition: Recognition
  /** The best candidates of `same` and `doubtful`, the best first. */
  readonly candidates: readonly { readonly id: number; readonly score: number; readonly evidence: Evidence }[]
}

/** Two candidates that are both the same are a doubt, unless one is clearly better. */
const CLEARLY_BETTER = 10

/** Recognises a title among the candidates that share a key with it. */
export function recognise(title: ComparableTitle, candidates: readonly Candidate[]): Recognised {
  const scored = candidates
    .map((candidate) => {
      const evidence = compareTitles(title, candidate.title)
      return { id: candidate.id, evidence, score: scoreOf(evidence) }
    })
    .filter(({ score }) => score >= DOUBTFUL_FROM)
    .toSorted((a, b) => b.score - a.score || a.id - b.id)
  const [best, second] = scored
  if (best === undefined) return { recognition: 'new', candidates: [] }
  const isTied = second !== undefined && second.score >= SAME_FROM && best.score - second.score < CLEARLY_BETTER
  const recognition = isTied ? 'doubtful' : recognitionOf(best.score)
  return { recognition, candidates: scored.slice(0, 5) }
}
