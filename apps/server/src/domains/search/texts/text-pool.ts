import { everyReadingOf, unitsOf } from '@yunmu/zh'
import { SlotMap } from '../../../platform/caching/slot-map.ts'
import { LatinWords } from './latin-words.ts'
import { NameTable } from './name-table.ts'
import type { TitleTexts } from '../search-needs.ts'
import type { SoundTable } from './sound-table.ts'

/** Kinds of texts by which a title is found. */
export const textKinds = ['name', 'alias', 'person'] as const
export type TextKind = (typeof textKinds)[number]
export const kindNumber = { name: 0, alias: 1, person: 2 } as const satisfies Record<TextKind, number>

const maxTextLength = 200
const noCodes: ReadonlySet<number> = new Set()

/** The part of a text that is indexed. */
export const indexedPartOf = (text: string): string => text.slice(0, maxTextLength)
/** The distinct aliases and the distinct people of a title. */
export const aliasesOf = ({ aliases }: TitleTexts): string[] => [...new Set(aliases)]
export const peopleOf = ({ directors, actors }: TitleTexts): string[] => [...new Set([...directors, ...actors])]

/** A typed array that grows. */
class GrowingArray<Kind extends Uint8Array | Uint16Array | Uint32Array> {
  values: Kind
  length = 0
  private make: (size: number) => Kind
  constructor(make: (size: number) => Kind) {
    this.make = make
    this.values = make(1024)
  }
  push(value: number): void {
    if (this.length === this.values.length) {
      const grown = this.make(Math.ceil(this.length * 1.5) + 1024)
      grown.set(this.values)
      this.values = grown
    }
    this.values[this.length++] = value
  }
  /** Frees spare capacity. */
  trim(): void {
    const exact = this.make(this.length)
    exact.set(this.values.subarray(0, this.length))
    this.values = exact
  }
  at(place: number): number {
    return this.values[place] ?? 0
  }
}
const uint8s = () => new GrowingArray((size) => new Uint8Array(size))
const uint16s = () => new GrowingArray((size) => new Uint16Array(size))
const uint32s = () => new GrowingArray((size) => new Uint32Array(size))

/** A character as a 16-bit number. Characters beyond U+FFFF share numbers of the private use area. */
export function codeOf(char: string): number {
  const point = char.codePointAt(0) ?? 0
  return point > 0xffff ? 0xe000 + (point % 0x1900) : point
}

/**
 * All texts by which titles are found, as units in typed arrays. A person is one text, however many titles they have. The
 * pool only grows: a title that changes gets a new slot, and its old slot becomes dead.
 */
export class TextPool {
  /** Indexed by text: its first unit; the next text's start is its end. */
  readonly starts = uint32s()
  readonly kinds = uint8s()
  /** The slot of the title, or the number of the person. */
  readonly owners = uint32s()
  /** Indexed by unit. */
  readonly codes = uint16s()
  readonly sounds = uint16s()
  /** Indexed by slot, which is the place of a version of a title. */
  readonly ids = uint32s()
  readonly hits = uint32s()
  readonly alive = uint8s()
  /** The text of the name; the aliases follow it. */
  readonly nameTexts = uint32s()
  readonly peopleStarts = uint32s()
  /** The numbers of the people of all slots, concatenated. */
  readonly people = uint32s()
  /** The text of each person, by number. */
  readonly personTexts = uint32s()
  deadCount = 0

  readonly soundTable: SoundTable
  private slots = new SlotMap()
  private persons = new NameTable()
  /** The sounds that a character has in texts; several if it has several readings. */
  private soundsOfCode = new Map<number, number[]>()
  private codesOfSound = new Map<number, number[]>()
  /** By sound: the characters that can have it according to the dictionary. */
  private codesOfReading = new Map<number, Set<number>>()
  /** The Latin words of names and aliases. */
  readonly latinWords = new LatinWords()

  constructor(soundTable: SoundTable) {
    this.soundTable = soundTable
    this.starts.push(0)
    this.peopleStarts.push(0)
  }

  get textCount(): number {
    return this.kinds.length
  }

