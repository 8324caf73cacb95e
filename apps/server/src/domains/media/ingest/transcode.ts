import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { planSegmentSec, type ChunkPlan } from './chunk-rules.ts'
import { audioCodecArgs, chunkArgs, segmentArgs } from './encode-args.ts'
import { runFfmpeg } from './ffmpeg-run.ts'
import { segmentSec, type Rung } from './ladder-rules.ts'
import type { Probed } from './probe.ts'
import { chunkListInput, sourceInput } from './source-input.ts'

interface Work {
  file: string
  probed: Probed
  workDir: string
  signal?: AbortSignal | undefined
}

/** Encoding is stopped when it is this much slower than the video plays. */
const slowest = 40
const startSec = 120

/**
 * Writes what a step makes under names of this process alone, and gives them their own names when they are whole: what
 * carries its own name is never half, even when an earlier process still writes.
 */
async function completing(files: readonly string[], make: (drafts: string[]) => Promise<void>): Promise<void> {
  const drafts = files.map((file) => `${file}.${process.pid}.tmp`)
  await make(drafts)
  for (const [at, file] of files.entries()) await rename(drafts[at] ?? '', file)
}

/** Throws away what an earlier run did by another plan. */
export async function keepWorkOf(workDir: string, plan: string): Promise<void> {
  const note = join(workDir, 'plan.json')
  if ((await readFile(note, 'utf8').catch(() => '')) === plan) return
  await rm(workDir, { recursive: true, force: true })
  await mkdir(workDir, { recursive: true })
  await writeFile(note, plan)
}

const chunkFile = (workDir: string, rung: Rung, index: number): string =>
  join(workDir, `${rung.name}-${String(index).padStart(4, '0')}.mp4`)

/**
 * Encodes every rung, chunk by chunk. Chunks that an earlier run finished are taken as they are.
 * @returns how many those were
 */
export async function encodeChunks(
  options: Work & {
    rungs: readonly Rung[]
    plan: ChunkPlan
    preset: string
    onProgress: (doneSec: number) => void
  },
): Promise<{ resumedChunks: number }> {
  const { workDir, rungs, plan, signal, onProgress } = options
  const perSec = plan.rate.over / plan.rate.under
  let resumedChunks = 0
  for (const [index, chunk] of plan.chunks.entries()) {
    const doneSec = chunk.firstFrame / perSec
    const files = rungs.map((rung) => chunkFile(workDir, rung, index))
    if (files.every((file) => existsSync(file))) {
      resumedChunks += 1
      continue
    }
    await completing(files, (outputs) =>
      runFfmpeg({
        args: chunkArgs({ ...options, chunk, outputs }),
        limitSec: startSec + (chunk.frames / perSec) * slowest,
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

/** The list that joins the chunks of a rung. */
export const chunkList = (workDir: string, rung: Rung): string => join(workDir, `${rung.name}.txt`)

const audioFile = (workDir: string, at: number): string => join(workDir, `audio-${at + 1}.m4a`)

/** Brings every audio track into AAC in one reading, unless an earlier run has done so. */
export async function encodeAudio({ file, probed, workDir, signal }: Work): Promise<void> {
  const files = probed.audio.map((_, at) => audioFile(workDir, at))
  if (files.every((each) => existsSync(each))) return
  await completing(files, (drafts) =>
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
          `file:${drafts[at] ?? ''}`,
        ]),
      ],
      limitSec: startSec + probed.durationSec,
      signal,
    }),
  )
}

/** Cuts the joined chunks and the audio tracks into segments, each into its folder below `dir`. */
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
    // The inputs share one clock: none is moved to begin at zero by itself.
    '-copyts',
    ...videos.flatMap(({ rung }) => chunkListInput(chunkList(workDir, rung))),
    ...audioFolders.flatMap((_, at) => ['-i', `file:${audioFile(workDir, at)}`]),
    ...videos.flatMap(({ folder }, at) =>
      segmentArgs({ map: `${at}:v`, codec, folder, segmentSec: planSegmentSec(plan) }),
    ),
    ...audioFolders.flatMap((folder, at) => segmentArgs({ map: `${videos.length + at}:a`, codec, folder, segmentSec })),
  ]
  await runFfmpeg({ args, cwd: dir, limitSec: startSec + probed.durationSec, signal })
}
