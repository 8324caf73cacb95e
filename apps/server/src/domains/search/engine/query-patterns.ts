import { numberForms, unitsOf, type Unit } from '@yunmu/zh'
import type { LatinWords } from '../texts/latin-words.ts'
import { classCount, confusedForm, initialCount, spelled, type SoundTable } from '../texts/sound-table.ts'
import {
  confusedReadings,
  mistypedInitials,
  mistypedReadings,
  readingsOfLetters,
  type Syllable,
} from '../texts/spelling.ts'
import { codeOf } from '../texts/text-pool.ts'
import { digitCorrections, hasLongNumber, latinCorrections } from './query-corrections.ts'
import { nearForms } from './near-forms.ts'
import { isLetter, queryForms, tokensOf, wordsOf } from './query-forms.ts'

/** Patterns that a query may stand for: sequences of unit patterns, each of which accepts one unit of a text. */

export interface UnitPattern {
  /** The only accepted character; null if sounds are accepted. */
  code: number | null
  /** By sound number: 1 if accepted. */
  acceptedSounds: Uint8Array
  /** Characters accepted whatever their sound in the text; null for none. */
  otherCodes: ReadonlySet<number> | null
  /** Sound classes and initials of all accepted units, for index lookups; empty if nothing is accepted. */
  classes: readonly number[]
  initials: readonly number[]
  /** The accepted characters that occur in texts. */
  codes: () => readonly number[]
}

/**
 * How a pattern matches, the most certain first: by the typed characters; each word of the query in some text of the title;
 * by sound; as an abbreviation; by a commonly confused sound; by correcting a typing error.
 */
export const matchTypes = ['text', 'words', 'sound', 'abbreviation', 'confused', 'mistyped'] as const
export type MatchType = (typeof matchTypes)[number]

export interface Pattern {
  matchType: MatchType
  units: readonly UnitPattern[]
  /**
   * `start`: matches only at the beginning of a text, because one letter, an unfinished syllable or two initials elsewhere
   * are chance. `both`: matches only whole texts.
   */
  anchor: 'start' | 'both' | null
  /** The last syllable is incomplete and not just an initial: a match of a whole text ranks as a match of its beginning. */
  isUnfinished: boolean
  /**
   * For abbreviations: lengths of the consecutive runs, between which the text may have other units (复|联|4 matches
   * 复仇者联盟4). Null if all units are consecutive.
   */
  runLengths: readonly number[] | null
}

export interface QueryPatterns {
  literal: Pattern[]
  /** The query as an abbreviation of a name, by its characters or by their sounds. */
  abbreviations: (matchType: 'abbreviation' | 'confused') => Pattern[]
  fuzzy: () => Pattern[]
  /** With one wrong, missing or additional character, for a query that finds nothing otherwise. */
  near: () => Pattern[]
  /** Whether the query has letters or a long number: these may contain an error even if some titles match. */
  isAmbiguous: boolean
}

/** The characters and sounds that occur in texts. */
export interface Lexicon {
  soundTable: SoundTable
  /** The sounds that a character has in texts. */
  soundsOf(code: number): readonly number[]
  /** The characters that have this sound in texts. */
  codesOf(sound: number): readonly number[]
  /** The characters that can have this sound according to the dictionary. */
  codesReadAs(sound: number): ReadonlySet<number>
  latinWords: LatinWords
}

const maxAbbreviationRuns = 10
/** Units of an abbreviation that is also matched by sound (`妇联4` for 复联4). Longer ones sound like too many names. */
const maxSoundAbbreviation = 4
/** The number of a part: 2, 第2季, s02. */
const partPattern = /^(?:第|s0*)?([1-9]\d?)[季部篇集辑期回卷章弹]?$/
const maxCombinations = 40
const maxMistyped = 400
/** Unit patterns cached for later queries. */
const maxCachedUnits = 4000
const noSounds = new Uint8Array(0)
const numbersBelow = (count: number): number[] => Array.from({ length: count }, (_, number) => number)

/** Whether syllables are the initials of a name of several characters. */
const areInitials = (syllables: readonly Syllable[]): boolean =>
  syllables.length > 1 && syllables.every(({ text, isWhole }) => !isWhole && /^(?:[zcs]h|.)$/.test(text))

type Alternative = { units: UnitPattern[]; isUnfinished: boolean; isInitialsOnly: boolean }

