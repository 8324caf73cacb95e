import { readdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import { open, readdir, readFile, rename, rm, stat, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { errorCode } from '../../../platform/process/error-code.ts'
import { indexFile, initFile, segmentFile } from './ffmpeg-rules.ts'
import { tagHevc } from './init-rules.ts'
import type { ProcessRef } from './processes.ts'
import { parseRunPlaylist, type ListedSegment } from './run-rules.ts'
import type { FinishedSegment } from '../segments/wall-clock-rules.ts'

/** `<data>/live/<stream>/<run>/` contains a run: segments, ffmpeg's playlist and metadata. */
export const liveFolder = (dataDir: string): string => join(dataDir, 'live')
export const runFolder = (liveDir: string, streamId: number, runId: number): string =>
  join(liveDir, String(streamId), String(runId))

/** Folder name of a fetched programme, beside the recorded runs: `p<run>`. */
export const catchupName = (runId: number): string => `p${runId}`
export const catchupFolder = (liveDir: string, streamId: number, runId: number): string =>
  join(liveDir, String(streamId), catchupName(runId))

/** Heartbeat of the recorder. ffmpeg's watchdog kills ffmpeg if it has not changed for ten minutes. */
export const heartbeatFile = (liveDir: string): string => join(liveDir, 'alive')

const metadataFile = 'run.json'
/** In a run's folder: the id of ffmpeg, which is killed if the file is missing. In the live folder: that of the recorder. */
const pidFile = 'pid'
/** ffmpeg's error output. */
export const logFile = 'ffmpeg.log'

const Metadata = z.object({
  /** Index of its source in the stream's order, and a key to detect that the source has changed. */
  source: z.int(),
  key: z.string(),
  startedMs: z.int(),
  audio: z.enum(['copy', 'encode']),
  /** The first recorded segment; null while the run is a trial. */
  firstNum: z.nullable(z.int()),
})
/** Data about a run that the next recorder needs. */
export type RunMetadata = z.output<typeof Metadata>

/**
 * `folder` is the real path of the folder when the process started. A copied data folder contains processes of the
 * original, which the copy's recorder must neither adopt nor stop.
 */
const Pid = z.object({ pid: z.int(), start: z.string(), folder: z.string() })

export function writeMetadata(dir: string, metadata: RunMetadata): void {
  writeFileSync(join(dir, `${metadataFile}.new`), JSON.stringify(metadata))
  renameSync(join(dir, `${metadataFile}.new`), join(dir, metadataFile))
}

export function readMetadata(dir: string): RunMetadata | undefined {
  return readJson(join(dir, metadataFile), Metadata)
}

/** Synchronous, because a process without a pid file cannot be adopted. */
export function writePid(dir: string, { pid, start }: ProcessRef): void {
  const stored: z.output<typeof Pid> = { pid, start, folder: realpathSync(dir) }
  writeFileSync(join(dir, pidFile), JSON.stringify(stored))
}

/** Undefined if there is none, or it belongs to the folder from which this one was copied. */
export function readPid(dir: string): ProcessRef | undefined {
  const stored = readJson(join(dir, pidFile), Pid)
  return stored && stored.folder === realpathSync(dir) ? { pid: stored.pid, start: stored.start } : undefined
}

function readJson<Schema extends z.ZodMiniType>(file: string, schema: Schema): z.output<Schema> | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // A missing file and one truncated by a crash are treated alike.
    return undefined
  }
}

/** Ids of a stream's runs on disk, ascending. */
export function runsOnDisk(liveDir: string, streamId: number): number[] {
  return numericNames(join(liveDir, String(streamId)))
}

/** Run ids of a stream's fetched programmes on disk. */
export const catchupsOnDisk = (liveDir: string, streamId: number): number[] =>
  numericNames(join(liveDir, String(streamId)), 'p')

/** Ids of streams that have a folder. */
export const streamsOnDisk = (liveDir: string): number[] => numericNames(liveDir)

function numericNames(folder: string, prefix = ''): number[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.startsWith(prefix) && /^\d{1,10}$/.test(name.slice(prefix.length)))
      .map((name) => Number(name.slice(prefix.length)))
      .toSorted((a, b) => a - b)
  } catch (err) {
    if (errorCode(err) === 'ENOENT') return []
    throw err
  }
}

