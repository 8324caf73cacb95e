import { numberForms, unitsOf, type Unit } from '@yunmu/zh'
import type { LatinWords } from '../texts/latin-words.ts'
import { confusedForm, spelled, type SoundBook } from '../texts/sound-book.ts'
import { confusedReadings, mistypedReadings, readingsOfLetters, type Step } from '../texts/spelling.ts'
import { codeOf } from '../texts/text-pool.ts'
import { digitCorrections, hasLongNumber, latinCorrections } from './query-corrections.ts'
import { queryForms } from './query-forms.ts'

/** What a query may mean: each meaning is a row of slots that a text must fill, one unit each. */

export interface Slot {
  /** The character itself, or null where the sound decides. */
  code: number | null
  /** By sound: whether it fills the slot. */
  fits: Uint8Array
  /** Characters that fill it although they are read otherwise where they stand; null where that does not count. */
  others: ReadonlySet<number> | null
  /** The classes and initials of all that fill it; none where nothing does. */
  classes: readonly number[]
  initials: readonly number[]
  /** The characters that fill it. */
  codes: () => readonly number[]
}

/**
 * How a text was matched, the surest first: as typed, each word of the query by some text of the title, by sound, as an
 * abbreviation, by a sound that people mix up, by supposing a typing error.
 */
export const meanings = ['text', 'words', 'sound', 'short', 'confused', 'mistyped'] as const
export type Meaning = (typeof meanings)[number]

export interface Plan {
  meaning: Meaning
  slots: readonly Slot[]
  /** One letter, an unfinished sound or two initials in the middle of a name are chance. */
  atBeginning: boolean
  /** The last sound may go on: a whole match is that of a beginning. */
  isOpen: boolean
  /**
   * The lengths of the runs of slots, in their order, between which other units may stand (复|联|4 for 复仇者联盟4); null
   * where all slots stand together.
   */
  runs: readonly number[] | null
}

export interface Plans {
  sure: Plan[]
  /** The query as an abbreviation of a name: by its characters, or by how they sound. */
  short: (meaning: 'short' | 'confused') => Plan[]
  unsure: () => Plan[]
  /** Whether letters or a long number were typed: they leave open what was meant, characters do not. */
  isAmbiguous: boolean
}

/** Where a plan's slots are looked up. */
export interface PlanGround {
  book: SoundBook
  /** The sounds under which a character is known. */
  soundsOf(code: number): readonly number[]
  /** The characters that are known under a sound. */
  codesOf(sound: number): readonly number[]
  /** The characters that may be read with a sound. */
  codesReadAs(sound: number): ReadonlySet<number>
  latinWords: LatinWords
}

const longestAbbreviation = 10
/** The number of a part: 2, 第2季, s02. */
const partPattern = /^(?:第|s0*)?([1-9]\d?)[季部篇集辑期回卷章弹]?$/
const mostPlans = 40
const mostMistyped = 400
/** Slots that are kept for the next queries. */
const mostSlots = 4000
const nothingFits = new Uint8Array(0)
const isLetter = ({ char }: Unit): boolean => /^[a-z]$/.test(char)

type Alternative = { slots: Slot[]; isOpen: boolean; initialsOnly: boolean }

/** Runs of letters, and everything else one by one. */
function runsOf(units: readonly Unit[]): Unit[][] {
  const runs: Unit[][] = []
  for (const unit of units) {
    const last = runs.at(-1)
    if (last?.[0] && isLetter(last[0]) && isLetter(unit)) last.push(unit)
    else runs.push([unit])
  }
  return runs
}

/** Letters together, digits together, characters one by one. */
function abbreviationRuns(units: readonly Unit[]): Unit[][] {
  const isDigit = ({ char }: Unit): boolean => /^\d$/.test(char)
  const runs: Unit[][] = []
  for (const unit of units) {
    const last = runs.at(-1)
    const [first] = last ?? []
    if (last && first && ((isLetter(first) && isLetter(unit)) || (isDigit(first) && isDigit(unit)))) last.push(unit)
    else runs.push([unit])
  }
  return runs
}

/** The forms to abbreviate: as it was typed, and with the number of a part alone (第 may stand between in any case). */
const shortForms = (forms: readonly (readonly Unit[])[]): (readonly Unit[])[] =>
  forms.filter((units, at) => at === 0 || !units.some(({ char }) => char === '第')).slice(0, 3)

