import { everyReadingOf, unitsOf } from '@yunmu/zh'
import { SlotMap } from '../../../platform/caching/slot-map.ts'
import { LatinWords } from './latin-words.ts'
import { NameBook } from './name-book.ts'
import type { TitleTexts } from '../search-needs.ts'
import type { SoundBook } from './sound-book.ts'

/** What a text is to the titles that are found by it. */
export const textKinds = ['name', 'alias', 'person'] as const
export type TextKind = (typeof textKinds)[number]
export const kindNumber = { name: 0, alias: 1, person: 2 } as const satisfies Record<TextKind, number>

const longestText = 200
const noCodes: ReadonlySet<number> = new Set()

/** What of a text is looked at. */
export const readPartOf = (text: string): string => text.slice(0, longestText)
/** The other names of a title, and its people, each once. */
export const aliasesOf = ({ others }: TitleTexts): string[] => [...new Set(others)]
export const peopleOf = ({ directors, actors }: TitleTexts): string[] => [...new Set([...directors, ...actors])]

/** An array of numbers that grows at its end. */
class Numbers<Kind extends Uint8Array | Uint16Array | Uint32Array> {
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
  /** Gives back the room at its end. */
  trim(): void {
    const exact = this.make(this.length)
    exact.set(this.values.subarray(0, this.length))
    this.values = exact
  }
  at(place: number): number {
    return this.values[place] ?? 0
  }
}
const bytes = () => new Numbers((size) => new Uint8Array(size))
const shorts = () => new Numbers((size) => new Uint16Array(size))
const words = () => new Numbers((size) => new Uint32Array(size))

/** A character as a 16-bit number. The rare ones beyond share numbers of the private use area. */
export function codeOf(char: string): number {
  const point = char.codePointAt(0) ?? 0
  return point > 0xffff ? 0xe000 + (point % 0x1900) : point
}

/**
 * All texts that titles are found by, unit by unit, in flat arrays: a person who plays in a hundred titles is one text.
 * It only grows: a title that changes gets a new slot, and the old one is dead.
 */
export class TextPool {
  /** By text. */
  readonly starts = words()
  readonly kinds = bytes()
  /** The slot of the title; the number of the person for a person. */
  readonly owners = words()
  /** By unit. */
  readonly codes = shorts()
  readonly sounds = shorts()
  /** By slot. */
  readonly ids = words()
  readonly hits = words()
  readonly alive = bytes()
  /** The text of the name; those of the other names follow it. */
  readonly nameTexts = words()
  readonly peopleStarts = words()
  /** The people of all slots, one after the other, by number. */
  readonly people = words()
  /** The text of a person, by number. */
  readonly personTexts = words()
  dead = 0

  readonly book: SoundBook
  private slots = new SlotMap()
  private persons = new NameBook()
  /** The sounds under which a character has been seen: several where it has several readings. */
  private soundsOfCode = new Map<number, number[]>()
  private codesOfSound = new Map<number, number[]>()
  /** By sound: the characters that the dictionary reads so, in whatever way their texts are read. */
  private codesOfReading = new Map<number, Set<number>>()
  /** The Latin words of names and other names. */
  readonly latinWords = new LatinWords()

  constructor(book: SoundBook) {
    this.book = book
    this.starts.push(0)
    this.peopleStarts.push(0)
  }

  get textCount(): number {
    return this.kinds.length
  }

  get slotCount(): number {
    return this.ids.length
  }

  /** Puts a title in, in place of what was known of it. */
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
    this.dead++
  }

  /** Gives back the room that was kept for growth: after everything was put in. */
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

  /** The slot of a title that is there, or null. */
  slotOf(id: number): number | null {
    return this.slots.get(id) ?? null
  }

  /** The characters that may be read with this sound. */
  codesReadAs(sound: number): ReadonlySet<number> {
    return this.codesOfReading.get(sound) ?? noCodes
  }

  /** The texts of a title that is there: its name, its other names and its people, each in their order. */
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
    const { number, isNew } = this.persons.meet(name)
    if (isNew) {
      this.personTexts.push(this.textCount)
      this.addText(name, kindNumber.person, number)
    }
    return number
  }

  private addText(text: string, kind: number, owner: number): void {
    const units = unitsOf(readPartOf(text))
    if (kind !== kindNumber.person) this.latinWords.addAll(units)
    for (const { char, sound } of units) {
      const code = codeOf(char)
      const number = this.book.numberOf(sound)
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
      const sound = this.book.numberOf(reading)
      this.codesOfReading.set(sound, (this.codesOfReading.get(sound) ?? new Set()).add(code))
    }
  }
}
