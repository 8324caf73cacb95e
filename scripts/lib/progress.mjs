import { say } from './messages.mjs'

const everyMs = 10_000

/**
 * Prints a line every ten seconds while something long runs, so that nobody takes it for stuck.
 * @template Result
 * @param {(seconds: number) => string} lineAfter
 * @param {() => Promise<Result>} work
 * @param {{ everyMs?: number, print?: (line: string) => void }} [options]
 * @returns {Promise<Result>}
 */
export async function withProgress(lineAfter, work, options = {}) {
  const startMs = performance.now()
  const print = options.print ?? say
  const timer = setInterval(
    () => print(lineAfter(Math.round((performance.now() - startMs) / 1000))),
    options.everyMs ?? everyMs,
  )
  timer.unref()
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
