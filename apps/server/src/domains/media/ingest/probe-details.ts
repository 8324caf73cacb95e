import * as z from 'zod/mini'
import { FfmpegError, runFfprobe } from './ffmpeg/run-ffmpeg.ts'
import { sourceInput } from './ffmpeg/source-input.ts'

/** What a file says of itself: tags and chapters. */
export interface ProbedDetails {
  title: string
  show: string
  season: number | null
  episode: number | null
  year: number | null
  description: string
  genres: string[]
  chapters: { title: string; startSec: number; endSec: number }[]
  durationSec: number
}

const tags = z._default(z.record(z.string(), z.string()), {})
const seconds = z._default(z.union([z.string(), z.number()]), 0)
const Output = z.object({
  format: z.object({ duration: seconds, tags }),
  chapters: z._default(z.array(z.object({ start_time: seconds, end_time: seconds, tags })), []),
})
const timeoutSec = 60
const maxOutputChars = 1_000_000
const maxChapters = 200
const maxText = 2000

/** One line without control characters. */
const plain = (text: string | undefined, max = 200): string =>
  (text ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, max)

const whole = (text: string | undefined, max: number): number | null => {
  const number = Number(/^\s*(\d{1,6})/u.exec(text ?? '')?.[1] ?? Number.NaN)
  return Number.isInteger(number) && number <= max ? number : null
}

const none: ProbedDetails = {
  title: '',
  show: '',
  season: null,
  episode: null,
  year: null,
  description: '',
  genres: [],
  chapters: [],
  durationSec: 0,
}

/** Tags and chapters of a file; empty ones if they cannot be read, because nothing depends on them. */
export async function probeDetails(file: string, signal?: AbortSignal): Promise<ProbedDetails> {
  const args = [
    '-of',
    'json',
    '-show_entries',
    'format=duration:format_tags:chapter=start_time,end_time:chapter_tags',
    ...sourceInput(file),
  ]
  let output = ''
  const onOutput = (chunk: string) => ((output += chunk).length > maxOutputChars ? 'enough' : 'more')
  let parsed: unknown = null
  try {
    await runFfprobe({ args, timeoutSec, onOutput, signal })
    parsed = JSON.parse(output)
  } catch (err) {
    signal?.throwIfAborted()
    if (!(err instanceof FfmpegError) && !(err instanceof SyntaxError)) throw err
  }
  const read = Output.safeParse(parsed)
  if (!read.success) return none
  const named = new Map(Object.entries(read.data.format.tags).map(([name, value]) => [name.toLowerCase(), value]))
  const year = whole(named.get('date') ?? named.get('year') ?? named.get('date_released'), 2100)
  return {
    title: plain(named.get('title')),
    show: plain(named.get('show')),
    season: whole(named.get('season_number'), 999),
    episode: whole(named.get('episode_sort') ?? named.get('episode_id'), 9999),
    year: year !== null && year >= 1880 ? year : null,
    description: plain(named.get('synopsis') ?? named.get('description'), maxText),
    genres: plain(named.get('genre'))
      .split(/ ?[/,;、|] ?/u)
      .filter((genre) => genre !== ''),
    chapters: read.data.chapters.slice(0, maxChapters).map((chapter) => ({
      title: plain(chapter.tags['title']),
      startSec: Number(chapter.start_time),
      endSec: Number(chapter.end_time),
    })),
    durationSec: Number(read.data.format.duration),
  }
}
