import { exitCodes } from './command-context.ts'
import { runProgram } from './run-program.ts'

/** One Ctrl-C may come twice, from the terminal and from npm: what follows this soon is the same. */
const sameSignalMs = 500

/** The signal that ends a command. A second word from the operator ends it at once. */
function listenForEnd(): AbortSignal {
  const end = new AbortController()
  let firstMs: number | undefined
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      const nowMs = performance.now()
      firstMs ??= nowMs
      if (nowMs - firstMs > sameSignalMs) process.exit(exitCodes.stopped)
      end.abort(new Error(`ended by ${name}`))
    })
  }
  return end.signal
}

// Whoever reads our output may go away: the work goes on without being told of.
process.stdout.on('error', () => undefined)

process.exitCode = await runProgram({
  args: process.argv.slice(2),
  env: process.env,
  // npm runs us in the project's folder, and the operator is elsewhere.
  folder: process.env.INIT_CWD ?? process.cwd(),
  terminal: {
    output: process.stdout,
    errors: process.stderr,
    // Opened only where a password is asked for.
    get input() {
      return process.stdin
    },
  },
  signal: listenForEnd(),
})
