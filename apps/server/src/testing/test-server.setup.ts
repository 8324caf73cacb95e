import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { isRunning } from '../platform/database/lock-files.ts'
import { startDatabase } from '../platform/database/start-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Data folder of the PostgreSQL that the test run shares; the first test that needs it starts the server. */
    testDataDir: string
  }
}

const silent = (): void => undefined

async function removeServer(folder: string): Promise<void> {
  const dataDir = path.join(folder, 'data')
  if (existsSync(path.join(dataDir, 'pg'))) {
    const database = await startDatabase({ dataDir, log: silent })
    await database.stop()
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

/** Removes servers of killed test runs. */
async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const runner = /^yunmu-run-(\d+)-/.exec(name)?.[1]
    if (runner !== undefined && !isRunning(Number(runner))) await removeServer(path.join(tmpdir(), name)).catch(silent)
  }
}

/** Creates a folder for the test run's database server; stops the server and removes the folder at the end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers()
  const folder = mkdtempSync(path.join(tmpdir(), `yunmu-run-${process.pid}-`))
  // When run as root, the server runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711)
  project.provide('testDataDir', path.join(folder, 'data'))
  return () => removeServer(folder)
}
