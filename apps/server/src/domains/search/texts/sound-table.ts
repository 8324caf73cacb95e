/**
 * Numbers the sounds of texts (pinyin syllables, letters, digits) and assigns classes to them. A class contains the sounds
 * that people confuse: z/zh, c/ch, s/sh, n/l, an/ang, en/eng, in/ing. A digit has the class of its Chinese numeral.
 */

export const classCount = 384
/** From here on: classes of characters without a sound. */
const firstSoundlessClass = 320
/** 26 letters, 10 digits, one for everything else, and spare numbers. */
export const initialCount = 40
const noInitial = 39

const initialOf = (sound: string): number => {
  const code = sound.charCodeAt(0)
  if (code >= 97 && code <= 122) return code - 97
  return code >= 48 && code <= 57 ? code - 48 + 26 : noInitial
}

const digitSounds = ['ling', 'yi', 'er', 'san', 'si', 'wu', 'liu', 'qi', 'ba', 'jiu']

/** The pinyin of a sound; of a digit, that of its Chinese numeral. */
export const spelled = (sound: string): string => (/^\d$/.test(sound) ? (digitSounds[Number(sound)] ?? sound) : sound)

const maxCachedForms = 5000
const forms = new Map<string, string>()

/** The common form of sounds that are confused with each other. Single letters remain unchanged. */
export function confusedForm(sound: string): string {
  if (sound.length < 2) return sound
  const known = forms.get(sound)
  if (known !== undefined) return known
  const form = sound
    .replace(/^([zcs])h/, '$1')
    .replace(/^n(?=[aeiouv])/, 'l')
    .replace(/(?<=[aei])ng$/, 'n')
  if (forms.size < maxCachedForms) forms.set(sound, form)
  return form
}

export class SoundTable {
  /** Indexed by number; 0 means no sound. */
  readonly names: string[] = ['']
  private numbers = new Map<string, number>([['', 0]])
  private classes: number[] = [0]
  /** The sounds of each form. */
  private soundsOfForm = new Map<string, number[]>()
  private classNumbers = new Map<string, number>()
  /** Indexed by number: the initial letter or digit of a sound. */
  private initials: number[] = [noInitial]

  get size(): number {
    return this.names.length
  }

  /** The number of a sound. A new sound is added. */
  numberOf(sound: string): number {
    const known = this.numbers.get(sound)
    if (known !== undefined) return known
    const number = this.names.length
    this.names.push(sound)
    this.numbers.set(sound, number)
    this.initials.push(initialOf(sound))
    const form = confusedForm(spelled(sound))
    this.classes.push(this.classOfForm(form))
    this.soundsOfForm.set(form, [...(this.soundsOfForm.get(form) ?? []), number])
    return number
  }

  /** The number of a sound; 0 if it is unknown. */
  find(sound: string): number {
    return this.numbers.get(sound) ?? 0
  }

  /** The class of a unit: of its sound, or of its character if it has no sound. */
  classOf(sound: number, code: number): number {
    return sound === 0 ? firstSoundlessClass + (code & 63) : (this.classes[sound] ?? firstSoundlessClass)
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

  /** The numbers of the sounds with this confused form. */
  ofForm(form: string): readonly number[] {
    return this.soundsOfForm.get(form) ?? []
  }

  private classOfForm(form: string): number {
    const known = this.classNumbers.get(form)
    if (known !== undefined) return known
    // When all classes are used, further forms share the last one: more candidates are compared, none is lost.
    const number = Math.min(this.classNumbers.size, firstSoundlessClass - 1)
    this.classNumbers.set(form, number)
    return number
  }
}
