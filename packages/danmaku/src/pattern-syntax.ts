import { normalize } from './normalize.ts'

/** Syntax tree of a regular expression. Characters are code points as strings. */
export type PatternNode =
  | { kind: 'char'; test: (char: string) => boolean }
  /** Assertion between two characters; undefined at the ends of the text. */
  | { kind: 'assertion'; test: (before: string | undefined, after: string | undefined) => boolean }
  | { kind: 'sequence'; parts: PatternNode[] }
  | { kind: 'alternatives'; alternatives: PatternNode[] }
  | { kind: 'repeat'; of: PatternNode; min: number; max: number }

const isDigit = (char: string): boolean => /^\d$/.test(char)
const isSpace = (char: string): boolean => /^\s$/.test(char)
const isWord = (char: string | undefined): boolean => char !== undefined && /^\w$/.test(char)
const negate =
  (test: (char: string) => boolean) =>
  (char: string): boolean =>
    !test(char)

const kinds = new Map([
  ['d', isDigit],
  ['D', negate(isDigit)],
  ['s', isSpace],
  ['S', negate(isSpace)],
  ['w', isWord],
  ['W', negate(isWord)],
])
const controls = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['f', '\f'],
  ['v', '\v'],
])

const maxRepetitions = 100

/** Case-insensitive: texts are normalized. */
const literal = (char: string): PatternNode => ({
  kind: 'sequence',
  parts: [...(normalize(char) || char)].map((one) => ({ kind: 'char', test: (other) => other === one })),
})

/**
 * Parses the common subset of JavaScript's regular expressions and those of Bilibili's block lists: characters,
 * classes, groups, alternatives, repetitions, anchors and word boundaries. Throws a SyntaxError for invalid patterns,
 * and for those that need backtracking: back references and lookaround.
 */
export function parsePattern(source: string): PatternNode {
  return new PatternParser(source).all()
}

type CharTest = (char: string) => boolean

class PatternParser {
  readonly #chars: readonly string[]
  #at = 0

  constructor(source: string) {
    this.#chars = [...source]
  }

  all(): PatternNode {
    const all = this.#alternatives()
    return this.#at === this.#chars.length ? all : this.#fail()
  }

  #fail(): never {
    throw new SyntaxError(`cannot be read at ${this.#at}`)
  }

  #accept(char: string): boolean {
    const matches = this.#chars[this.#at] === char
    if (matches) this.#at++
    return matches
  }

  #next(): string {
    return this.#chars[this.#at++] ?? this.#fail()
  }

  #alternatives(): PatternNode {
    const first = this.#sequence()
    const alternatives = [first]
    while (this.#accept('|')) alternatives.push(this.#sequence())
    return alternatives.length === 1 ? first : { kind: 'alternatives', alternatives }
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = []
    while (!['|', ')', undefined].includes(this.#chars[this.#at])) parts.push(this.#withRepetition(this.#atom()))
    return { kind: 'sequence', parts }
  }

  #withRepetition(of: PatternNode): PatternNode {
    const times = this.#repetition()
    if (times === undefined) return of
    this.#accept('?')
    return '*+?'.includes(this.#chars[this.#at] ?? ' ') ? this.#fail() : { kind: 'repeat', of, ...times }
  }

  #repetition(): { min: number; max: number } | undefined {
    if (this.#accept('*')) return { min: 0, max: Infinity }
    if (this.#accept('+')) return { min: 1, max: Infinity }
    if (this.#accept('?')) return { min: 0, max: 1 }
    const [all, from = '', comma, to = ''] = /^\{(\d{1,9})(,?)(\d{0,9})\}/.exec(this.#lookahead(22)) ?? []
    if (all === undefined) return undefined
    this.#at += all.length
    const min = Number(from)
    const open = comma === '' ? min : Infinity
    const max = to === '' ? open : Number(to)
    const isTooMuch = min > maxRepetitions || (max > maxRepetitions && max !== Infinity)
    return max < min || isTooMuch ? this.#fail() : { min, max }
  }

  #lookahead(count: number): string {
    return this.#chars.slice(this.#at, this.#at + count).join('')
  }

  #atom(): PatternNode {
    const char = this.#next()
    if (char === '(') return this.#group()
    if (char === '[') return { kind: 'char', test: this.#charClass() }
    if (char === '\\') return this.#escape()
    if (char === '.') return { kind: 'char', test: (other) => other !== '\n' }
    if (char === '^') return { kind: 'assertion', test: (before) => before === undefined }
    if (char === '$') return { kind: 'assertion', test: (_, after) => after === undefined }
    return '*+?'.includes(char) ? this.#fail() : literal(char)
  }

  #group(): PatternNode {
    if (this.#accept('?') && !this.#accept(':')) this.#fail()
    const inside = this.#alternatives()
    return this.#accept(')') ? inside : this.#fail()
  }

  #escape(): PatternNode {
    const char = this.#next()
    if (char === 'b' || char === 'B')
      return { kind: 'assertion', test: (before, after) => (isWord(before) !== isWord(after)) === (char === 'b') }
    const test = kinds.get(char)
    return test ? { kind: 'char', test } : literal(this.#escaped(char))
  }

  /** An escaped character: a control character, a code point, or a literal. */
  #escaped(char: string): string {
    const control = controls.get(char)
    if (control !== undefined) return control
    const forms: Record<string, RegExp> = { x: /^([\da-f]{2})/i, u: /^(?:([\da-f]{4})|\{([\da-f]{1,6})\})/i }
    const [all, plain, braced] = forms[char]?.exec(this.#lookahead(8)) ?? []
    const digits = plain ?? braced
    if (all === undefined || digits === undefined) return /^[a-z\d]$/i.test(char) ? this.#fail() : char
    this.#at += all.length
    const code = Number.parseInt(digits, 16)
    return code > 0x10ffff ? this.#fail() : String.fromCodePoint(code)
  }

  #charClass(): CharTest {
    const isNegated = this.#accept('^')
    const tests: CharTest[] = []
    while (!this.#accept(']')) tests.push(this.#classPart())
    const holds = (char: string): boolean => tests.some((test) => test(char) || test(char.toUpperCase()))
    return isNegated ? negate(holds) : holds
  }

  #classPart(): CharTest {
    const from = this.#classChar()
    if (typeof from !== 'string') return from
    if (this.#chars[this.#at] !== '-' || this.#chars[this.#at + 1] === ']') return (char) => char === from
    this.#at++
    const to = this.#classChar()
    if (typeof to !== 'string' || codeOf(to) < codeOf(from)) return this.#fail()
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
