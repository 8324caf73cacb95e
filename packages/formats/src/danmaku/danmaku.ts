/** Danmaku as files of other sites and players carry them. */

export type DanmakuFileFormat = 'bilibili' | 'dplayer' | 'dandanplay' | 'artplayer'

export type DanmakuFileMode = 'scroll' | 'top' | 'bottom' | 'reverse'

/** One danmaku, whatever file it comes from or goes to. */
export interface DanmakuRecord {
  /** Milliseconds from the beginning. */
  readonly atMs: number
  readonly mode: DanmakuFileMode
  /** RGB in 24 bits. */
  readonly color: number
  readonly size: 18 | 25 | 36
  /** One line, clean: see `cleanDanmakuText`. */
  readonly text: string
  /** Who sent it, as the file names them; empty where it does not. */
  readonly sender: string
  /** When it was sent, Unix seconds; 0 where the file does not say. */
  readonly sentSec: number
  /** Its number where it comes from, digits; empty where it has none. */
  readonly id: string
}

export interface DanmakuFile {
  readonly format: DanmakuFileFormat
  readonly records: DanmakuRecord[]
  /** Entries that are none, have no text, or stand on the picture as we cannot show: positioned, drawn by code. */
  readonly faults: number
}

/** Why a file is not read. */
export type DanmakuFileProblem = 'size' | 'items' | 'encoding' | 'entities' | 'malformed' | 'cut' | 'foreign'

/** A file that holds no danmaku, is damaged, or is larger than one may be. Nothing of it should be kept. */
export class DanmakuFileError extends Error {
  override readonly name = 'DanmakuFileError'
  readonly problem: DanmakuFileProblem

  constructor(problem: DanmakuFileProblem, options: { cause?: unknown } = {}) {
    super(`not a readable file of danmaku: ${problem}`, options)
    this.problem = problem
  }
}

export const danmakuFileLimits = { bytes: 32 * 1024 * 1024, items: 300_000, text: 100, sender: 32 } as const

/** Times of day of a broadcast are Unix seconds, and nothing is later. */
const latestMs = 1e13

/** What a file says of one danmaku, of any content. */
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

/** Format characters of any kind: directions, widths of nothing, tags. The joiner stands apart: it makes one emoji of two. */
const FORMAT = /[\p{Cf}--\u200d]/gv
/** A joiner that joins no emoji. */
const LONE_JOINER =
  /(?<!\p{Extended_Pictographic}(?:\ufe0f|[\u{1f3fb}-\u{1f3ff}])?)\u200d|\u200d(?!\p{Extended_Pictographic})/gu
/** Control characters, halves of characters that were replaced by none, and letters that show nothing. */
const UNSEEN = /[\p{Cc}\p{NChar}\ufffd\u115f\u1160\u3164\uffa0\u2800]/gu
/** Marks above marks, as nobody's language writes them. */
const PILED = /(\p{M}{3})\p{M}+/gu

/**
 * A text as it may fly: one line, whole characters, nothing that is not seen or turns the direction of what follows, no
 * more than three marks on a letter. What is longer than `most` characters is cut. Done again it changes nothing.
 */
export function cleanDanmakuText(text: string, most: number = danmakuFileLimits.text): string {
  const seen = text
    .toWellFormed()
    .replace(FORMAT, '')
    .replace(/\s+/g, ' ')
    .replace(UNSEEN, '')
    .replace(LONE_JOINER, '')
    .replace(PILED, '$1')
    .replace(/ {2,}/g, ' ')
    .trim()
  if (seen.length <= most) return seen
  const characters = [...seen]
  return characters.length <= most ? seen : cleanDanmakuText(characters.slice(0, most).join(''), most)
}

/** A record of what a file says; null for what is no danmaku that we could show. */
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

/** Of the many sizes of Bilibili the one of ours that is nearest. */
const sizeOf = (size: number): DanmakuRecord['size'] => (size <= 18 ? 18 : size >= 36 ? 36 : 25)

const wholeOrZero = (value: number): number => (Number.isInteger(value) && value > 0 && value < 1e10 ? value : 0)

/** Gathers records up to the most that a file may have. */
export function createDanmakuGathering() {
  const records: DanmakuRecord[] = []
  let faults = 0
  return {
    /** @throws DanmakuFileError where there are too many */
    add(raw: RawDanmaku | null): void {
      if (records.length + faults >= danmakuFileLimits.items) throw new DanmakuFileError('items')
      const record = raw && danmakuRecord(raw)
      if (record) records.push(record)
      else faults++
    },
    done: (format: DanmakuFileFormat): DanmakuFile => ({ format, records, faults }),
  }
}

/** Seconds to the millisecond. */
export const danmakuSeconds = (atMs: number): number => atMs / 1000
