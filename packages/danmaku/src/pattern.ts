import { parsePattern, type PatternNode } from './pattern-syntax.ts'

/** Longer patterns are not read, and longer texts only to there. */
const longestPattern = 100
const longestText = 300
/** Steps of a read pattern: what repetitions in repetitions would grow to without end. */
const mostSteps = 400

type Step =
  | { do: 'one'; test: (char: string) => boolean }
  | { do: 'place'; test: (before: string | undefined, after: string | undefined) => boolean }
  /** Goes on at all of these. */
  | { do: 'fork'; to: number[] }
  | { do: 'found' }

/** Why a regular expression cannot be used to hide danmaku; null where it can. */
export function patternFault(source: string): 'tooLong' | 'unreadable' | null {
  if (bare(source).length > longestPattern) return 'tooLong'
  return readPattern(source) === null ? 'unreadable' : null
}

/**
 * A regular expression as a test of folded texts; null where it cannot be read. It is matched by walking all its ways at
 * once (K. Thompson, 1968): no text and no pattern takes longer than one's length times the other's, where the engine of
 * the browser, which tries one way after the other, may take for ever.
 * @param source as in JavaScript, with or without slashes around it
 */
export function readPattern(source: string): ((text: string) => boolean) | null {
  const pattern = bare(source)
  if (pattern === '' || pattern.length > longestPattern) return null
  try {
    const steps = stepsOf(parsePattern(pattern))
    return (text) => finds(steps, Array.from(text.slice(0, longestText)))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function bare(source: string): string {
  return /^\/(.+)\/[a-z]*$/s.exec(source)?.[1] ?? source
}

function stepsOf(pattern: PatternNode): Step[] {
  const steps: Step[] = []
  let written = 0
  const write = (node: PatternNode): void => {
    if (++written > mostSteps || steps.length > mostSteps) throw new SyntaxError('too large')
    if (node.kind === 'one') steps.push({ do: 'one', test: node.test })
    else if (node.kind === 'place') steps.push({ do: 'place', test: node.test })
    else if (node.kind === 'row') node.parts.forEach(write)
    else if (node.kind === 'ways') writeWays(node.ways)
    else writeRepeat(node)
  }
  const fork = (): number[] => {
    const to: number[] = []
    steps.push({ do: 'fork', to })
    return to
  }
  const writeWays = (ways: readonly PatternNode[]): void => {
    const into = fork()
    const ends = ways.map((way) => {
      into.push(steps.length)
      write(way)
      return fork()
    })
    for (const end of ends) end.push(steps.length)
  }
  const writeRepeat = ({ of, least, most }: Extract<PatternNode, { kind: 'repeat' }>): void => {
    for (let times = 0; times < least; times++) write(of)
    const exits: number[][] = []
    const more = most === Infinity ? 1 : most - least
    for (let times = 0; times < more; times++) {
      const start = steps.length
      const here = fork()
      here.push(steps.length)
      exits.push(here)
      write(of)
      if (most === Infinity) fork().push(start)
    }
    for (const exit of exits) exit.push(steps.length)
  }
  write(pattern)
  steps.push({ do: 'found' })
  return steps
}

/** Whether the steps can be gone through from anywhere in the text. */
function finds(steps: readonly Step[], chars: readonly string[]): boolean {
  let places = new Set<number>()
  for (let at = 0; at <= chars.length; at++) {
    const [before, after] = [chars[at - 1], chars[at]]
    const open = [...places, 0]
    const waiting: number[] = []
    const seen = new Set<number>()
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      if (seen.has(place)) continue
      seen.add(place)
      const step = steps[place]
      if (step?.do === 'found') return true
      if (step?.do === 'fork') open.push(...step.to)
      if (step?.do === 'place' && step.test(before, after)) open.push(place + 1)
      if (step?.do === 'one') waiting.push(place)
    }
    places = new Set()
    for (const place of waiting) {
      const step = steps[place]
      if (after !== undefined && step?.do === 'one' && step.test(after)) places.add(place + 1)
    }
  }
  return false
}
