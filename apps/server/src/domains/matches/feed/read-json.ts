import { feedTexts, type InputLine } from './feed-input.ts'

function parse(text: string): { value: unknown } | null {
  try {
    const value: unknown = JSON.parse(text)
    return { value }
  } catch {
    return null
  }
}

/** Whether a text has more lines, counted without dividing it. */
function hasMoreLines(text: string, maxLines: number): boolean {
  let lines = 1
  for (let at = text.indexOf('\n'); at !== -1 && lines <= maxLines; at = text.indexOf('\n', at + 1)) lines++
  return lines > maxLines
}

/**
 * Reads JSON Lines, or one JSON array, whose elements count as lines. Empty lines are skipped.
 * @param maxLines of a text with more, empty ones included, nothing is read
 */
export function readJson(text: string, maxLines = Infinity): InputLine[] {
  const tooMany = [{ line: maxLines + 1, problem: feedTexts.tooManyLines(maxLines) }]
  const trimmed = text.replace(/^\uFEFF/, '').trim()
  if (trimmed.startsWith('[')) {
    const array = parse(trimmed)?.value
    if (!Array.isArray(array)) return [{ line: 1, problem: feedTexts.notJson }]
    if (array.length > maxLines) return tooMany
    return array.map((record: unknown, at) => ({ line: at + 1, records: [record] }))
  }
  if (hasMoreLines(trimmed, maxLines)) return tooMany
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .flatMap((row, at): InputLine[] => {
      if (row.trim() === '') return []
      const parsed = parse(row)
      return [parsed ? { line: at + 1, records: [parsed.value] } : { line: at + 1, problem: feedTexts.notJson }]
    })
}
