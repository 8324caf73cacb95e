/** Danmaku in the file formats of other sites and players. */

export type DanmakuFileFormat = 'bilibili' | 'dplayer' | 'dandanplay' | 'artplayer'

export type DanmakuFileMode = 'scroll' | 'top' | 'bottom' | 'reverse'

/** One danmaku, independent of the file format. */
export interface DanmakuRecord {
  /** Milliseconds from the beginning. */
  readonly atMs: number
  readonly mode: DanmakuFileMode
  /** RGB in 24 bits. */
  readonly color: number
  readonly size: 18 | 25 | 36
  /** One cleaned line: see `cleanDanmakuText`. */
  readonly text: string
  /** Sender as named by the file; empty if absent. */
  readonly sender: string
  /** Time of sending, Unix seconds; 0 if absent. */
  readonly sentSec: number
  /** Its id in the source system, digits only; empty if absent. */
  readonly id: string
}

export interface DanmakuFile {
  readonly format: DanmakuFileFormat
  readonly records: DanmakuRecord[]
  /** Entries that are invalid, have no text, or cannot be shown: positioned, drawn by code. */
  readonly faults: number
}

/** Why a file is refused. */
export type DanmakuFileProblem = 'size' | 'items' | 'encoding' | 'entities' | 'malformed' | 'cut' | 'foreign'

/** A file that contains no danmaku, is damaged, or exceeds a limit. Nothing of it should be imported. */
export class DanmakuFileError extends Error {
  override readonly name = 'DanmakuFileError'
  readonly problem: DanmakuFileProblem

  constructor(problem: DanmakuFileProblem, options: { cause?: unknown } = {}) {
    super(`not a readable file of danmaku: ${problem}`, options)
    this.problem = problem
  }
}

export const danmakuFileLimits = { bytes: 32 * 1024 * 1024, items: 300_000, text: 100, sender: 32 } as const

/** Times of broadcasts are Unix times; no valid time is later. */
const latestMs = 1e13

/** Unvalidated fields of one danmaku. */
export interface RawDanmaku {
  /** Seconds. */
  time: number
  mode: DanmakuFileMode | null
  color: number
  size?: number
  text: string
  sender?: string
  sentSec?: number
  id?: string
}

/**
 * Format characters: direction marks, zero-width characters, tags. The zero-width joiner is excluded, because it joins
 * emoji.
 */
const FORMAT = /[\p{Cf}--\u200d]/gv
/** A zero-width joiner that joins no emoji. */
const LONE_JOINER =
  /(?<!\p{Extended_Pictographic}(?:\ufe0f|[\u{1f3fb}-\u{1f3ff}])?)\u200d|\u200d(?!\p{Extended_Pictographic})/gu
/** Control characters, replacement characters, noncharacters and letters without a glyph. */
const INVISIBLE = /[\p{Cc}\p{NChar}\ufffd\u115f\u1160\u3164\uffa0\u2800]/gu
/** More combining marks than any language uses on a letter. */
const STACKED_MARKS = /(\p{M}{3})\p{M}+/gu

/**
 * Cleans a text for display: one line of complete characters, without invisible or direction characters, at most three
 * combining marks per letter, cut to `maxLength` characters. Idempotent.
 */
export function cleanDanmakuText(text: string, maxLength: number = danmakuFileLimits.text): string {
  const visible = text
    .toWellFormed()
    .replace(FORMAT, '')
    .replace(/\s+/g, ' ')
    .replace(INVISIBLE, '')
    .replace(LONE_JOINER, '')
    .replace(STACKED_MARKS, '$1')
    .replace(/ {2,}/g, ' ')
    .trim()
  if (visible.length <= maxLength) return visible
  const characters = [...visible]
  return characters.length <= maxLength ? visible : cleanDanmakuText(characters.slice(0, maxLength).join(''), maxLength)
}

/** A validated record; null if it cannot be shown. */
function danmakuRecord(raw: RawDanmaku): DanmakuRecord | null {
  const atMs = Math.round(raw.time * 1000)
  if (raw.mode === null || !(atMs >= 0 && atMs < latestMs)) return null
  const text = cleanDanmakuText(raw.text)
  if (text === '') return null
  return {
    atMs,
    mode: raw.mode,
    color: Number.isInteger(raw.color) && raw.color >= 0 && raw.color <= 0xffffff ? raw.color : 0xffffff,
    size: sizeOf(raw.size ?? 25),
    text,
    sender: cleanDanmakuText((raw.sender ?? '').replaceAll(',', ''), danmakuFileLimits.sender),
    sentSec: wholeOrZero(raw.sentSec ?? 0),
    id: /^\d{1,20}$/.test(raw.id ?? '') ? (raw.id ?? '') : '',
  }
}

/** The nearest of our three sizes. */
const sizeOf = (size: number): DanmakuRecord['size'] => (size <= 18 ? 18 : size >= 36 ? 36 : 25)

const wholeOrZero = (value: number): number => (Number.isInteger(value) && value > 0 && value < 1e10 ? value : 0)

/** Collects records up to the limit of a file. */
export function createDanmakuCollector() {
  const records: DanmakuRecord[] = []
  let faults = 0
  return {
    /** @throws DanmakuFileError if the limit is exceeded */
    add(raw: RawDanmaku | null): void {
      if (records.length + faults >= danmakuFileLimits.items) throw new DanmakuFileError('items')
      const record = raw && danmakuRecord(raw)
      if (record) records.push(record)
      else faults++
    },
    done: (format: DanmakuFileFormat): DanmakuFile => ({ format, records, faults }),
  }
}

/** Milliseconds as seconds with up to three decimals. */
export const danmakuSeconds = (atMs: number): number => atMs / 1000
