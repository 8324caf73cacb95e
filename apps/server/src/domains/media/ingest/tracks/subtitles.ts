import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeText, readSubtitleName, subtitlesToWebVtt, type SubtitleFormat } from '@yunmu/formats'
import type { RenditionDraft } from '../../media-store.ts'
import { FfmpegError, runFfmpeg } from '../ffmpeg/run-ffmpeg.ts'
import type { Probed, ProbedSubtitle } from '../ffmpeg/probe.ts'
import { sourceInput } from '../ffmpeg/source-input.ts'
import { languageTag, trackLabel } from './audio-tracks.ts'

interface Subtitle {
  text: string
  format: SubtitleFormat
  language: string
  title: string
}

const maxBytes = 20_000_000
/** Limit for extracting the tracks of a whole feature film. */
const timeoutSec = 600
const textCodecs = new Set(['subrip', 'srt', 'ass', 'ssa', 'mov_text', 'webvtt', 'text'])

const isAss = ({ codec }: ProbedSubtitle): boolean => codec === 'ass' || codec === 'ssa'

/** Parses a subtitle file beside a video. Its language comes from its name or its encoding. */
async function readSubtitleFile(file: string): Promise<Subtitle | null> {
  const { format, language, kind } = readSubtitleName(file)
  if (format === null || (await stat(file)).size > maxBytes) return null
  const { text, encoding } = decodeText(await readFile(file))
  const script = encoding === 'gb18030' ? 'zh-Hans' : encoding === 'big5' ? 'zh-Hant' : ''
  const title = kind === 'forced' ? '外语对白' : kind === 'sdh' ? '听障' : ''
  return { text, format, language: language ?? script, title }
}

/** Extracts the embedded text tracks. */
async function readEmbedded(options: {
  file: string
  tracks: readonly ProbedSubtitle[]
  workDir: string
  signal?: AbortSignal | undefined
}): Promise<Subtitle[]> {
  const { file, tracks, workDir, signal } = options
  if (tracks.length === 0) return []
  const outputs = tracks.map((track, at) => join(workDir, `subtitle-${at}.${isAss(track) ? 'ass' : 'srt'}`))
  const args = [
    ...sourceInput(file),
    ...tracks.flatMap((track, at) => ['-map', `0:${track.index}`, `file:${outputs[at] ?? ''}`]),
  ]
  await runFfmpeg({ args, timeoutSec, signal })
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
async function collectSubtitles(options: {
  file: string
  probed: Probed
  subtitleFiles: readonly string[]
  workDir: string
  signal?: AbortSignal | undefined
}): Promise<{ found: Subtitle[]; notes: string[] }> {
  const { probed, subtitleFiles, signal } = options
  const tracks = probed.subtitles.filter(({ codec }) => textCodecs.has(codec))
  const notes: string[] = []
  const bitmapCount = probed.subtitles.length - tracks.length
  if (bitmapCount > 0) notes.push(`跳过 ${bitmapCount} 条图形字幕`)
  const found: Subtitle[] = []
  for (const file of subtitleFiles) {
    const read = await readSubtitleFile(file).catch(() => null)
    if (read) found.push(read)
    else notes.push('有一个外挂字幕文件无法读取')
  }
  try {
    found.push(...(await readEmbedded({ ...options, tracks })))
  } catch (err) {
    signal?.throwIfAborted()
    if (!(err instanceof FfmpegError)) throw err
    notes.push('内封字幕无法读取')
  }
  return { found, notes }
}

/**
 * Writes every subtitle of a video as sanitised WebVTT: first files beside it, then embedded text tracks. None is on by
 * default.
 */
export async function writeSubtitles(
  options: Parameters<typeof collectSubtitles>[0] & { dir: string; prefix?: string },
): Promise<{ renditions: RenditionDraft[]; notes: string[] }> {
  const { found, notes } = await collectSubtitles(options)
  const renditions: RenditionDraft[] = []
  for (const { text, format, language, title } of found) {
    const { vtt, cues } = subtitlesToWebVtt(text, format)
    if (cues === 0) {
      notes.push('有一条字幕没有内容')
      continue
    }
    const at = renditions.length + 1
    const name = `${options.prefix ?? 'subtitle'}-${at}`
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
      channels: 0,
      hdr: false,
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
