import { checkedCue, parseTime } from './cue.ts'
import type { Cue, ParsedCues } from './cue.ts'

const TIMING = /^\s*([\d:.,]{5,16})\s*-->\s*([\d:.,]{5,16})(?:\s.*)?$/
const OVERRIDES = /\{[^{}]*\}/g

function linesOf(text: string): string[] {
  return text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
}

/**
 * Parses SubRip and WebVTT: a timing line, then text up to an empty line or the next timing line. Numbers, identifiers
 * and NOTE, STYLE and REGION blocks between cues are skipped, and cue settings are dropped.
 */
export function parseTimedBlocks(text: string): ParsedCues {
  const lines = linesOf(text)
  const cues: Cue[] = []
  let dropped = 0
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (!line.includes('-->')) continue
    const timing = TIMING.exec(line)
    const body: string[] = []
    while (index + 1 < lines.length && lines[index + 1]?.trim() !== '' && !lines[index + 1]?.includes('-->')) {
      body.push(lines[++index] ?? '')
    }
    // Without an empty line between cues, the number of the next cue is the last line of this cue's text.
    if (lines[index + 1]?.includes('-->') && /^\s*\d+\s*$/.test(body.at(-1) ?? '')) body.pop()
    const cue = checkedCue(parseTime(timing?.[1] ?? ''), parseTime(timing?.[2] ?? ''), body.join('\n'))
    if (cue === null) dropped++
    else cues.push(cue)
  }
  return { cues, dropped }
}

function fieldsOf(line: string): string[] {
  return line.split(',').map((field) => field.trim())
}

/** The first fields of a Dialogue line, and the text after them, which may contain commas. */
function dialogueFields(line: string, count: number): string[] {
  const fields = line.split(',')
  return [
    ...fieldsOf(fields.slice(0, count - 1).join(',')),
    fields
      .slice(count - 1)
      .join(',')
      .trim(),
  ]
}

/**
 * Parses Advanced SubStation Alpha: the Dialogue lines of [Events], with fields in the order of its Format line.
 * Drawings are dropped.
 */
export function parseAss(text: string): ParsedCues {
  const cues: Cue[] = []
  let dropped = 0
  let isEvents = false
  let format = 'Layer,Start,End,Style,Name,MarginL,MarginR,MarginV,Effect,Text'.split(',')
  for (const line of linesOf(text)) {
    if (/^\s*\[/.test(line)) isEvents = /^\s*\[events\]/i.test(line)
    else if (isEvents && /^format:/i.test(line)) format = fieldsOf(line.slice(7))
    else if (isEvents && /^dialogue:/i.test(line)) {
      const fields = dialogueFields(line.slice(9), format.length)
      const field = (name: string) => fields[format.findIndex((each) => each.toLowerCase() === name)] ?? ''
      const source = field('text')
      const body = source
        .replace(OVERRIDES, '')
        .replace(/\\[Nn]/g, '\n')
        .replace(/\\h/g, ' ')
      const isDrawing = source.match(OVERRIDES)?.some((block) => /\\p[1-9]/.test(block)) ?? false
      const cue = isDrawing ? null : checkedCue(parseTime(field('start')), parseTime(field('end')), body)
      if (cue === null) dropped++
      else cues.push(cue)
    }
  }
  return { cues, dropped }
}
