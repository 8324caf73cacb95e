import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isAlive, signalProcess } from '../runs/processes.ts'
import { configVariable, readIngestState, type IngestConfig, type IngestState } from './ingest-state.ts'

const entry = join(import.meta.dirname, 'ingest-main.ts')
const startTimeoutMs = 20_000
const pollMs = 50

/** Controls the ingest process. */
export interface IngestProcess {
  /** Returns the running process, or starts one. @throws if it does not start */
  ensure(): Promise<IngestState>
  /** Stops it, when recording stops gracefully. */
  stop(): void
}

export function createIngestProcess(config: IngestConfig): IngestProcess {
  const { liveDir } = config
  const text = JSON.stringify(config)
  const digest = createHash('sha256').update(text).digest('hex')
  let starting: Promise<IngestState> | undefined

  const running = (): IngestState | undefined => {
    const state = readIngestState(liveDir)
    return state && isAlive(state) ? state : undefined
  }
  const start = async (): Promise<IngestState> => {
    const old = running()
    if (old) signalProcess(old, 'SIGKILL', false)
    const log = openSync(join(liveDir, 'ingest.log'), 'w', 0o600)
    const child = spawn(process.execPath, [entry], {
      detached: true,
      stdio: ['ignore', 'ignore', log],
      env: {
        PATH: process.env.PATH,
        [configVariable]: text,
      },
    })
    closeSync(log)
    let failure: Error | undefined
    child.on('error', (err) => (failure = err))
    child.unref()
    for (const endMs = performance.now() + startTimeoutMs; performance.now() < endMs; await delay(pollMs)) {
      const state = running()
      if (state?.pid === child.pid && state !== undefined) return state
      if (failure !== undefined || child.exitCode !== null || child.signalCode !== null) break
    }
    child.kill('SIGKILL')
    throw new Error('the ingest process did not start', { cause: failure })
  }
  return {
    ensure() {
      const state = running()
      if (state?.digest === digest) return Promise.resolve(state)
      // Concurrent calls of several streams share one start.
      starting ??= start().finally(() => (starting = undefined))
      return starting
    },
    stop() {
      const state = running()
      if (state) signalProcess(state, 'SIGTERM', false)
    },
  }
}
