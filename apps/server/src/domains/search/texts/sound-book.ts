/**
 * The sounds that texts are made of, numbered as they are met, and what each is confused with. A class holds the sounds
 * that people mix up: z and zh, c and ch, s and sh, n and l, an and ang, en and eng, in and ing; a digit sounds as its
 * Chinese numeral.
 */

export const classCount = 384
/** Classes from here on hold what has no sound, by its character. */
const soundless = 320
/** Letters, digits, and everything else. */
export const initialCount = 40
const noInitial = 39

const initialOf = (sound: string): number => {
  const code = sound.charCodeAt(0)
  if (code >= 97 && code <= 122) return code - 97
  return code >= 48 && code <= 57 ? code - 48 + 26 : noInitial
}

const digitSounds = ['ling', 'yi', 'er', 'san', 'si', 'wu', 'liu', 'qi', 'ba', 'jiu']

/** How a sound is spelled: a digit as it is read. */
export const spelled = (sound: string): string => (/^\d$/.test(sound) ? (digitSounds[Number(sound)] ?? sound) : sound)

const rememberedForms = 5000
const forms = new Map<string, string>()

/** The form that confused sounds share. Single letters are letters, not sounds. */
export function confusedForm(sound: string): string {
  if (sound.length < 2) return sound
  const known = forms.get(sound)
  if (known !== undefined) return known
  const form = sound
    .replace(/^([zcs])h/, '$1')
    .replace(/^n(?=[aeiouv])/, 'l')
    .replace(/(?<=[aei])ng$/, 'n')
  if (forms.size < rememberedForms) forms.set(sound, form)
  return form
}

export class SoundBook {
  /** By number; 0 is no sound. */
  readonly names: string[] = ['']
  private numbers = new Map<string, number>([['', 0]])
  private classes: number[] = [0]
  /** The sounds of each form. */
  private sharing = new Map<string, number[]>()
  private classNumbers = new Map<string, number>()
  /** The initial letter of a sound by its number. */
  private initials: number[] = [noInitial]

  get size(): number {
    return this.names.length
  }

  /** The number of a sound, given when it is met for the first time. */
  numberOf(sound: string): number {
    const known = this.numbers.get(sound)
    if (known !== undefined) return known
    const number = this.names.length
    this.names.push(sound)
    this.numbers.set(sound, number)
    this.initials.push(initialOf(sound))
    const form = confusedForm(spelled(sound))
    this.classes.push(this.classOfForm(form))
    this.sharing.set(form, [...(this.sharing.get(form) ?? []), number])
    return number
  }

  /** The number of a sound, 0 where it has not been met. */
  find(sound: string): number {
    return this.numbers.get(sound) ?? 0
  }

  /** The class of a unit: that of its sound, or one by its character where it has none. */
  classOf(sound: number, code: number): number {
    return sound === 0 ? soundless + (code & 63) : (this.classes[sound] ?? soundless)
  }

  initialOf(sound: number): number {
    return this.initials[sound] ?? noInitial
  }

  /** The numbers of the sounds that pass a test. */
  where(test: (name: string) => boolean): number[] {
    return this.names.flatMap((name, number) => (number > 0 && test(name) ? [number] : []))
  }

  inClasses(classes: readonly number[]): number[] {
    return this.names.flatMap((_, number) => (number > 0 && classes.includes(this.classOf(number, 0)) ? [number] : []))
  }

  /** The numbers of the sounds that are confused with each other in this form. */
  ofForm(form: string): readonly number[] {
    return this.sharing.get(form) ?? []
  }

  private classOfForm(form: string): number {
    const known = this.classNumbers.get(form)
    if (known !== undefined) return known
    // A full book shares its last class: more is compared, nothing is lost.
    const number = Math.min(this.classNumbers.size, soundless - 1)
    this.classNumbers.set(form, number)
    return number
  }
}
