import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { framesPerSec, shotSec } from '../../films/film-script.ts'
import { filmFile } from '../../films/render-film.ts'
import { wavOf } from '../../films/score/render-score.ts'
import { footballPlays } from '../football-plays.ts'
import type { DemoMatch } from '../demo-competition.ts'
import { frame } from './camera.ts'
import { addCrowd, silence } from './crowd-sound.ts'
import { pictureOf } from './draw-match.ts'
import { broadcastAt } from './match-channel.ts'

/** A span of the match channel: a whole number of segments. */
export interface MatchSpan {
  /** Unix milliseconds. */
  fromMs: number
  segments: number
}

export const matchSegmentMs = shotSec * 1000
/** Lines of the film: less than what is drawn, because a match is long. */
export const matchHeight = 432

const encoding = ['-preset', 'superfast', '-crf', '31', '-maxrate', '900k', '-bufsize', '1800k']
const colours = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv']

/**
 * Draws a span of the match channel into `folder`, from the events of the match that it shows then. Takes about
 * a fifth of the span in CPU time of one core.
 * @throws Error with the end of ffmpeg's standard error
 */
export async function renderMatch(span: MatchSpan, folder: string): Promise<void> {
  const parts = partsOf(span)
  const sound = join(folder, 'sound.wav')
  await writeFile(sound, soundOf(span, parts))
  const temporary = `${filmFile(folder)}.tmp`
  const group = String(Math.round(framesPerSec * shotSec))
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-video_size', `${frame.width}x${frame.height}`]
  const video = ['-c:v', 'libx264', '-profile:v', 'high', '-pix_fmt', 'yuv420p', ...encoding, '-threads', '1']
  // One group of frames per segment, and no reordered frames: a segment begins exactly where it says.
  const groups = ['-g', group, '-keyint_min', group, '-sc_threshold', '0', '-bf', '0']
  const raw = [...input, '-framerate', String(framesPerSec), '-i', 'pipe:0', '-i', `file:${sound}`]
  const scaled = ['-vf', `scale=-2:${matchHeight}:flags=area:out_color_matrix=bt709`]
  const audio = ['-c:a', 'aac', '-b:a', '64k']
  const output = ['-map_metadata', '-1', '-movflags', '+faststart', '-f', 'mp4', `file:${temporary}`]
  const encoder = startEncoder(
    [raw, ['-map', '0:v', '-map', '1:a'], scaled, colours, video, groups, audio, output].flat(),
  )
  for (const { match, fromMs, frames } of parts) {
    const picture = await pictureOf(match)
    for (let at = 0; at < frames; at++) {
      const { pixels } = await picture.frameAt(fromMs + (at * 1000) / framesPerSec)
      await encoder.write(Buffer.from(pixels))
    }
  }
  await encoder.finish()
  await rm(sound)
  await rename(temporary, filmFile(folder))
}

interface Part {
  match: DemoMatch
  fromMs: number
  frames: number
}

/** The matches of a span. */
function partsOf({ fromMs, segments }: MatchSpan): Part[] {
  const toMs = fromMs + segments * matchSegmentMs
  const parts: Part[] = []
  for (let atMs = fromMs; atMs < toMs;) {
    const broadcast = broadcastAt(atMs)
    if (!broadcast) throw new RangeError('the channel shows nothing at this time')
    const frames = Math.ceil(((Math.min(toMs, broadcast.endMs) - atMs) / 1000) * framesPerSec)
    parts.push({ match: broadcast.match, fromMs: atMs, frames })
    atMs += (frames * 1000) / framesPerSec
  }
  return parts
}

function soundOf({ segments }: MatchSpan, parts: readonly Part[]): Buffer {
  const { left, right } = silence(segments * shotSec)
  let at = 0
  for (const { match, fromMs, frames } of parts) {
    const end = at + Math.round((frames / framesPerSec) * 48_000)
    addCrowd({ left: left.subarray(at, end), right: right.subarray(at, end) }, footballPlays(match), fromMs)
    at = end
  }
  return wavOf({ left, right })
}

/** Starts ffmpeg, which takes frames on standard input at its own speed. */
function startEncoder(args: readonly string[]): { write(pixels: Buffer): Promise<void>; finish(): Promise<void> } {
  const program = process.env.FFMPEG_PATH || 'ffmpeg'
  const child = spawn('nice', ['-n', '10', program, '-hide_banner', '-v', 'error', '-y', ...args], {
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.setEncoding('utf8')
  child.stderr.on('data', (text: string) => (stderr = (stderr + text).slice(-2000)))
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`ffmpeg failed: ${stderr}`))
    })
  })
  // The reason is known only when ffmpeg has ended.
  child.stdin.on('error', () => undefined)
  ended.catch(() => undefined)
  return {
    async write(pixels) {
      if (!child.stdin.write(pixels)) await Promise.race([once(child.stdin, 'drain'), ended])
    },
    async finish() {
      child.stdin.end()
      await ended
    },
  }
}
