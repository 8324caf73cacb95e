import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { planSegmentSec, type ChunkPlan } from './chunk-rules.ts'
import { audioCodecArgs, chunkArgs, segmentArgs } from './encode-args.ts'
import { runFfmpeg } from '../ffmpeg/run-ffmpeg.ts'
import { segmentSec, type Rung } from './ladder-rules.ts'
import type { Probed } from '../ffmpeg/probe.ts'
import { chunkListInput, sourceInput } from '../ffmpeg/source-input.ts'

interface EncodeJob {
  file: string
  probed: Probed
  workDir: string
  signal?: AbortSignal | undefined
}

/** Encoding is stopped if it takes this many times the duration of the video. */
const maxSlowdown = 40
const baseTimeoutSec = 120

/**
 * Writes the outputs of a step under temporary names and renames them when they are complete. A file with its final
 * name is therefore always complete, even while an earlier process still writes.
 */
async function writeAtomically(
  files: readonly string[],
  make: (temporaries: string[]) => Promise<void>,
): Promise<void> {
  const temporaries = files.map((file) => `${file}.${process.pid}.tmp`)
  await make(temporaries)
  for (const [at, file] of files.entries()) await rename(temporaries[at] ?? '', file)
}

/** Removes the work of an earlier run that followed another plan. */
export async function discardOutdatedWork(workDir: string, plan: string): Promise<void> {
  const planFile = join(workDir, 'plan.json')
  if ((await readFile(planFile, 'utf8').catch(() => '')) === plan) return
  await rm(workDir, { recursive: true, force: true })
  await mkdir(workDir, { recursive: true })
  await writeFile(planFile, plan)
}

const chunkFile = (workDir: string, rung: Rung, index: number): string =>
  join(workDir, `${rung.name}-${String(index).padStart(4, '0')}.mp4`)

/**
 * Encodes every rung chunk by chunk, and reuses chunks that an earlier run finished.
 * @returns how many were reused
 */
export async function encodeChunks(
  options: EncodeJob & {
    rungs: readonly Rung[]
    plan: ChunkPlan
    preset: string
    onProgress: (doneSec: number) => void
  },
): Promise<{ resumedChunks: number }> {
  const { workDir, rungs, plan, signal, onProgress } = options
  const perSec = plan.rate.numerator / plan.rate.denominator
  let resumedChunks = 0
  for (const [index, chunk] of plan.chunks.entries()) {
    const doneSec = chunk.firstFrame / perSec
    const files = rungs.map((rung) => chunkFile(workDir, rung, index))
    if (files.every((file) => existsSync(file))) {
      resumedChunks += 1
      continue
    }
    await writeAtomically(files, (outputs) =>
      runFfmpeg({
        args: chunkArgs({ ...options, chunk, outputs }),
        timeoutSec: baseTimeoutSec + (chunk.frames / perSec) * maxSlowdown,
        signal,
        onProgress: (outSec) => onProgress(doneSec + outSec),
      }),
    )
  }
  for (const rung of rungs) {
    const lines = plan.chunks.map((_, index) => `file '${rung.name}-${String(index).padStart(4, '0')}.mp4'\n`)
    await writeFile(chunkList(workDir, rung), lines.join(''))
  }
  return { resumedChunks }
}

/** The concat list of a rung's chunks. */
export const chunkList = (workDir: string, rung: Rung): string => join(workDir, `${rung.name}.txt`)

const audioFile = (workDir: string, at: number): string => join(workDir, `audio-${at + 1}.m4a`)

/** Encodes every audio track as AAC in one pass, unless an earlier run has done so. */
export async function encodeAudio({ file, probed, workDir, signal }: EncodeJob): Promise<void> {
  const files = probed.audio.map((_, at) => audioFile(workDir, at))
  if (files.every((each) => existsSync(each))) return
  await writeAtomically(files, (temporaries) =>
    runFfmpeg({
      args: [
        ...sourceInput(file),
        ...probed.audio.flatMap((track, at) => [
          '-map',
          `0:${track.index}`,
          ...audioCodecArgs(track),
          '-map_metadata',
          '-1',
          '-map_chapters',
          '-1',
          '-f',
          'mp4',
          `file:${temporaries[at] ?? ''}`,
        ]),
      ],
      timeoutSec: baseTimeoutSec + probed.durationSec,
      signal,
    }),
  )
}

/** Cuts the joined chunks and the audio tracks into segments, each rendition into its own folder below `dir`. */
export async function cutSegments(options: {
  workDir: string
  dir: string
  probed: Probed
  plan: ChunkPlan
  videos: readonly { rung: Rung; folder: string }[]
  audioFolders: readonly string[]
  signal?: AbortSignal | undefined
}): Promise<void> {
  const { workDir, dir, probed, plan, videos, audioFolders, signal } = options
  for (const folder of [...videos.map((video) => video.folder), ...audioFolders])
    await mkdir(join(dir, folder), { recursive: true })
  const codec = ['-c', 'copy']
  const args = [
    // Keeps the inputs on one clock: ffmpeg would otherwise shift each to begin at zero.
    '-copyts',
    ...videos.flatMap(({ rung }) => chunkListInput(chunkList(workDir, rung))),
    ...audioFolders.flatMap((_, at) => ['-i', `file:${audioFile(workDir, at)}`]),
    ...videos.flatMap(({ folder }, at) =>
      segmentArgs({ map: `${at}:v`, codec, folder, segmentSec: planSegmentSec(plan) }),
    ),
    ...audioFolders.flatMap((folder, at) => segmentArgs({ map: `${videos.length + at}:a`, codec, folder, segmentSec })),
  ]
  await runFfmpeg({ args, cwd: dir, timeoutSec: baseTimeoutSec + probed.durationSec, signal })
}
