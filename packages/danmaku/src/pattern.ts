import { parsePattern, type PatternNode } from './pattern-syntax.ts'

/** Longer patterns are rejected; longer texts are truncated. */
const maxPatternLength = 100
const maxTextLength = 300
/** Upper bound of compiled steps, because nested repetitions grow exponentially. */
const maxSteps = 400

type Step =
  | { do: 'char'; test: (char: string) => boolean }
  | { do: 'assertion'; test: (before: string | undefined, after: string | undefined) => boolean }
  /** Continues at all targets. */
  | { do: 'fork'; to: number[] }
  | { do: 'match' }

/** Why a pattern cannot be used; null if it can. */
export function patternError(source: string): 'tooLong' | 'unreadable' | null {
  if (withoutSlashes(source).length > maxPatternLength) return 'tooLong'
  return compilePattern(source) === null ? 'unreadable' : null
}

/**
 * Compiles a pattern to a test of normalized texts; null if invalid. Runs as an NFA simulation (K. Thompson, 1968) in
 * time proportional to pattern length times text length; the browser's backtracking engine may take exponential time.
 *
 * @param source as in JavaScript, with or without slashes
 */
export function compilePattern(source: string): ((text: string) => boolean) | null {
  const pattern = withoutSlashes(source)
  if (pattern === '' || pattern.length > maxPatternLength) return null
  try {
    const steps = stepsOf(parsePattern(pattern))
    return (text) => runSteps(steps, Array.from(text.slice(0, maxTextLength)))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function withoutSlashes(source: string): string {
  return /^\/(.+)\/[a-z]*$/s.exec(source)?.[1] ?? source
}

function stepsOf(pattern: PatternNode): Step[] {
  const steps: Step[] = []
  let nodeCount = 0
  const emit = (node: PatternNode): void => {
    if (++nodeCount > maxSteps || steps.length > maxSteps) throw new SyntaxError('too large')
    if (node.kind === 'char') steps.push({ do: 'char', test: node.test })
    else if (node.kind === 'assertion') steps.push({ do: 'assertion', test: node.test })
    else if (node.kind === 'sequence') node.parts.forEach(emit)
    else if (node.kind === 'alternatives') emitAlternatives(node.alternatives)
    else emitRepeat(node)
  }
  const fork = (): number[] => {
    const to: number[] = []
    steps.push({ do: 'fork', to })
    return to
  }
  const emitAlternatives = (alternatives: readonly PatternNode[]): void => {
    const into = fork()
    const ends = alternatives.map((alternative) => {
      into.push(steps.length)
      emit(alternative)
      return fork()
    })
    for (const end of ends) end.push(steps.length)
  }
  const emitRepeat = ({ of, min, max }: Extract<PatternNode, { kind: 'repeat' }>): void => {
    for (let times = 0; times < min; times++) emit(of)
    const exits: number[][] = []
    const more = max === Infinity ? 1 : max - min
    for (let times = 0; times < more; times++) {
      const start = steps.length
      const here = fork()
      here.push(steps.length)
      exits.push(here)
      emit(of)
      if (max === Infinity) fork().push(start)
    }
    for (const exit of exits) exit.push(steps.length)
  }
  emit(pattern)
  steps.push({ do: 'match' })
  return steps
}

/** Whether the steps match anywhere in the text. */
function runSteps(steps: readonly Step[], chars: readonly string[]): boolean {
  let places = new Set<number>()
  for (let at = 0; at <= chars.length; at++) {
    const [before, after] = [chars[at - 1], chars[at]]
    const open = [...places, 0]
    const charSteps: number[] = []
    const seen = new Set<number>()
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      if (seen.has(place)) continue
      seen.add(place)
      const step = steps[place]
      if (step?.do === 'match') return true
      if (step?.do === 'fork') open.push(...step.to)
      if (step?.do === 'assertion' && step.test(before, after)) open.push(place + 1)
      if (step?.do === 'char') charSteps.push(place)
    }
    places = new Set()
    for (const place of charSteps) {
      const step = steps[place]
      if (after !== undefined && step?.do === 'char' && step.test(after)) places.add(place + 1)
    }
  }
  return false
}