/** Every combination of one alternative for each run, up to a limit. */
function combine(runs: readonly (readonly Alternative[])[], limit: number): Alternative[] {
  let rows: Alternative[] = [{ slots: [], isOpen: false, initialsOnly: true }]
  for (const alternatives of runs) {
    rows = rows.flatMap((row) =>
      alternatives.map((next) => ({
        slots: [...row.slots, ...next.slots],
        isOpen: next.isOpen,
        initialsOnly: row.initialsOnly && next.initialsOnly,
      })),
    )
    rows = rows.slice(0, limit)
  }
  return rows.filter(({ slots }) => slots.length > 0)
}

/** Makes the plans of queries. Slots are kept: queries are made of the same few hundred sounds. */
export class PlanMaker {
  private readonly ground: PlanGround
  private made = new Map<string, Slot>()
  /** How many sounds there were when the slots were made. */
  private soundCount = 0
  constructor(ground: PlanGround) {
    this.ground = ground
  }

  /**
   * The plans of a query in the order of their meanings. Those of errors are made only when they are asked for: they are
   * many, and a query that was typed rightly needs none.
   */
  plansOf(query: string): Plans {
    const all = queryForms(query)
    const forms = all.map(({ units }) => units)
    const runs = all.filter(({ mayBePinyin }) => mayBePinyin).map(({ units }) => runsOf(units))
    const [first] = forms
    const isOneLetter = first?.length === 1 && first.every(isLetter)
    const plan =
      (meaning: Meaning) =>
      ({ slots, isOpen, initialsOnly }: Alternative): Plan => ({
        meaning,
        slots,
        isOpen,
        runs: null,
        atBeginning: isOneLetter || (slots.length < 3 && initialsOnly) || (slots.length === 1 && isOpen),
      })
    const lettered = runs.filter((each) => each.some((run) => run[0] && isLetter(run[0])))
    return {
      sure: [
        ...forms.flatMap((units) => this.text(units)).map(plan('text')),
        ...lettered.flatMap((each) => this.sound(each)).map(plan('sound')),
      ],
      short: (meaning) => shortForms(forms).flatMap((units) => this.short(units, meaning)),
      unsure: () => [
        ...runs.flatMap((each) => this.confused(each)).map(plan('confused')),
        ...forms.flatMap((units) => this.corrected(units)).map(plan('mistyped')),
        ...runs.flatMap((each) => this.mistyped(each)).map(plan('mistyped')),
      ],
      isAmbiguous: lettered.length > 0 || forms.some(hasLongNumber),
    }
  }

  /** The plans of one of several words: as it is written or sounds; the number of a part by itself, however it is written. */
  plansOfWord(word: string): Plan[] {
    const parts = [word, ...numberForms(word)].map(
      (form) =>
        partPattern.exec(
          unitsOf(form)
            .map(({ char }) => char)
            .join(''),
        )?.[1],
    )
    const numbers = parts.filter((part) => part !== undefined)
    if (numbers.length === 0) return this.plansOf(word).sure.map((plan) => ({ ...plan, meaning: 'words' }))
    return numbers.flatMap((number) =>
      this.text(unitsOf(number)).map(({ slots }): Plan => ({
        meaning: 'words',
        slots,
        isOpen: false,
        atBeginning: false,
        runs: [slots.length],
      })),
    )
  }

  /** An abbreviation: characters of a name in their order, with its number. */
  private short(units: readonly Unit[], meaning: 'short' | 'confused'): Plan[] {
    const runs = abbreviationRuns(units)
    const isHan = ({ char, sound }: Unit): boolean => sound !== '' && !/^[a-z\d]$/.test(char)
    const hanCount = units.filter(isHan).length
    if (hanCount === 0 || runs.length < 2 || runs.length > longestAbbreviation) return []
    const slots = units.map((unit) => (meaning === 'short' ? this.codeSlot(unit) : this.heardSlot(unit)))
    // Two characters stand in the order of too many names.
    return [{ meaning, slots, isOpen: false, atBeginning: runs.length < 3, runs: runs.map(({ length }) => length) }]
  }

  private corrected(units: readonly Unit[]): Alternative[] {
    const corrections = [...digitCorrections(units), ...latinCorrections(units, this.ground.latinWords)]
    return corrections.flatMap((each) => this.text(each))
  }

  private codeSlot({ char }: Unit): Slot {
    const code = codeOf(char)
    const { book } = this.ground
    const sounds = this.ground.soundsOf(code)
    return {
      code,
      fits: nothingFits,
      others: null,
      classes: [...new Set(sounds.map((sound) => book.classOf(sound, code)))],
      initials: [...new Set(sounds.map((sound) => book.initialOf(sound)))],
      codes: () => [code],
    }
  }

