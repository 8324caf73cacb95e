import { advanceOf, isFullWidth } from './advances.ts'

/** One visible character with its combining marks. `advance` is in em of the serif font. */
export interface Cell {
  text: string
  advance: number
}

const graphemes = new Intl.Segmenter('zh', { granularity: 'grapheme' })

/** Scripts with joined letters or right-to-left direction: a line must be drawn as a whole. */
const joinedScripts = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** Scripts for which a server with the product's fonts has glyphs. Others would be drawn as empty boxes. */
const drawnScripts = [
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Bopomofo',
  'Latin',
  'Greek',
  'Cyrillic',
  'Arabic',
  'Hebrew',
]
const undrawn = new RegExp(
  `[^${[...drawnScripts, 'Common', 'Inherited'].map((script) => `\\p{Script=${script}}`).join('')}]`,
  'gu',
)

/** Maximum length of a drawn title, in characters. */
const maxTitleLength = 48
const maxNoteLength = 64

/**
 * The drawable part of a title: no control, format, unassigned or lone surrogate code points, no scripts or pictographs
 * without common fonts, white space collapsed, at most two marks per letter. May be empty.
 */
export function cleanText(raw: string): string {
  return raw
    .toWellFormed()
    .replace(/[\s\p{Zs}]+/gu, ' ')
    .replace(/[\p{C}\p{Variation_Selector}\ufffd\u{1f000}-\u{1faff}]/gu, '')
    .replace(undrawn, '')
    .normalize('NFC')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .trim()
}

export function cellsOf(text: string, face: 'serif' | 'sans' = 'serif'): Cell[] {
  return Array.from(graphemes.segment(text), ({ segment }) => ({ text: segment, advance: advanceOf(segment, face) }))
}

export function widthOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, cell) => sum + cell.advance, 0)
}

export interface Title {
  /** The large part. */
  cells: Cell[]
  /** Text after a colon, a dot or, after Chinese, a space; empty if there is none. */
  rest: string
  /** Whether all characters are full-width, so that vertical layout is possible. */
  upright: boolean
  /** Whether a line must not be split into characters. */
  joined: boolean
}

/** Space needed by the small line above the title. */
export function headroom(title: Title): number {
  return title.rest === '' ? 0 : 46
}

function shortened(cells: Cell[], longest: number): Cell[] {
  return cells.length <= longest ? cells : [...cells.slice(0, longest - 1), { text: '…', advance: 1 }]
}

/** Shortens a small line to a number of characters. */
export function shortLine(text: string): string {
  return shortened(cellsOf(text), maxNoteLength)
    .map((cell) => cell.text)
    .join('')
}

function splitTitle(text: string): RegExpExecArray | null {
  return (
    /^(?<main>[^：:·•]+)[：:·•]+(?<rest>[^：:·•].*)$/u.exec(text) ??
    /^(?<main>\p{Script=Han}+) (?<rest>.+)$/u.exec(text)
  )
}

/** Undefined if nothing of the title can be drawn. Without `split` the rest stays with the main part. */
export function titleOf(raw: string, split = true): Title | undefined {
  const text = cleanText(raw)
  if (text === '') return undefined
  const parts = split ? splitTitle(text)?.groups : undefined
  const main = parts?.['main']?.trim() ?? ''
  const whole = main === ''
  const cells = shortened(cellsOf(whole ? text : main), maxTitleLength)
  return {
    cells,
    rest: whole ? '' : shortLine(parts?.['rest']?.trim() ?? ''),
    upright: cells.every((cell) => isFullWidth(cell.text) && /\p{L}/u.test(cell.text)),
    joined: joinedScripts.test(text),
  }
}

/** Where a line may end: after a space, a hyphen, or between two full-width characters but not before punctuation. */
function mayBreakAfter(cells: readonly Cell[], index: number): boolean {
  const cell = cells[index]
  const next = cells[index + 1]
  if (cell === undefined || next === undefined) return false
  if (cell.text === ' ' || cell.text === '-') return true
  return (
    next.text !== ' ' && (isFullWidth(cell.text) || isFullWidth(next.text)) && !/[\p{Po}\p{Pe}\p{Pf}]/u.test(next.text)
  )
}

function trimmed(line: Cell[]): Cell[] {
  const visible = line.findLastIndex((cell) => cell.text !== ' ')
  const first = line.findIndex((cell) => cell.text !== ' ')
  return first < 0 ? [] : line.slice(first, visible + 1)
}

/** Lines up to `maxWidth` em, filled greedily. A wider word is split. */
function wrapAt(cells: readonly Cell[], maxWidth: number): Cell[][] {
  const lines: Cell[][] = []
  let line: Cell[] = []
  let breakAt = 0
  for (const [index, cell] of cells.entries()) {
    if (line.length > 0 && cell.text !== ' ' && widthOf(line) + cell.advance > maxWidth + 1e-6) {
      const cut = breakAt > 0 ? breakAt : line.length
      lines.push(trimmed(line.slice(0, cut)))
      line = line.slice(cut)
      breakAt = 0
    }
    line.push(cell)
    if (mayBreakAfter(cells, index)) breakAt = line.length
  }
  lines.push(trimmed(line))
  return lines.filter((kept) => kept.length > 0)
}

/** Width of the widest unbreakable part, in em. */
function maxWordWidth(cells: readonly Cell[]): number {
  let widest = 0
  let word = 0
  for (const [index, cell] of cells.entries()) {
    word += cell.text === ' ' ? 0 : cell.advance
    widest = Math.max(widest, word)
    if (mayBreakAfter(cells, index)) word = 0
  }
  return widest
}

/** The narrowest block of at most `count` lines. With `keepsWords`, no word is split. */
export function wrapInto(cells: readonly Cell[], count: number, keepsWords: boolean): Cell[][] {
  const total = widthOf(cells)
  const start = Math.max(total / count, keepsWords ? maxWordWidth(cells) : 0)
  for (let widest = start; widest < total; widest += Math.max(0.1, total / 60)) {
    const lines = wrapAt(cells, widest)
    if (lines.length <= count) return lines
  }
  return [trimmed([...cells])]
}