/** Splits units into runs of letters and single other units. */
function runsOf(units: readonly Unit[]): Unit[][] {
  const runs: Unit[][] = []
  for (const unit of units) {
    const last = runs.at(-1)
    if (last?.[0] && isLetter(last[0]) && isLetter(unit)) last.push(unit)
    else runs.push([unit])
  }
  return runs
}

/** Whether a query is one word, or one and a number. */
const isOneWord = (query: string): boolean => wordsOf(query).filter((word) => !/^\d+$/.test(word)).length < 2

/** The forms used as abbreviations: the typed one, and those with a bare number (第2季 matches 2 in any case). */
const abbreviatedForms = (forms: readonly (readonly Unit[])[]): (readonly Unit[])[] =>
  forms.filter((units, at) => at === 0 || !units.some(({ char }) => char === '第')).slice(0, 3)

/** Every combination of one alternative for each run, up to a limit. */
function combine(runs: readonly (readonly Alternative[])[], limit: number): Alternative[] {
  let rows: Alternative[] = [{ units: [], isUnfinished: false, isInitialsOnly: true }]
  for (const alternatives of runs) {
    rows = rows.flatMap((row) =>
      alternatives.map((next) => ({
        units: [...row.units, ...next.units],
        isUnfinished: next.isUnfinished,
        isInitialsOnly: row.isInitialsOnly && next.isInitialsOnly,
      })),
    )
    rows = rows.slice(0, limit)
  }
  return rows.filter(({ units }) => units.length > 0)
}

const lettersOf = (run: readonly Unit[]): string => run.map(({ char }) => char).join('')

/** Whether a sound begins with these letters. 儿 at the end of a word is pronounced r. */
const hasPrefix = (sound: string, letters: string): boolean =>
  sound.startsWith(letters) || (letters === 'r' && sound === 'er')

/** Builds the patterns of queries. Unit patterns are cached, because queries consist of the same few hundred sounds. */
export class PatternBuilder {
  private readonly lexicon: Lexicon
  private cache = new Map<string, UnitPattern>()
  /** Size of the sound table when the cache was filled. */
  private cachedSoundCount = 0
  constructor(lexicon: Lexicon) {
    this.lexicon = lexicon
  }

  /**
   * The patterns of a query, the most certain first. Fuzzy ones are built on demand: they are many, and a correctly typed
   * query needs none.
   */
  patternsOf(query: string): QueryPatterns {
    const all = queryForms(query)
    const forms = all.map(({ units }) => units)
    const runs = all.filter(({ mayBePinyin }) => mayBePinyin).map(({ units }) => runsOf(units))
    const [first] = forms
    const isOneLetter = first?.length === 1 && first.every(isLetter)
    const toPattern =
      (matchType: MatchType) =>
      ({ units, isUnfinished, isInitialsOnly }: Alternative): Pattern => ({
        matchType,
        units,
        isUnfinished,
        runLengths: null,
        anchor:
          isOneLetter || (units.length < 3 && isInitialsOnly) || (units.length === 1 && isUnfinished) ? 'start' : null,
      })
    const withLetters = runs.filter((each) => each.some((run) => run[0] && isLetter(run[0])))
    return {
      literal: [
        ...forms.flatMap((units) => this.literal(units)).map(toPattern('text')),
        ...withLetters.flatMap((each) => this.sound(each)).map(toPattern('sound')),
      ],
      abbreviations: (matchType) =>
        isOneWord(query) ? abbreviatedForms(forms).flatMap((units) => this.abbreviation(units, matchType)) : [],
      fuzzy: () => [
        ...runs.flatMap((each) => this.confused(each)).map(toPattern('confused')),
        ...forms.flatMap((units) => this.corrected(units)).map(toPattern('mistyped')),
        ...runs.flatMap((each) => this.mistyped(each)).map(toPattern('mistyped')),
        ...runs.flatMap((each) => this.mistypedInitials(each)),
      ],
      near: () => (first && isOneWord(query) ? this.near(first) : []),
      isAmbiguous: withLetters.length > 0 || forms.some(hasLongNumber),
    }
  }

