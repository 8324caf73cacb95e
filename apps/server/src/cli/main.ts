import { exitCodes } from './command-context.ts'
import { runProgram } from './run-program.ts'

/** One Ctrl-C may arrive twice, from the terminal and from npm: a signal that follows within this time is the same. */
const sameSignalMs = 500

/** Aborts on the first signal. A second signal exits at once. */
function listenForSignals(): AbortSignal {
  const end = new AbortController()
  let firstMs: number | undefined
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      const nowMs = performance.now()
      firstMs ??= nowMs
      if (nowMs - firstMs > sameSignalMs) process.exit(exitCodes.interrupted)
      end.abort(new Error(`interrupted by ${name}`))
    })
  }
  return end.signal
}

// The reader of our output may exit: the command goes on.
process.stdout.on('error', () => undefined)

process.exitCode = await runProgram({
  args: process.argv.slice(2),
  env: process.env,
  // npm runs this program in the project's folder; INIT_CWD is the operator's.
  folder: process.env.INIT_CWD ?? process.cwd(),
  terminal: {
    output: process.stdout,
    errors: process.stderr,
    // Opened only when a password is read.
    get input() {
      return process.stdin
    },
  },
  signal: listenForSignals(),
})
