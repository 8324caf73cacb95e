import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { bareEnv } from './bare-env.ts'

const main = join(import.meta.dirname, '../cli/main.ts')

export interface CommandEnded {
  code: number | null
  /** What stood on standard output, and what on standard error. */
  said: string
  hinted: string
}

/** Runs a command of the command line as an operator does, in a process of its own. */
export function runCommand(args: readonly string[], env: Record<string, string>, input = ''): Promise<CommandEnded> {
  const child = spawn(process.execPath, [main, ...args], { env: { ...bareEnv(), ...env } })
  const told = { said: '', hinted: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (told.said += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (told.hinted += text))
  child.stdin.on('error', () => undefined).end(input)
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...told })))
}