  private soundSlot(key: string, find: () => readonly number[], others: ReadonlySet<number> | null = null): Slot {
    const { book } = this.ground
    if (this.soundCount !== book.size || this.made.size >= mostSlots) this.made.clear()
    this.soundCount = book.size
    const known = this.made.get(key)
    if (known) return known
    const sounds = find()
    const fits = new Uint8Array(book.size)
    for (const sound of sounds) fits[sound] = 1
    const indexed = [...sounds, ...[...(others ?? [])].flatMap((code) => this.ground.soundsOf(code))]
    const classes = [...new Set(indexed.map((sound) => book.classOf(sound, 0)))]
    const initials = [...new Set(indexed.map((sound) => book.initialOf(sound)))]
    const codes = (): number[] => [...sounds.flatMap((sound) => this.ground.codesOf(sound)), ...(others ?? [])]
    const slot = { code: null, fits, others, classes, initials, codes }
    this.made.set(key, slot)
    return slot
  }

  private stepSlot({ text, whole }: Step): Slot {
    const { book } = this.ground
    return whole
      ? this.soundSlot(`=${text}`, () => book.where((name) => spelled(name) === text))
      : this.soundSlot(`^${text}`, () => book.where((name) => spelled(name).startsWith(text)))
  }

  private confusedSlot(sound: string): Slot {
    const form = confusedForm(spelled(sound))
    return this.soundSlot(`~${form}`, () => this.ground.book.ofForm(form))
  }

  /** A syllable that may be confused, or another reading of a character: `zhong` for 重 in 重庆. */
  private readSlot(sound: string): Slot {
    const form = confusedForm(spelled(sound))
    const { book } = this.ground
    const others = new Set(book.ofForm(form).flatMap((each) => [...this.ground.codesReadAs(each)]))
    return this.soundSlot(`*${form}`, () => book.ofForm(form), others)
  }

  private text(units: readonly Unit[]): Alternative[] {
    return [{ slots: units.map((unit) => this.codeSlot(unit)), isOpen: false, initialsOnly: false }]
  }

  private sound(runs: readonly Unit[][]): Alternative[] {
    const alternatives = runs.map((run): Alternative[] => {
      const [unit] = run
      if (!unit || !isLetter(unit)) return this.text(run)
      const letters = run.map(({ char }) => char).join('')
      return readingsOfLetters(letters, this.ground.book).map((steps) => ({
        slots: steps.map((step) => this.stepSlot(step)),
        isOpen: steps.at(-1)?.whole === false,
        initialsOnly: steps.every(({ whole }) => !whole),
      }))
    })
    return combine(alternatives, mostPlans)
  }

  private confused(runs: readonly Unit[][]): Alternative[] {
    const alternatives = runs.map((run): Alternative[] => {
      const [unit] = run
      const alternative = (slots: Slot[]): Alternative => ({ slots, isOpen: false, initialsOnly: false })
      if (!unit || !isLetter(unit)) return [alternative(run.map((each) => this.heardSlot(each)))]
      const letters = run.map(({ char }) => char).join('')
      return confusedReadings(letters, this.ground.book).map((steps) =>
        alternative(steps.map(({ text }) => this.readSlot(text))),
      )
    })
    return combine(alternatives, mostPlans)
  }

  /** A character by how it may sound, here or in any title; one without a sound is itself. */
  private heardSlot(unit: Unit): Slot {
    if (unit.sound === '') return this.codeSlot(unit)
    const { book } = this.ground
    const sounds = [book.numberOf(unit.sound), ...this.ground.soundsOf(codeOf(unit.char))]
    const heard = [...new Set(sounds.map((sound) => book.classOf(sound, 0)))]
    return this.soundSlot(`?${heard.join()}`, () => book.inClasses(heard))
  }

  private mistyped(runs: readonly Unit[][]): Alternative[] {
    const [run] = runs
    if (runs.length !== 1 || !run?.every(isLetter)) return []
    const letters = run.map(({ char }) => char).join('')
    const rows = mistypedReadings(letters, this.ground.book).map((sounds) => sounds.map((sound) => confusedForm(sound)))
    const unique = new Map(rows.map((forms) => [forms.join(' '), forms])).values()
    return Array.from(unique, (forms) => ({
      slots: forms.map((form) => this.confusedSlot(form)),
      isOpen: false,
      initialsOnly: false,
    })).slice(0, mostMistyped)
  }
}
