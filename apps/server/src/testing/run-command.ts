import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { runProgram } from '../cli/run-program.ts'
import { bareEnv } from './bare-env.ts'

const main = join(import.meta.dirname, '../cli/main.ts')

export interface CommandEnded {
  code: number | null
  /** What stood on standard output, and what on standard error. */
  said: string
  hinted: string
}

/** A command, as an operator types it. */
export interface GivenCommand {
  args: readonly string[]
  /** The settings, and nothing of the tests' own environment. */
  env: Record<string, string>
  /** The folder that the operator is in. */
  folder: string
  /** What is piped into it. */
  input?: string
}

/** Runs a command of the command line in this process. */
export async function runCommand({ args, env, folder, input = '' }: GivenCommand): Promise<CommandEnded> {
  const [output, errors] = [new PassThrough(), new PassThrough()]
  const told = Promise.all([text(output), text(errors)])
  const terminal = { input: Readable.from([input]), output, errors }
  const code = await runProgram({ args, env, folder, terminal, signal: new AbortController().signal })
  output.end()
  errors.end()
  const [said, hinted] = await told
  return { code, said, hinted }
}

/** Runs a command of the command line as an operator does, in a process of its own: for what only a process can show. */
export function spawnCommand({ args, env, folder, input = '' }: GivenCommand): Promise<CommandEnded> {
  const child = spawn(process.execPath, [main, ...args], { env: { ...bareEnv(), ...env, INIT_CWD: folder } })
  const told = { said: '', hinted: '' }
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (told.said += piece))
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (told.hinted += piece))
  child.stdin.on('error', () => undefined).end(input)
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...told })))
}
