import { folded } from './fold.ts'

/** What a regular expression says, as far as it is understood here. Characters are code points as strings. */
export type PatternNode =
  | { kind: 'one'; test: (char: string) => boolean }
  /** A place between two characters; none at the ends of the text. */
  | { kind: 'place'; test: (before: string | undefined, after: string | undefined) => boolean }
  | { kind: 'row'; parts: PatternNode[] }
  | { kind: 'ways'; ways: PatternNode[] }
  | { kind: 'repeat'; of: PatternNode; least: number; most: number }

const isDigit = (char: string): boolean => /^\d$/.test(char)
const isSpace = (char: string): boolean => /^\s$/.test(char)
const isWord = (char: string | undefined): boolean => char !== undefined && /^\w$/.test(char)
const not =
  (test: (char: string) => boolean) =>
  (char: string): boolean =>
    !test(char)

const kinds = new Map([
  ['d', isDigit],
  ['D', not(isDigit)],
  ['s', isSpace],
  ['S', not(isSpace)],
  ['w', isWord],
  ['W', not(isWord)],
])
const controls = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['f', '\f'],
  ['v', '\v'],
])

const mostTimes = 100

/** Capitals are alike: texts are folded. */
const literal = (char: string): PatternNode => ({
  kind: 'row',
  parts: [...(folded(char) || char)].map((one) => ({ kind: 'one', test: (other) => other === one })),
})

/**
 * Reads what JavaScript's regular expressions and those of Bilibili's lists have in common: characters, classes, groups,
 * alternatives, repetitions, ends and word boundaries. Throws a SyntaxError at what is wrong, and at what cannot be matched
 * without going back: references to groups, and looking ahead and behind.
 */
export function parsePattern(source: string): PatternNode {
  return new PatternReader(source).all()
}

type CharTest = (char: string) => boolean

class PatternReader {
  readonly #chars: readonly string[]
  #at = 0

  constructor(source: string) {
    this.#chars = [...source]
  }

  all(): PatternNode {
    const all = this.#ways()
    return this.#at === this.#chars.length ? all : this.#wrong()
  }

  #wrong(): never {
    throw new SyntaxError(`cannot be read at ${this.#at}`)
  }

  #eat(char: string): boolean {
    const isThere = this.#chars[this.#at] === char
    if (isThere) this.#at++
    return isThere
  }

  #next(): string {
    return this.#chars[this.#at++] ?? this.#wrong()
  }

  #ways(): PatternNode {
    const first = this.#row()
    const ways = [first]
    while (this.#eat('|')) ways.push(this.#row())
    return ways.length === 1 ? first : { kind: 'ways', ways }
  }

  #row(): PatternNode {
    const parts: PatternNode[] = []
    while (!['|', ')', undefined].includes(this.#chars[this.#at])) parts.push(this.#repeated(this.#atom()))
    return { kind: 'row', parts }
  }

  #repeated(of: PatternNode): PatternNode {
    const times = this.#times()
    if (times === undefined) return of
    this.#eat('?')
    return '*+?'.includes(this.#chars[this.#at] ?? ' ') ? this.#wrong() : { kind: 'repeat', of, ...times }
  }

  #times(): { least: number; most: number } | undefined {
    if (this.#eat('*')) return { least: 0, most: Infinity }
    if (this.#eat('+')) return { least: 1, most: Infinity }
    if (this.#eat('?')) return { least: 0, most: 1 }
    const [all, from = '', comma, to = ''] = /^\{(\d{1,9})(,?)(\d{0,9})\}/.exec(this.#ahead(22)) ?? []
    if (all === undefined) return undefined
    this.#at += all.length
    const least = Number(from)
    const open = comma === '' ? least : Infinity
    const most = to === '' ? open : Number(to)
    const isTooMuch = least > mostTimes || (most > mostTimes && most !== Infinity)
    return most < least || isTooMuch ? this.#wrong() : { least, most }
  }

  #ahead(count: number): string {
    return this.#chars.slice(this.#at, this.#at + count).join('')
  }

  #atom(): PatternNode {
    const char = this.#next()
    if (char === '(') return this.#group()
    if (char === '[') return { kind: 'one', test: this.#charClass() }
    if (char === '\\') return this.#escape()
    if (char === '.') return { kind: 'one', test: (other) => other !== '\n' }
    if (char === '^') return { kind: 'place', test: (before) => before === undefined }
    if (char === '$') return { kind: 'place', test: (_, after) => after === undefined }
    return '*+?'.includes(char) ? this.#wrong() : literal(char)
  }

  #group(): PatternNode {
    if (this.#eat('?') && !this.#eat(':')) this.#wrong()
    const inside = this.#ways()
    return this.#eat(')') ? inside : this.#wrong()
  }

  #escape(): PatternNode {
    const char = this.#next()
    if (char === 'b' || char === 'B')
      return { kind: 'place', test: (before, after) => (isWord(before) !== isWord(after)) === (char === 'b') }
    const test = kinds.get(char)
    return test ? { kind: 'one', test } : literal(this.#escaped(char))
  }

  /** What stands for one character: a control, its number, or a sign as it is. */
  #escaped(char: string): string {
    const control = controls.get(char)
    if (control !== undefined) return control
    const forms: Record<string, RegExp> = { x: /^([\da-f]{2})/i, u: /^(?:([\da-f]{4})|\{([\da-f]{1,6})\})/i }
    const [all, plain, braced] = forms[char]?.exec(this.#ahead(8)) ?? []
    const digits = plain ?? braced
    if (all === undefined || digits === undefined) return /^[a-z\d]$/i.test(char) ? this.#wrong() : char
    this.#at += all.length
    const code = Number.parseInt(digits, 16)
    return code > 0x10ffff ? this.#wrong() : String.fromCodePoint(code)
  }

  #charClass(): CharTest {
    const isNegated = this.#eat('^')
    const tests: CharTest[] = []
    while (!this.#eat(']')) tests.push(this.#classPart())
    const holds = (char: string): boolean => tests.some((test) => test(char) || test(char.toUpperCase()))
    return isNegated ? not(holds) : holds
  }

  #classPart(): CharTest {
    const from = this.#classChar()
    if (typeof from !== 'string') return from
    if (this.#chars[this.#at] !== '-' || this.#chars[this.#at + 1] === ']') return (char) => char === from
    this.#at++
    const to = this.#classChar()
    if (typeof to !== 'string' || codeOf(to) < codeOf(from)) return this.#wrong()
    return (char) => codeOf(char) >= codeOf(from) && codeOf(char) <= codeOf(to)
  }

  #classChar(): string | CharTest {
    const char = this.#next()
    if (char !== '\\') return char
    const escaped = this.#next()
    return kinds.get(escaped) ?? this.#escaped(escaped)
  }
}

function codeOf(char: string): number {
  return char.codePointAt(0) ?? 0
}
