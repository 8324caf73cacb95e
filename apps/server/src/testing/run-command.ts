import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { runProgram } from '../cli/run-program.ts'
import { bareEnv } from './bare-env.ts'

const main = join(import.meta.dirname, '../cli/main.ts')

export interface CommandEnded {
  code: number | null
  stdout: string
  stderr: string
}

/** A command as an operator enters it. */
export interface GivenCommand {
  args: readonly string[]
  /** The settings; the environment of the tests is not inherited. */
  env: Record<string, string>
  /** The current folder. */
  folder: string
  /** Standard input. */
  input?: string
}

/** Runs a command of the command line in this process. */
export async function runCommand({ args, env, folder, input = '' }: GivenCommand): Promise<CommandEnded> {
  const [output, errors] = [new PassThrough(), new PassThrough()]
  const outputs = Promise.all([text(output), text(errors)])
  const terminal = { input: Readable.from([input]), output, errors }
  const code = await runProgram({ args, env, folder, terminal, signal: new AbortController().signal })
  output.end()
  errors.end()
  const [stdout, stderr] = await outputs
  return { code, stdout, stderr }
}

/** Runs a command of the command line in a process of its own, for tests of signals, exit codes and streams. */
export function spawnCommand({ args, env, folder, input = '' }: GivenCommand): Promise<CommandEnded> {
  const child = spawn(process.execPath, [main, ...args], { env: { ...bareEnv(), ...env, INIT_CWD: folder } })
  const outputs = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (outputs.stdout += piece))
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (outputs.stderr += piece))
  child.stdin.on('error', () => undefined).end(input)
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...outputs })))
}
