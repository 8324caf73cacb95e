import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeMedia, tools, type MediaRecipe } from '../../../testing/make-media.ts'
import { openFolder } from '../../../testing/open-folder.ts'
import { ingestFile, type Ingested, type IngestRequest } from './ingest-file.ts'

export async function ingest(file: string, more: Partial<IngestRequest> = {}): Promise<Ingested & { dir: string }> {
  const folder = openFolder()
  const [dir, workDir] = [join(folder, 'version'), join(folder, 'work')]
  return { ...(await ingestFile({ file, subtitles: [], dir, workDir, preset: 'ultrafast', ...more })), dir }
}

export const ingestRecipe = async (recipe: MediaRecipe, more: Partial<IngestRequest> = {}) =>
  ingest(await makeMedia(openFolder(), recipe), more)

/** The rendition as one file: initialisation segment and media segments concatenated. */
export function joined({ dir }: { dir: string }, name: string): string {
  const folder = join(dir, 'std', name)
  const names = readdirSync(folder).filter((each) => each.endsWith('.m4s'))
  const file = join(dir, `${name}.mp4`)
  const parts = ['init.mp4', ...names.toSorted()].map((each) => readFileSync(join(folder, each)))
  writeFileSync(file, Buffer.concat(parts))
  return file
}

export function ffprobe(file: string, entries: string): string[] {
  const args = ['-v', 'error', '-count_packets', '-show_entries', entries, '-of', 'csv=p=0', file]
  return execFileSync(tools.ffprobe, args, { encoding: 'utf8' }).trim().split(',')
}

export const startOf = (file: string): number => Number(ffprobe(file, 'stream=start_time')[0])
export const packetsOf = (file: string): number => Number(ffprobe(file, 'stream=nb_read_packets')[0])

/** Time of the first audio above silence, in seconds. */
export function firstSound(file: string): number {
  const args = ['-hide_banner', '-i', file, '-af', 'silencedetect=noise=-40dB:d=0.05', '-f', 'null', '-']
  const output = execFileSync('sh', ['-c', 'exec "$@" 2>&1', 'sh', tools.ffmpeg, ...args], { encoding: 'utf8' })
  return Number(/silence_end: ([\d.]+)/.exec(output)?.[1] ?? 0)
}

export const summary = ({ version, way }: Ingested) => ({
  way,
  made: version.renditions.map(({ name, codecs, width, height }) => `${name} ${codecs} ${width}x${height}`),
})
