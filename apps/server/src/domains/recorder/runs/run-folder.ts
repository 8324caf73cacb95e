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

/** `<data>/live/<stream>/<run>/` holds a run: its segments, ffmpeg's own list of them, and what we note beside them. */
export const liveFolder = (dataDir: string): string => join(dataDir, 'live')
export const runFolder = (liveDir: string, streamId: number, runId: number): string =>
  join(liveDir, String(streamId), String(runId))

/** What was fetched of the past lies beside what is recorded: `p<run>`. */
export const catchupName = (runId: number): string => `p${runId}`
export const catchupFolder = (liveDir: string, streamId: number, runId: number): string =>
  join(liveDir, String(streamId), catchupName(runId))

/** ffmpeg looks at this file: when nobody has touched it for ten minutes, no recorder is coming back. */
export const heartbeatFile = (liveDir: string): string => join(liveDir, 'alive')

const metadataFile = 'run.json'
/** Of a run's ffmpeg, which ends by itself without it; in the folder of all runs, of the recorder. */
const pidFile = 'pid'
/** ffmpeg's last words. */
export const logFile = 'ffmpeg.log'

const Metadata = z.object({
  /** The place of its source in the stream's order, and what tells whether it still is that source. */
  source: z.int(),
  key: z.string(),
  startedMs: z.int(),
  audio: z.enum(['copy', 'encode']),
  /** The first segment that is recorded; null while the run only tries a source. */
  firstNum: z.nullable(z.int()),
})
/** What is to be known about a run when nobody remembers it. */
export type RunMetadata = z.output<typeof Metadata>

/**
 * `folder` is the real path of the folder when the process began. A copy of a data folder names processes of the original,
 * which its recorder must neither adopt nor end.
 */
const Pid = z.object({ pid: z.int(), start: z.string(), folder: z.string() })

export function writeMetadata(dir: string, metadata: RunMetadata): void {
  writeFileSync(join(dir, `${metadataFile}.new`), JSON.stringify(metadata))
  renameSync(join(dir, `${metadataFile}.new`), join(dir, metadataFile))
}

export function readMetadata(dir: string): RunMetadata | undefined {
  return readJson(join(dir, metadataFile), Metadata)
}

/** At once, before anything else can happen: what nobody knows of nobody adopts. */
export function writePid(dir: string, { pid, start }: ProcessRef): void {
  const noted: z.output<typeof Pid> = { pid, start, folder: realpathSync(dir) }
  writeFileSync(join(dir, pidFile), JSON.stringify(noted))
}

/** Undefined where none is noted, or one of the folder that this one was copied from. */
export function readPid(dir: string): ProcessRef | undefined {
  const noted = readJson(join(dir, pidFile), Pid)
  return noted && noted.folder === realpathSync(dir) ? { pid: noted.pid, start: noted.start } : undefined
}

function readJson<Schema extends z.ZodMiniType>(file: string, schema: Schema): z.output<Schema> | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // Missing, or cut by a crash: the same to us.
    return undefined
  }
}

/** The numbers of the runs of a stream that lie on the disk, ascending. */
export function runsOnDisk(liveDir: string, streamId: number): number[] {
  return numericNames(join(liveDir, String(streamId)))
}

/** The numbers of the fetched programmes of a stream that lie on the disk. */
export const catchupsOnDisk = (liveDir: string, streamId: number): number[] =>
  numericNames(join(liveDir, String(streamId)), 'p')

/** The streams that have a folder. */
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

/** Names HEVC in a run's init segment as every browser wants it: before anybody plays it. */
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

/** The end of a list is enough as long as somebody reads it all the time. */
const tailBytes = 8 * 1024

/**
 * The finished segments of a run from a number on. What has fallen out of ffmpeg's own list is found by its file: it
 * lasted, near enough, from the file before it to its own.
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

/** Removes segments by number; those that are gone already are no failure. */
export async function removeSegments(dir: string, firstNum: number, count: number): Promise<void> {
  for (let num = firstNum; num < firstNum + count; num++) await rm(join(dir, segmentFile(num)), { force: true })
}

/** Removes the segments of a run below a number, whatever the index knows of them. */
export async function removeSegmentsBelow(dir: string, num: number): Promise<void> {
  for (const name of await readdir(dir).catch(() => [])) {
    const found = /^(\d{6,12})\.m4s$/.exec(name)?.[1]
    if (found !== undefined && Number(found) < num) await rm(join(dir, name), { force: true })
  }
}

export const removeRun = (dir: string): Promise<void> => rm(dir, { recursive: true, force: true })