  get slotCount(): number {
    return this.ids.length
  }

  /** Adds or replaces a title. */
  put(title: TitleTexts): void {
    this.remove(title.id)
    const slot = this.ids.length
    this.ids.push(title.id)
    this.hits.push(Math.min(title.hits, 0xffff_ffff))
    this.alive.push(1)
    this.slots.set(title.id, slot)
    this.nameTexts.push(this.textCount)
    this.addText(title.name, kindNumber.name, slot)
    for (const alias of aliasesOf(title)) this.addText(alias, kindNumber.alias, slot)
    for (const person of peopleOf(title)) this.people.push(this.personOf(person))
    this.peopleStarts.push(this.people.length)
  }

  remove(id: number): void {
    const slot = this.slots.get(id)
    if (slot === undefined) return
    this.slots.set(id, null)
    this.alive.values[slot] = 0
    this.deadCount++
  }

  /** Frees spare capacity, after all titles were added. */
  trim(): void {
    const all = [this.starts, this.kinds, this.owners, this.codes, this.sounds, this.ids, this.hits, this.alive]
    for (const numbers of [...all, this.nameTexts, this.peopleStarts, this.people, this.personTexts]) numbers.trim()
  }

  setHits(hits: ReadonlyMap<number, number>): void {
    for (const [id, count] of hits) {
      const slot = this.slots.get(id)
      if (slot !== undefined) this.hits.values[slot] = Math.min(count, 0xffff_ffff)
    }
  }

  codesOf(sound: number): readonly number[] {
    return this.codesOfSound.get(sound) ?? []
  }

  soundsOf(code: number): readonly number[] {
    return this.soundsOfCode.get(code) ?? []
  }

  /** The slot of a title; null if there is no such title. */
  slotOf(id: number): number | null {
    return this.slots.get(id) ?? null
  }

  /** The characters that can have this sound according to the dictionary. */
  codesReadAs(sound: number): ReadonlySet<number> {
    return this.codesOfReading.get(sound) ?? noCodes
  }

  /** The texts of a title by kind; empty if there is no such title. */
  textsOf(id: number): { kind: number; texts: number[] }[] {
    const slot = this.slots.get(id)
    if (slot === undefined) return []
    const name = this.nameTexts.at(slot)
    const aliases: number[] = []
    for (let text = name + 1; text < this.textCount && this.kinds.at(text) === kindNumber.alias; text++)
      aliases.push(text)
    const people = this.people.values.subarray(this.peopleStarts.at(slot), this.peopleStarts.at(slot + 1))
    return [
      { kind: kindNumber.name, texts: [name] },
      { kind: kindNumber.alias, texts: aliases },
      { kind: kindNumber.person, texts: Array.from(people, (person) => this.personTexts.at(person)) },
    ]
  }

  private personOf(name: string): number {
    const { number, isNew } = this.persons.intern(name)
    if (isNew) {
      this.personTexts.push(this.textCount)
      this.addText(name, kindNumber.person, number)
    }
    return number
  }

  private addText(text: string, kind: number, owner: number): void {
    const units = unitsOf(indexedPartOf(text))
    if (kind !== kindNumber.person) this.latinWords.addAll(units)
    for (const { char, sound } of units) {
      const code = codeOf(char)
      const number = this.soundTable.numberOf(sound)
      this.codes.push(code)
      this.sounds.push(number)
      const known = this.soundsOfCode.get(code) ?? []
      if (known.includes(number)) continue
      if (known.length === 0) this.addReadings(char, code)
      this.soundsOfCode.set(code, [...known, number])
      this.codesOfSound.set(number, [...this.codesOf(number), code])
    }
    this.kinds.push(kind)
    this.owners.push(owner)
    this.starts.push(this.codes.length)
  }

  private addReadings(char: string, code: number): void {
    const readings = everyReadingOf(char)
    if (readings.length < 2) return
    for (const reading of readings) {
      const sound = this.soundTable.numberOf(reading)
      this.codesOfReading.set(sound, (this.codesOfReading.get(sound) ?? new Set()).add(code))
    }
  }
}
