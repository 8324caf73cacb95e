import { spawn } from 'node:child_process'
import { closeSync, ftruncateSync, openSync, readFileSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { indexFile, recordArgs, recordEnv, type Input } from './ffmpeg-rules.ts'
import { leash } from './leash.ts'
import { endGroup, isAlive, processStart, signalProcess, type KnownProcess } from './processes.ts'
import {
  aliveFile,
  finishedFrom,
  logFile,
  readNote,
  readPid,
  settleInit,
  writeNote,
  writePid,
  type RunNote,
} from './run-folder.ts'
import type { Finished } from '../segments/wall-rules.ts'

/** One ffmpeg and the folder that it fills. It outlives whoever started it. */
export interface RecordedRun {
  readonly id: number
  readonly streamId: number
  readonly dir: string
  /** As it stands in its folder. */
  note(): RunNote
  alive(): boolean
  /** Finished segments from a number on; empty while nothing has changed since they were asked for in vain. */
  finished(fromNum: number): Promise<Finished[]>
  /** From this segment on the run is recorded. */
  promote(firstNum: number): void
  /** In order, so that the segment under way is finished; or at once. */
  end(how: 'order' | 'kill'): void
  /** What ffmpeg complained about last. */
  lastWords(): string
}

const mostLogBytes = 1024 * 1024
const lastWordBytes = 4000

/** Begins a run. Synchronous from the start of ffmpeg to the note of its number. */
export async function startRun(options: {
  liveDir: string
  streamId: number
  runId: number
  /** Its own; made here. */
  dir: string
  input: Input
  note: RunNote
}): Promise<RecordedRun> {
  const { liveDir, streamId, runId, dir, input, note } = options
  await mkdir(dir, { recursive: true })
  writeNote(dir, note)
  const log = openSync(join(dir, logFile), 'a', 0o600)
  const tool = process.env.FFMPEG_PATH || 'ffmpeg'
  const args = recordArgs(input, note.audio)
  // A session of its own: a signal to us, or our end, is none to it.
  const child = spawn('/bin/sh', ['-c', leash(), 'sh', aliveFile(liveDir), tool, ...args], {
    cwd: dir,
    detached: true,
    stdio: ['ignore', 'ignore', log],
    env: {
      ...process.env,
      ...recordEnv(input),
    },
  })
  const { pid } = child
  const start = pid === undefined ? undefined : processStart(pid)
  if (pid !== undefined && start !== undefined) writePid(dir, { pid, start })
  closeSync(log)
  let failed = start === undefined
  child.on('error', () => (failed = true))
  // What stands beside it has nothing to look after any more.
  child.on('exit', () => endGroup(pid))
  child.unref()
  const known = { pid: pid ?? 0, start: start ?? '' }
  return runOf({ id: runId, streamId, dir, known }, () => {
    return !failed && child.exitCode === null && child.signalCode === null
  })
}

/** A run that an earlier recorder began, whether it goes on or has ended. Undefined where its folder says too little. */
export function adoptRun(dir: string, streamId: number, runId: number): RecordedRun | undefined {
  if (!readNote(dir)) return undefined
  const known = readPid(dir)
  return runOf({ id: runId, streamId, dir, known: known ?? { pid: 0, start: '' } }, () => {
    return known !== undefined && isAlive(known)
  })
}

function runOf(
  { id, streamId, dir, known }: { id: number; streamId: number; dir: string; known: KnownProcess },
  alive: () => boolean,
): RecordedRun {
  const found = readNote(dir)
  if (!found) throw new Error(`run ${id} of stream ${streamId} has no note`)
  let note = found
  /** Of the list, when it had nothing new. */
  let seen = ''
  let settled = false
  return {
    id,
    streamId,
    dir,
    alive,
    note: () => note,
    async finished(fromNum) {
      const now = `${fromNum} ${stampOf(join(dir, indexFile))}`
      if (now === seen) return []
      const segments = await finishedFrom(dir, fromNum)
      if (segments.length === 0) seen = now
      else if (!settled) {
        await settleInit(dir)
        settled = true
      }
      return segments
    },
    promote(firstNum) {
      note = {
        ...note,
        firstNum,
      }
      writeNote(dir, note)
    },
    end(how) {
      if (how === 'order') signalProcess(known, 'SIGINT', false)
      else signalProcess(known, 'SIGKILL', true)
    },
    lastWords: () => wordsIn(join(dir, logFile)),
  }
}

function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false })
  return found ? `${found.mtimeMs} ${found.size} ${found.ino}` : ''
}

/** The end of what was written; what has grown too long is emptied (it is appended to, so writing goes on). */
function wordsIn(file: string): string {
  try {
    const text = readFileSync(file, 'latin1').slice(-lastWordBytes)
    if (statSync(file).size > mostLogBytes) {
      const handle = openSync(file, 'r+')
      ftruncateSync(handle, 0)
      closeSync(handle)
    }
    return text
  } catch {
    return ''
  }
}
