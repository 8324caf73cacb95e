import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { atFileEnd } from './at-file-end.ts'
import { runCommand, type CommandEnded, type GivenCommand } from './run-command.ts'
import { databaseUrlOf } from './database-url.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** The command line of a station with its own database and the operator's current folder, for one test file. */
export interface CommandLine extends Omit<GivenCommand, 'args' | 'input'> {
  readonly env: { YUNMU_DATA: string; DATABASE_URL: string }
  readonly database: TestDatabase
  /** Runs a command there. */
  yunmu(...args: readonly string[]): Promise<CommandEnded>
  /** Runs a command of wrong usage: it must end with code 2 and print one sentence, which is returned. */
  refusal(args: readonly string[], input?: string): Promise<string>
}

/** Call it at the top of a test file. The data folder lies in the operator's, under a name that needs care. */
export async function createCommandLine(): Promise<CommandLine> {
  const database = await createTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'yunmu-cli-'))
  atFileEnd(async () => rmSync(folder, { recursive: true, force: true }))
  const env = { YUNMU_DATA: join(folder, '数据 data'), DATABASE_URL: databaseUrlOf(database) }
  return {
    database,
    folder,
    env,
    yunmu: (...args) => runCommand({ args, env, folder }),
    async refusal(args, input = '') {
      const { code, stdout, stderr } = await runCommand({ args, env, folder, input })
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).not.toMatch(/ {4}at /)
      return stderr
    },
  }
}
