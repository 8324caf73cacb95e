import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The content of a generated file: a moving picture with a clock; each audio track has its own pitch. */
export interface MediaRecipe {
  /** Ends in the container's extension. Folders are made. */
  name: string
  sec?: number
  width?: number
  height?: number
  rate?: number
  /** Encoder options, with `-c:v`. Empty leaves the picture out. */
  video?: readonly string[]
  /** Encoder options of each audio track, with `-c:a`; `language` and `title` are its own. */
  audio?: readonly AudioRecipe[]
  /** A filter between the picture and its encoder. */
  filter?: string
  /** A subtitle file to put inside, with the codec of the container. */
  subtitle?: { file: string; codec: string; language: string }
  /** Clockwise rotation of the picture in degrees, as metadata. */
  rotate?: number
  /** Options of the container. */
  more?: readonly string[]
}

export interface AudioRecipe {
  codec: readonly string[]
  language?: string
  title?: string
}

/** x264 as quick as it gets, with a key frame every two seconds at 25 frames per second. */
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '50', '-pix_fmt', 'yuv420p'] as const
export const aac: AudioRecipe = { codec: ['-c:a', 'aac', '-b:a', '64k'] }

/** The same programs as the station uses. */
export const tools = { ffmpeg: process.env.FFMPEG_PATH || 'ffmpeg', ffprobe: process.env.FFPROBE_PATH || 'ffprobe' }

async function ffmpeg(args: readonly string[]): Promise<void> {
  await run(tools.ffmpeg, ['-hide_banner', '-nostdin', '-v', 'error', '-y', ...args])
}

/** Generates a video file. Returns its path. */
export async function makeMedia(folder: string, recipe: MediaRecipe): Promise<string> {
  const { name, sec = 4, width = 320, height = 180, rate = 25, video = h264, audio = [aac], subtitle, rotate } = recipe
  const file = join(folder, name)
  mkdirSync(dirname(file), { recursive: true })
  const pitches = audio.map((_, at) => `sine=frequency=${330 + 220 * at}:duration=${sec}:sample_rate=48000`)
  const draft = rotate === undefined ? file : `${file}.draft.mp4`
  await ffmpeg([
    '-f',
    'lavfi',
    '-i',
    `testsrc=size=${width}x${height}:rate=${rate}:duration=${sec}`,
    ...pitches.flatMap((pitch) => ['-f', 'lavfi', '-i', pitch]),
    ...(subtitle ? ['-i', `file:${subtitle.file}`] : []),
    ...(video.length > 0 ? ['-map', '0:v', ...video, ...(recipe.filter ? ['-vf', recipe.filter] : [])] : []),
    ...audio.flatMap((_, at) => ['-map', `${at + 1}:a`]),
    ...audio.flatMap(({ codec, language, title }, at) => [
      ...codec.map((option) => (option.startsWith('-') ? `${option}:${at}` : option)),
      ...(language === undefined ? [] : [`-metadata:s:a:${at}`, `language=${language}`]),
      ...(title === undefined ? [] : [`-metadata:s:a:${at}`, `title=${title}`]),
    ]),
    ...(subtitle ? ['-map', `${audio.length + 1}:s`, '-c:s', subtitle.codec] : []),
    ...(subtitle ? ['-metadata:s:s:0', `language=${subtitle.language}`] : []),
    ...(recipe.more ?? []),
    `file:${draft}`,
  ])
  if (rotate !== undefined) {
    await ffmpeg(['-i', draft, '-map', '0', '-c', 'copy', '-metadata:s:v:0', `rotate=${rotate}`, `file:${file}`])
    rmSync(draft)
  }
  return file
}

/** The bytes of `字幕` lines in the encodings that subtitles come in. */
export const subtitleBytes = {
  /** 你好，这是第一句。再见，这是第二句。 in GB18030. */
  gb18030: srtOf('c4e3bac3a3acd5e2cac7b5dad2bbbee4a1a3', 'd4d9bcfba3acd5e2cac7b5dab6febee4a1a3'),
  /** 你好，這是第一句。再見，這是第二句。 in Big5. */
  big5: srtOf('a741a66ea141b36fac4fb2c4a440a579a143', 'a641a8a3a141b36fac4fb2c4a447a579a143'),
  utf8: Buffer.from('1\n00:00:00,500 --> 00:00:01,500\n你好\n\n2\n00:00:02,000 --> 00:00:03,000\n<i>再见</i>\n'),
}

function srtOf(first: string, second: string): Buffer {
  return Buffer.concat([
    Buffer.from('1\r\n00:00:00,500 --> 00:00:01,500\r\n'),
    Buffer.from(first, 'hex'),
    Buffer.from('\r\n\r\n2\r\n00:00:02,000 --> 00:00:03,000\r\n'),
    Buffer.from(second, 'hex'),
    Buffer.from('\r\n'),
  ])
}

/** Writes a file and its folders. Returns its path. */
export function makeFile(folder: string, name: string, content: string | Uint8Array): string {
  const file = join(folder, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  return file
}