/** Changes HEVC in a run's init segment to `hvc1`; see `tagHevc`. Must run before the run is accessible. */
export async function tagInitSegment(dir: string): Promise<void> {
  const path = join(dir, initFile)
  const init = await readFile(path).catch((err: unknown) => {
    if (errorCode(err) === 'ENOENT') return undefined
    throw err
  })
  if (!init || !tagHevc(init)) return
  await writeFile(`${path}.new`, init)
  await rename(`${path}.new`, path)
}

/** The end of the playlist suffices while it is read regularly. */
const tailBytes = 8 * 1024

/**
 * The finished segments of a run from a number on. Segments that have dropped out of ffmpeg's playlist are found by their
 * files; their duration is estimated from the difference of the files' times.
 */
export async function finishedSegments(dir: string, firstNum: number): Promise<FinishedSegment[]> {
  const file = await open(join(dir, indexFile)).catch((err: unknown) => {
    if (errorCode(err) === 'ENOENT') return undefined
    throw err
  })
  if (!file) return []
  let listed: ListedSegment[]
  try {
    listed = await listedSegments(file, firstNum)
  } finally {
    await file.close()
  }
  const [first] = listed
  const unlisted = first && first.num > firstNum ? await unlistedSegments(dir, firstNum, first) : []
  const finished: FinishedSegment[] = [...unlisted]
  for (const { num, durationMs } of listed) {
    if (num < firstNum) continue
    const found = await fileArrival(dir, num)
    if (found) finished.push({ num, durationMs, ...found })
  }
  return finished
}

async function listedSegments(file: FileHandle, firstNum: number): Promise<ListedSegment[]> {
  const { size } = await file.stat()
  const start = Math.max(0, size - tailBytes)
  const tail = parseRunPlaylist(await textFrom(file, start, size))
  const [first] = tail
  return start === 0 || (first && first.num <= firstNum) ? tail : parseRunPlaylist(await textFrom(file, 0, size))
}

async function textFrom(file: FileHandle, start: number, end: number): Promise<string> {
  const buffer = Buffer.alloc(end - start)
  const { bytesRead } = await file.read(buffer, 0, buffer.length, start)
  return buffer.toString('latin1', 0, bytesRead)
}

async function unlistedSegments(dir: string, firstNum: number, before: ListedSegment): Promise<FinishedSegment[]> {
  const finished: FinishedSegment[] = []
  let lastMs: number | undefined
  for (let num = firstNum; num < before.num; num++) {
    const found = await fileArrival(dir, num)
    if (!found) continue
    const sinceMs = Math.round(found.arrivedMs - (lastMs ?? -Infinity))
    const durationMs = sinceMs > 0 && sinceMs < 2 * before.durationMs ? sinceMs : before.durationMs
    finished.push({ num, durationMs, ...found })
    lastMs = found.arrivedMs
  }
  return finished
}

async function fileArrival(dir: string, num: number): Promise<{ arrivedMs: number; bytes: number } | undefined> {
  try {
    const { mtimeMs, size } = await stat(join(dir, segmentFile(num)))
    return { arrivedMs: Math.round(mtimeMs), bytes: size }
  } catch (err) {
    if (errorCode(err) === 'ENOENT') return undefined
    throw err
  }
}

/** Deletes segments by number; missing ones are ignored. */
export async function removeSegments(dir: string, firstNum: number, count: number): Promise<void> {
  for (let num = firstNum; num < firstNum + count; num++) await rm(join(dir, segmentFile(num)), { force: true })
}

/** Deletes all segments of a run below a number, whether or not they are in the index. */
export async function removeSegmentsBelow(dir: string, num: number): Promise<void> {
  for (const name of await readdir(dir).catch(() => [])) {
    const found = /^(\d{6,12})\.m4s$/.exec(name)?.[1]
    if (found !== undefined && Number(found) < num) await rm(join(dir, name), { force: true })
  }
}

export const removeRun = (dir: string): Promise<void> => rm(dir, { recursive: true, force: true })
