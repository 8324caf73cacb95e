import { parseAss, parseTimedBlocks } from './cue-parsers.ts'
import { renderTime } from './cue.ts'
import type { SubtitleFormat } from './subtitle-name.ts'

export interface WebVtt {
  readonly vtt: string
  readonly cues: number
  /** Number of dropped cues: invalid times, no text, drawings, or beyond the limit. */
  readonly dropped: number
}

const MAX_CUES = 20_000
const MAX_TEXT_LENGTH = 2000
const ALLOWED_TAGS = new Set(['b', 'i', 'u'])
/**
 * A tag (bounded in length, so that matching a line of `<` stays linear), or an ASS override block, which SubRip files
 * may also contain.
 */
const MARKUP = /<(\/?)([a-z]{1,10})(?:[\s.][^<>\n]{0,200})?>|<\d{2}:[\d:.]{5,10}>|\{\\[^{}\n]{0,500}\}/gi
const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['#39', "'"],
  ['nbsp', ' '],
  ['lrm', ''],
  ['rlm', ''],
])

function plain(text: string): string {
  return text
    .replace(/&([a-z]{2,4}|#39);/gi, (whole, name: string) => ENTITIES.get(name.toLowerCase()) ?? whole)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/** Removes control characters and empty lines: an empty line would end the cue. */
function withoutEmptyLines(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\P{Cc}\n]|[\u2028\u2029]/gu, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

/** Keeps balanced `<b>`, `<i>` and `<u>` without attributes, and escapes everything else. */
function sanitise(source: string): string {
  const text = withoutEmptyLines(source.slice(0, MAX_TEXT_LENGTH))
  const open: string[] = []
  let safe = ''
  let from = 0
  for (const markup of text.matchAll(MARKUP)) {
    safe += plain(text.slice(from, markup.index))
    from = markup.index + markup[0].length
    const tag = (markup[2] ?? '').toLowerCase()
    if (!ALLOWED_TAGS.has(tag)) continue
    if (markup[1] === '') {
      open.push(tag)
      safe += `<${tag}>`
    } else if (open.at(-1) === tag) {
      open.pop()
      safe += `</${tag}>`
    }
  }
  safe += plain(text.slice(from))
  return (
    withoutEmptyLines(safe) +
    open
      .toReversed()
      .map((tag) => `</${tag}>`)
      .join('')
  )
}

const hasText = (safe: string): boolean => safe.replace(/<[^<>]*>/g, '').trim() !== ''

/**
 * Converts a subtitle file to safe WebVTT: cues sorted by start, only allowed tags, everything else escaped, at most
 * 20,000 cues. Never throws; invalid cues are dropped and counted.
 */
export function subtitlesToWebVtt(text: string, format: SubtitleFormat): WebVtt {
  const read = format === 'ass' ? parseAss(text) : parseTimedBlocks(text)
  const shown = read.cues
    .map((cue) => ({ ...cue, text: sanitise(cue.text) }))
    .filter((cue) => hasText(cue.text))
    .toSorted((one, other) => one.startMs - other.startMs)
    .slice(0, MAX_CUES)
  const blocks = shown.map((cue) => `${renderTime(cue.startMs)} --> ${renderTime(cue.endMs)}\n${cue.text}\n`)
  return {
    vtt: ['WEBVTT\n', ...blocks].join('\n'),
    cues: shown.length,
    dropped: read.dropped + read.cues.length - shown.length,
  }
}
