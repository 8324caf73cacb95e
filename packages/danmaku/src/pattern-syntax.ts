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
  const chars = [...source]
  let at = 0
  const wrong = (): never => {
    throw new SyntaxError(`cannot be read at ${at}`)
  }
  const eat = (char: string): boolean => chars[at] === char && ++at > 0
  const next = (): string => chars[at++] ?? wrong()

  function ways(): PatternNode {
    const found = [row()]
    while (eat('|')) found.push(row())
    return found.length === 1 && found[0] ? found[0] : { kind: 'ways', ways: found }
  }

  function row(): PatternNode {
    const parts: PatternNode[] = []
    while (at < chars.length && chars[at] !== '|' && chars[at] !== ')') parts.push(repeated(atom()))
    return { kind: 'row', parts }
  }

  function repeated(of: PatternNode): PatternNode {
    const times = repetition()
    if (times === undefined) return of
    eat('?')
    if ('*+?'.includes(chars[at] ?? ' ')) wrong()
    return { kind: 'repeat', of, ...times }
  }

  function repetition(): { least: number; most: number } | undefined {
    if (eat('*')) return { least: 0, most: Infinity }
    if (eat('+')) return { least: 1, most: Infinity }
    if (eat('?')) return { least: 0, most: 1 }
    const [all, from = '', comma, to = ''] = /^\{(\d{1,9})(,?)(\d{0,9})\}/.exec(chars.slice(at).join('')) ?? []
    if (all === undefined) return undefined
    at += all.length
    const least = Number(from)
    const open = comma === '' ? least : Infinity
    const most = to === '' ? open : Number(to)
    if (most < least || least > mostTimes || (most > mostTimes && most !== Infinity)) wrong()
    return { least, most }
  }

  function atom(): PatternNode {
    const char = next()
    if (char === '(') return group()
    if (char === '[') return { kind: 'one', test: charClass() }
    if (char === '\\') return escape()
    if (char === '.') return { kind: 'one', test: (other) => other !== '\n' }
    if (char === '^') return { kind: 'place', test: (before) => before === undefined }
    if (char === '$') return { kind: 'place', test: (_, after) => after === undefined }
    return '*+?'.includes(char) ? wrong() : literal(char)
  }

  function group(): PatternNode {
    if (eat('?') && !eat(':')) wrong()
    const inside = ways()
    return eat(')') ? inside : wrong()
  }

  function escape(): PatternNode {
    const char = next()
    if (char === 'b' || char === 'B')
      return { kind: 'place', test: (before, after) => (isWord(before) !== isWord(after)) === (char === 'b') }
    const test = kinds.get(char)
    if (test) return { kind: 'one', test }
    return literal(escapedChar(char))
  }

  function escapedChar(char: string): string {
    const control = controls.get(char)
    if (control !== undefined) return control
    const [all, braced, plain] = /^(?:u\{([\da-f]{1,6})\}|(?:u(?=[\da-f]{4})|x(?=[\da-f]{2}))([\da-f]{2,4}))/i.exec(
      char + chars.slice(at, at + 8).join(''),
    ) ?? [char]
    const length = char === 'x' ? 2 : 4
    const code = Number.parseInt(braced ?? plain?.slice(0, length) ?? '', 16)
    if (Number.isNaN(code)) return /^[a-z\d]$/i.test(char) ? wrong() : char
    if (code > 0x10ffff) wrong()
    at += braced === undefined ? length : all.length - 1
    return String.fromCodePoint(code)
  }

  function charClass(): (char: string) => boolean {
    const isNegated = eat('^')
    const tests: ((char: string) => boolean)[] = []
    while (!eat(']')) tests.push(classPart())
    const holds = (char: string): boolean => tests.some((test) => test(char) || test(char.toUpperCase()))
    return isNegated ? not(holds) : holds
  }

  function classPart(): (char: string) => boolean {
    const from = classChar()
    if (typeof from !== 'string') return from
    if (chars[at] !== '-' || chars[at + 1] === ']') return (char) => char === from
    at++
    const to = classChar()
    if (typeof to !== 'string' || codeOf(to) < codeOf(from)) return wrong()
    return (char) => codeOf(char) >= codeOf(from) && codeOf(char) <= codeOf(to)
  }

  function classChar(): string | ((char: string) => boolean) {
    const char = next()
    if (char !== '\\') return char
    const escaped = next()
    return kinds.get(escaped) ?? (escaped === 'b' ? '\b' : escapedChar(escaped))
  }

  const all = ways()
  return at === chars.length ? all : wrong()
}

function codeOf(char: string): number {
  return char.codePointAt(0) ?? 0
}
