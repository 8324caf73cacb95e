import type { SubtitleLine } from './film-script.ts'

function clockOf(sec: number): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0')
  return `${two(sec / 3600)}:${two((sec / 60) % 60)}:${two(sec % 60)}.${String(Math.round((sec % 1) * 1000)).padStart(3, '0')}`
}

/** The lines of a film as WebVTT. */
export function subtitleFile(lines: readonly SubtitleLine[]): string {
  const cues = lines.map(({ from, to, text }) => `${clockOf(from)} --> ${clockOf(to)}\n${text}\n`)
  return ['WEBVTT\n', ...cues].join('\n')
}
