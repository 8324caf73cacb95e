import { spawn } from 'node:child_process'
import { closeSync, ftruncateSync, openSync, readFileSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { indexFile, recordArgs, recordEnv, type Input } from './ffmpeg-rules.ts'
import { watchdogScript } from './watchdog.ts'
import { killGroup, isAlive, processStart, signalProcess, type ProcessRef } from './processes.ts'
import {
  heartbeatFile,
  finishedSegments,
  logFile,
  readMetadata,
  readPid,
  tagInitSegment,
  writeMetadata,
  writePid,
  type RunMetadata,
} from './run-folder.ts'
import type { FinishedSegment } from '../segments/wall-clock-rules.ts'

/** An ffmpeg process and its folder. It outlives the recorder that started it. */
export interface RecordedRun {
  readonly id: number
  readonly streamId: number
  readonly dir: string
  /** The content of its metadata file. */
  metadata(): RunMetadata
  alive(): boolean
  /** Finished segments from a number on; empty if nothing has changed since the last call. */
  finished(fromNum: number): Promise<FinishedSegment[]>
  /** Makes this a main run, recorded from this segment on. */
  promote(firstNum: number): void
  /** `order`: gracefully, the current segment is finished. `kill`: at once. */
  stop(how: 'order' | 'kill'): void
  /** The end of ffmpeg's error output. */
  stderrTail(): string
}

const maxLogBytes = 1024 * 1024
const stderrTailBytes = 4000

/** Starts a run. Synchronous from the start of ffmpeg until its process id is written, so that no process is lost. */
export async function startRun(options: {
  liveDir: string
  streamId: number
  runId: number
  /** The run's folder, which is created. */
  dir: string
  input: Input
  metadata: RunMetadata
}): Promise<RecordedRun> {
  const { liveDir, streamId, runId, dir, input, metadata } = options
  await mkdir(dir, { recursive: true })
  writeMetadata(dir, metadata)
  const log = openSync(join(dir, logFile), 'a', 0o600)
  const tool = process.env.FFMPEG_PATH || 'ffmpeg'
  const args = recordArgs(input, metadata.audio)
  // In its own session ffmpeg does not receive signals for this process, and survives its end.
  const child = spawn('/bin/sh', ['-c', watchdogScript(), 'sh', heartbeatFile(liveDir), tool, ...args], {
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
  // Also ends the watchdog.
  child.on('exit', () => killGroup(pid))
  child.unref()
  const ffmpegProcess = { pid: pid ?? 0, start: start ?? '' }
  return runOf({ id: runId, streamId, dir, ffmpegProcess }, () => {
    return !failed && child.exitCode === null && child.signalCode === null
  })
}

/** A run of an earlier recorder, running or ended. Undefined if its folder has no valid metadata. */
export function adoptRun(dir: string, streamId: number, runId: number): RecordedRun | undefined {
  if (!readMetadata(dir)) return undefined
  const ffmpegProcess = readPid(dir)
  return runOf({ id: runId, streamId, dir, ffmpegProcess: ffmpegProcess ?? { pid: 0, start: '' } }, () => {
    return ffmpegProcess !== undefined && isAlive(ffmpegProcess)
  })
}

function runOf(
  { id, streamId, dir, ffmpegProcess }: { id: number; streamId: number; dir: string; ffmpegProcess: ProcessRef },
  alive: () => boolean,
): RecordedRun {
  const found = readMetadata(dir)
  if (!found) throw new Error(`run ${id} of stream ${streamId} has no metadata`)
  let metadata = found
  /** Version of the playlist when it had nothing new. */
  let lastVersion = ''
  let isInitTagged = false
  return {
    id,
    streamId,
    dir,
    alive,
    metadata: () => metadata,
    async finished(fromNum) {
      const version = `${fromNum} ${fileVersion(join(dir, indexFile))}`
      if (version === lastVersion) return []
      const segments = await finishedSegments(dir, fromNum)
      if (segments.length === 0) lastVersion = version
      else if (!isInitTagged) {
        await tagInitSegment(dir)
        isInitTagged = true
      }
      return segments
    },
    promote(firstNum) {
      metadata = {
        ...metadata,
        firstNum,
      }
      writeMetadata(dir, metadata)
    },
    stop(how) {
      if (how === 'order') signalProcess(ffmpegProcess, 'SIGINT', false)
      else signalProcess(ffmpegProcess, 'SIGKILL', true)
    },
    stderrTail: () => logTail(join(dir, logFile)),
  }
}

function fileVersion(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false })
  return found ? `${found.mtimeMs} ${found.size} ${found.ino}` : ''
}

/** The end of the log. A log that is too long is truncated; ffmpeg appends, so it can continue to write. */
function logTail(file: string): string {
  try {
    const text = readFileSync(file, 'latin1').slice(-stderrTailBytes)
    if (statSync(file).size > maxLogBytes) {
      const handle = openSync(file, 'r+')
      ftruncateSync(handle, 0)
      closeSync(handle)
    }
    return text
  } catch {
    return ''
  }
}
