import { feedTexts, type InputLine } from './feed-input.ts'

function parse(text: string): { value: unknown } | null {
  try {
    const value: unknown = JSON.parse(text)
    return { value }
  } catch {
    return null
  }
}

/** Reads JSON Lines, or one JSON array, whose elements count as lines. Empty lines are skipped. */
export function readJson(text: string): InputLine[] {
  const trimmed = text.replace(/^\uFEFF/, '').trim()
  if (trimmed.startsWith('[')) {
    const array = parse(trimmed)?.value
    if (!Array.isArray(array)) return [{ line: 1, problem: feedTexts.notJson }]
    return array.map((record: unknown, at) => ({ line: at + 1, records: [record] }))
  }
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .flatMap((row, at): InputLine[] => {
      if (row.trim() === '') return []
      const parsed = parse(row)
      return [parsed ? { line: at + 1, records: [parsed.value] } : { line: at + 1, problem: feedTexts.notJson }]
    })
}