  /** The patterns of one word of a query: its characters or sounds. The number of a season matches in any spelling. */
  patternsOfWord(word: string): Pattern[] {
    const parts = [word, ...numberForms(word)].map(
      (form) =>
        partPattern.exec(
          unitsOf(form)
            .map(({ char }) => char)
            .join(''),
        )?.[1],
    )
    const numbers = parts.filter((part) => part !== undefined)
    if (numbers.length === 0)
      return this.patternsOf(word).literal.map((pattern) => ({ ...pattern, matchType: 'words' }))
    return numbers.flatMap((number) =>
      this.literal(unitsOf(number)).map(({ units }): Pattern => ({
        matchType: 'words',
        units,
        isUnfinished: false,
        anchor: null,
        runLengths: [units.length],
      })),
    )
  }

  /** An abbreviation: characters of a name in their order, and its number. */
  private abbreviation(units: readonly Unit[], matchType: 'abbreviation' | 'confused'): Pattern[] {
    const runs = tokensOf(units)
    const isHan = ({ char, sound }: Unit): boolean => sound !== '' && !/^[a-z\d]$/.test(char)
    const hanCount = units.filter(isHan).length
    if (hanCount === 0 || runs.length < 2 || runs.length > maxAbbreviationRuns) return []
    if (matchType === 'confused' && units.length > maxSoundAbbreviation) return []
    const patterns = units.map((unit) =>
      matchType === 'abbreviation' ? this.literalUnit(unit) : this.soundalikeUnit(unit),
    )
    return [
      {
        matchType,
        units: patterns,
        isUnfinished: false,
        // Elsewhere two characters occur in this order in too many names.
        anchor: runs.length < 3 ? 'start' : null,
        runLengths: runs.map(({ length }) => length),
      },
    ]
  }

  private corrected(units: readonly Unit[]): Alternative[] {
    const corrections = [...digitCorrections(units), ...latinCorrections(units, this.lexicon.latinWords)]
    return corrections.flatMap((each) => this.literal(each))
  }

  private near(units: readonly Unit[]): Pattern[] {
    const { soundTable } = this.lexicon
    // Also accepts what has no sound.
    const open: UnitPattern = {
      code: null,
      acceptedSounds: new Uint8Array(soundTable.size).fill(1),
      otherCodes: null,
      classes: numbersBelow(classCount),
      initials: numbersBelow(initialCount),
      codes: () => soundTable.names.flatMap((_, sound) => this.lexicon.codesOf(sound)),
    }
    return nearForms(units).map(({ units: near, anchor }) => ({
      matchType: 'mistyped',
      units: near.map((unit) => (unit ? this.literalUnit(unit) : open)),
      isUnfinished: false,
      anchor,
      runLengths: null,
    }))
  }

  private literalUnit({ char }: Unit): UnitPattern {
    const code = codeOf(char)
    const { soundTable } = this.lexicon
    const sounds = this.lexicon.soundsOf(code)
    return {
      code,
      acceptedSounds: noSounds,
      otherCodes: null,
      classes: [...new Set(sounds.map((sound) => soundTable.classOf(sound, code)))],
      initials: [...new Set(sounds.map((sound) => soundTable.initialOf(sound)))],
      codes: () => [code],
    }
  }

  private cachedUnit(
    key: string,
    find: () => readonly number[],
    findOtherCodes: (() => ReadonlySet<number>) | null = null,
  ): UnitPattern {
    const { soundTable } = this.lexicon
    if (this.cachedSoundCount !== soundTable.size || this.cache.size >= maxCachedUnits) this.cache.clear()
    this.cachedSoundCount = soundTable.size
    const known = this.cache.get(key)
    if (known) return known
    const sounds = find()
    const otherCodes = findOtherCodes?.() ?? null
    const acceptedSounds = new Uint8Array(soundTable.size)
    for (const sound of sounds) acceptedSounds[sound] = 1
    const indexed = [...sounds, ...[...(otherCodes ?? [])].flatMap((code) => this.lexicon.soundsOf(code))]
    const classes = [...new Set(indexed.map((sound) => soundTable.classOf(sound, 0)))]
    const initials = [...new Set(indexed.map((sound) => soundTable.initialOf(sound)))]
    const codes = (): number[] => [...sounds.flatMap((sound) => this.lexicon.codesOf(sound)), ...(otherCodes ?? [])]
    const unit = { code: null, acceptedSounds, otherCodes, classes, initials, codes }
    this.cache.set(key, unit)
    return unit
  }

