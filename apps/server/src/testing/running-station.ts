import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { undeclaredRefusalMessage } from '../platform/calls/declared-refusals.ts'
import { bareEnv } from './bare-env.ts'

const main = path.join(import.meta.dirname, '../main.ts')

/** A station in a process of its own, as an operator runs it. */
export interface RunningStation {
  /** Its URL, once it has printed it. */
  base(): Promise<string>
  /** Its output so far. */
  said(): string
  signal(name: NodeJS.Signals): void
  /** Its child processes. */
  children(): number[]
  readonly dataDir: string
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>
}

/** Starts a station on a free port. `preload` is a module that it imports first. */
export function runStation(env: Record<string, string>, preload = ''): RunningStation {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'yunmu-run-station-'))
  const program = path.join(dataDir, 'preload.mjs')
  writeFileSync(program, preload)
  const child = spawn(process.execPath, ['--import', program, main], {
    env: { ...bareEnv(), DEMO: '0', PORT: '0', WORKERS: '1', YUNMU_DATA: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (text += part))
  const ended = once(child, 'close').then(() => child.exitCode ?? child.signalCode)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    expect(text).not.toContain(undeclaredRefusalMessage)
  })
  const address = /http:\/\/[\d.]+:\d+/
  return {
    async base() {
      await expect.poll(() => text, { timeout: 120_000 }).toMatch(address)
      return address.exec(text)?.[0] ?? ''
    },
    said: () => text,
    signal: (name) => void child.kill(name),
    children: () => childrenOf(child.pid ?? 0),
    dataDir,
    ended,
  }
}

/** Running child processes of a process. Linux only. */
function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
}
