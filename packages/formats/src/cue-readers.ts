import { checkedCue, readTime } from './cue.ts'
import type { Cue, ReadCues } from './cue.ts'

const TIMING = /^\s*([\d:.,]{5,16})\s*-->\s*([\d:.,]{5,16})(?:\s.*)?$/
const OVERRIDES = /\{[^{}]*\}/g

function linesOf(text: string): string[] {
  return text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
}

/**
 * SubRip and WebVTT: a timing line, then text up to an empty line or the next timing line. Numbers, identifiers,
 * NOTE, STYLE and REGION blocks lie between cues and are passed over; cue settings are not kept.
 */
export function readTimedBlocks(text: string): ReadCues {
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
    // Without an empty line in between, the number of the next cue stands at the end of this one's text.
    if (lines[index + 1]?.includes('-->') && /^\s*\d+\s*$/.test(body.at(-1) ?? '')) body.pop()
    const cue = checkedCue(readTime(timing?.[1] ?? ''), readTime(timing?.[2] ?? ''), body.join('\n'))
    if (cue === null) dropped++
    else cues.push(cue)
  }
  return { cues, dropped }
}

function fieldsOf(line: string): string[] {
  return line.split(',').map((field) => field.trim())
}

/** The first fields of a Dialogue line, and the text behind them, which may hold commas. */
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

/** Advanced SubStation Alpha: the Dialogue lines of [Events], in the order of its Format line. Drawings are dropped. */
export function readAss(text: string): ReadCues {
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
      const cue = isDrawing ? null : checkedCue(readTime(field('start')), readTime(field('end')), body)
      if (cue === null) dropped++
      else cues.push(cue)
    }
  }
  return { cues, dropped }
}
