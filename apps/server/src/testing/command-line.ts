import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { atFileEnd } from './at-file-end.ts'
import { runCommand, type CommandEnded, type GivenCommand } from './run-command.ts'
import { databaseUrlOf } from './database-url.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** The command line of a station: a database, and a folder that the operator is in, for one test file alone. */
export interface CommandLine extends Omit<GivenCommand, 'args' | 'input'> {
  readonly env: { YUNMU_DATA: string; DATABASE_URL: string }
  readonly database: TestDatabase
  /** Runs a command there. */
  yunmu(...args: readonly string[]): Promise<CommandEnded>
  /** Runs a command that cannot be meant: it has to end with code 2 and say nothing but a plain sentence, which this answers. */
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
      const { code, said, hinted } = await runCommand({ args, env, folder, input })
      expect({ code, said }).toEqual({ code: 2, said: '' })
      expect(hinted).not.toMatch(/ {4}at /)
      return hinted
    },
  }
}
