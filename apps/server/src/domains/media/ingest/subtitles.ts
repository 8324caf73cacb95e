import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeText, readSubtitleName, subtitlesToWebVtt, type SubtitleFormat } from '@yunmu/formats'
import type { RenditionDraft } from '../media-store.ts'
import { FfmpegFailure, runFfmpeg } from './ffmpeg-run.ts'
import type { Probed, ProbedSubtitle } from './probe.ts'
import { sourceInput } from './source-input.ts'
import { languageTag, trackLabel } from './tracks.ts'

interface SubtitleText {
  text: string
  format: SubtitleFormat
  language: string
  title: string
}

const largestBytes = 20_000_000
/** What a whole feature film's extraction may take. */
const limitSec = 600
const textCodecs = new Set(['subrip', 'srt', 'ass', 'ssa', 'mov_text', 'webvtt', 'text'])

const isAss = ({ codec }: ProbedSubtitle): boolean => codec === 'ass' || codec === 'ssa'

/** What a subtitle file beside a video says, in the language that its name or its encoding tells. */
async function readSideFile(file: string): Promise<SubtitleText | null> {
  const { format, language, kind } = readSubtitleName(file)
  if (format === null || (await stat(file)).size > largestBytes) return null
  const { text, encoding } = decodeText(await readFile(file))
  const script = encoding === 'gb18030' ? 'zh-Hans' : encoding === 'big5' ? 'zh-Hant' : ''
  const title = kind === 'forced' ? '外语对白' : kind === 'sdh' ? '听障' : ''
  return { text, format, language: language ?? script, title }
}

/** The text tracks inside a file. */
async function readEmbedded(options: {
  file: string
  tracks: readonly ProbedSubtitle[]
  workDir: string
  signal?: AbortSignal | undefined
}): Promise<SubtitleText[]> {
  const { file, tracks, workDir, signal } = options
  if (tracks.length === 0) return []
  const outputs = tracks.map((track, at) => join(workDir, `subtitle-${at}.${isAss(track) ? 'ass' : 'srt'}`))
  const args = [
    ...sourceInput(file),
    ...tracks.flatMap((track, at) => ['-map', `0:${track.index}`, `file:${outputs[at] ?? ''}`]),
  ]
  await runFfmpeg({ args, limitSec, signal })
  const texts = await Promise.all(outputs.map((output) => readFile(output)))
  await Promise.all(outputs.map((output) => rm(output)))
  return tracks.map((track, at) => ({
    text: decodeText(texts[at] ?? new Uint8Array()).text,
    format: isAss(track) ? 'ass' : 'srt',
    language: languageTag(track.language),
    title: track.title || (track.isForced ? '外语对白' : ''),
  }))
}

/** @returns the tracks, and a note for the operator where one could not be read */
async function collect(options: {
  file: string
  probed: Probed
  sideFiles: readonly string[]
  workDir: string
  signal?: AbortSignal | undefined
}): Promise<{ found: SubtitleText[]; notes: string[] }> {
  const { probed, sideFiles, signal } = options
  const tracks = probed.subtitles.filter(({ codec }) => textCodecs.has(codec))
  const notes: string[] = []
  const drawn = probed.subtitles.length - tracks.length
  if (drawn > 0) notes.push(`跳过 ${drawn} 条图形字幕`)
  const found: SubtitleText[] = []
  for (const file of sideFiles) {
    const read = await readSideFile(file).catch(() => null)
    if (read) found.push(read)
    else notes.push('有一个外挂字幕文件无法读取')
  }
  try {
    found.push(...(await readEmbedded({ ...options, tracks })))
  } catch (err) {
    signal?.throwIfAborted()
    if (!(err instanceof FfmpegFailure)) throw err
    notes.push('内封字幕无法读取')
  }
  return { found, notes }
}

/**
 * Writes every subtitle of a video as safe WebVTT: those in files beside it, then the text tracks inside it. None of
 * them is on by itself.
 */
export async function writeSubtitles(
  options: Parameters<typeof collect>[0] & { dir: string },
): Promise<{ renditions: RenditionDraft[]; notes: string[] }> {
  const { found, notes } = await collect(options)
  const renditions: RenditionDraft[] = []
  for (const { text, format, language, title } of found) {
    const { vtt, cues } = subtitlesToWebVtt(text, format)
    if (cues === 0) {
      notes.push('有一条字幕没有内容')
      continue
    }
    const at = renditions.length + 1
    const name = `subtitle-${at}`
    const folder = join(options.dir, 'std', name)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'sub.vtt'), vtt)
    renditions.push({
      name,
      kind: 'subtitle',
      tier: 'std',
      codecs: '',
      width: 0,
      height: 0,
      frameRate: 0,
      segments: [],
      language,
      label: trackLabel({
        language,
        title,
        fallback: `字幕 ${at}`,
      }),
      isDefault: false,
    })
  }
  return { renditions, notes }
}
