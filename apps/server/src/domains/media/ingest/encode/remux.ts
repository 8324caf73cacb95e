import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { audioCodecArgs, segmentArgs } from './encode-args.ts'
import { runFfmpeg } from '../ffmpeg/run-ffmpeg.ts'
import { segmentSec } from './ladder-rules.ts'
import type { Probed } from '../ffmpeg/probe.ts'
import { sourceInput } from '../ffmpeg/source-input.ts'

/**
 * Cuts a file into segments in one pass: the video is copied, each audio track is copied or encoded as AAC, each into
 * its own folder below `dir`.
 */
export async function remux(options: {
  file: string
  probed: Probed
  dir: string
  videoFolder: string
  /** One per audio track, in the file's order. */
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
  await runFfmpeg({ args, cwd: dir, timeoutSec: 120 + probed.durationSec, signal, onProgress })
}
