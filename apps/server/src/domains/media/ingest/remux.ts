import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { audioCodecArgs, segmentArgs } from './encode-args.ts'
import { runFfmpeg } from './ffmpeg-run.ts'
import { segmentSec } from './ladder-rules.ts'
import type { Probed } from './probe.ts'
import { sourceInput } from './source-input.ts'

/**
 * Cuts a file into segments in one reading: the video as it is, each audio track as it is or as AAC, each into a folder
 * of its own below `dir`.
 */
export async function remux(options: {
  file: string
  probed: Probed
  dir: string
  videoFolder: string
  /** In the order of the file's audio tracks. */
  audioFolders: readonly string[]
  signal?: AbortSignal | undefined
  onProgress: (doneSec: number) => void
}): Promise<void> {
  const { file, probed, dir, videoFolder, audioFolders, signal, onProgress } = options
  for (const folder of [videoFolder, ...audioFolders]) await mkdir(join(dir, folder), { recursive: true })
  const outputs = [
    { map: `0:${probed.video.index}`, codec: ['-c', 'copy'], folder: videoFolder },
    ...probed.audio.map((track, at) => ({
      map: `0:${track.index}`,
      codec: audioCodecArgs(track),
      folder: audioFolders[at] ?? '',
    })),
  ]
  const args = [...sourceInput(file), ...outputs.flatMap((output) => segmentArgs({ ...output, segmentSec }))]
  await runFfmpeg({ args, cwd: dir, limitSec: 120 + probed.durationSec, signal, onProgress })
}