  private syllableUnit({ text, isWhole }: Syllable): UnitPattern {
    const { soundTable } = this.lexicon
    return isWhole
      ? this.cachedUnit(`=${text}`, () => soundTable.where((name) => spelled(name) === text))
      : this.cachedUnit(`^${text}`, () => soundTable.where((name) => hasPrefix(spelled(name), text)))
  }

  private anyUnit(): UnitPattern {
    return this.cachedUnit('.', () => this.lexicon.soundTable.where(() => true))
  }

  private confusedUnit(sound: string): UnitPattern {
    const form = confusedForm(spelled(sound))
    return this.cachedUnit(`~${form}`, () => this.lexicon.soundTable.ofForm(form))
  }

  /** A syllable, its confused forms, and characters with another reading: `zhong` accepts 重 in 重庆. */
  private anyReadingUnit(sound: string): UnitPattern {
    const form = confusedForm(spelled(sound))
    const { soundTable } = this.lexicon
    return this.cachedUnit(
      `*${form}`,
      () => soundTable.ofForm(form),
      () => new Set(soundTable.ofForm(form).flatMap((each) => [...this.lexicon.codesReadAs(each)])),
    )
  }

  private literal(units: readonly Unit[]): Alternative[] {
    return [{ units: units.map((unit) => this.literalUnit(unit)), isUnfinished: false, isInitialsOnly: false }]
  }

  private sound(runs: readonly Unit[][]): Alternative[] {
    const alternatives = runs.map((run): Alternative[] => {
      const [unit] = run
      if (!unit || !isLetter(unit)) return this.literal(run)
      const letters = lettersOf(run)
      return readingsOfLetters(letters, this.lexicon.soundTable).map((syllables) => ({
        units: syllables.map((syllable) => this.syllableUnit(syllable)),
        isUnfinished: syllables.at(-1)?.isWhole === false && !areInitials(syllables),
        isInitialsOnly: syllables.every(({ isWhole }) => !isWhole),
      }))
    })
    return combine(alternatives, maxCombinations)
  }

  private confused(runs: readonly Unit[][]): Alternative[] {
    const alternatives = runs.map((run): Alternative[] => {
      const [unit] = run
      const alternative = (units: UnitPattern[]): Alternative => ({ units, isUnfinished: false, isInitialsOnly: false })
      if (!unit || !isLetter(unit)) return [alternative(run.map((each) => this.soundalikeUnit(each)))]
      const letters = lettersOf(run)
      return confusedReadings(letters, this.lexicon.soundTable).map((syllables) =>
        alternative(syllables.map(({ text }) => this.anyReadingUnit(text))),
      )
    })
    return combine(alternatives, maxCombinations)
  }

  /** The sounds that a character has in the query or in any text; the character itself if it has none. */
  private soundalikeUnit(unit: Unit): UnitPattern {
    if (unit.sound === '') return this.literalUnit(unit)
    const { soundTable } = this.lexicon
    const sounds = [soundTable.numberOf(unit.sound), ...this.lexicon.soundsOf(codeOf(unit.char))]
    const classes = [...new Set(sounds.map((sound) => soundTable.classOf(sound, 0)))]
    return this.cachedUnit(`?${classes.join()}`, () => soundTable.inClasses(classes))
  }

  private mistyped(runs: readonly Unit[][]): Alternative[] {
    const [run] = runs
    if (runs.length !== 1 || !run?.every(isLetter)) return []
    const letters = lettersOf(run)
    const rows = mistypedReadings(letters, this.lexicon.soundTable).map((sounds) =>
      sounds.map((sound) => confusedForm(sound)),
    )
    const unique = new Map(rows.map((forms) => [forms.join(' '), forms])).values()
    return Array.from(unique, (forms) => ({
      units: forms.map((form) => this.confusedUnit(form)),
      isUnfinished: false,
      isInitialsOnly: false,
    })).slice(0, maxMistyped)
  }

  /** The initials of a whole name with one letter inserted, omitted, replaced or swapped. */
  private mistypedInitials(runs: readonly Unit[][]): Pattern[] {
    const [run] = runs
    if (runs.length !== 1 || !run?.every(isLetter)) return []
    return mistypedInitials(lettersOf(run)).map((initials) => ({
      matchType: 'mistyped',
      units: initials.map((text) => (text === null ? this.anyUnit() : this.syllableUnit({ text, isWhole: false }))),
      isUnfinished: false,
      anchor: 'both',
      runLengths: null,
    }))
  }
}
