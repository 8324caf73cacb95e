import type { SubtitleLine } from './film-script.ts'

function timestamp(sec: number): string {
  const twoDigits = (value: number): string => String(Math.floor(value)).padStart(2, '0')
  return `${twoDigits(sec / 3600)}:${twoDigits((sec / 60) % 60)}:${twoDigits(sec % 60)}.${String(Math.round((sec % 1) * 1000)).padStart(3, '0')}`
}

/** The subtitles of a film as WebVTT. */
export function subtitleFile(lines: readonly SubtitleLine[]): string {
  const cues = lines.map(({ fromSec, toSec, text }) => `${timestamp(fromSec)} --> ${timestamp(toSec)}\n${text}\n`)
  return ['WEBVTT\n', ...cues].join('\n')
}
