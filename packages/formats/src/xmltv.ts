/** The entries of a guide in XMLTV, as far as the station has use for them. */

export interface XmltvChannel {
  readonly kind: 'channel'
  readonly id: string
  /** The first is the one to show. */
  readonly names: readonly string[]
  /** An address, or empty. */
  readonly icon: string
}

export interface XmltvProgramme {
  readonly kind: 'programme'
  /** The id of its channel. */
  readonly channel: string
  readonly startSec: number
  /** Null where the file does not say: it lasts until the next one. */
  readonly stopSec: number | null
  readonly title: string
  readonly subtitle: string
  readonly description: string
  readonly categories: readonly string[]
  /** As it is shown, `第3集` or `S1E3`, or empty. */
  readonly episode: string
  /** An address, or empty. */
  readonly icon: string
}

/** A programme that cannot be shown, and which of its parts is missing or unreadable. */
export interface XmltvFault {
  readonly kind: 'fault'
  readonly part: 'channel' | 'start' | 'title'
}

export type XmltvEntry = XmltvChannel | XmltvProgramme | XmltvFault

/** Why a file is not read as a guide. */
export type XmltvProblem =
  | 'encoding'
  | 'entities'
  | 'malformed'
  | 'cut'
  | 'foreign'
  | 'depth'
  | 'size'
  | 'text'
  | 'programmes'

/** A file that is no guide, is damaged, or is larger than a guide may be. Nothing of it should be kept. */
export class XmltvError extends Error {
  override readonly name = 'XmltvError'
  readonly problem: XmltvProblem
  /** The line that the reader had come to, from 1; 0 where that says nothing. */
  readonly line: number

  constructor(problem: XmltvProblem, line: number, options: { cause?: unknown } = {}) {
    super(`not a readable guide: ${problem}${line > 0 ? ` at line ${line}` : ''}`, options)
    this.problem = problem
    this.line = line
  }
}

/** Longest texts, in UTF-16 units: what is longer is cut. */
export const xmltvLengths = { name: 200, text: 8192, address: 2000 } as const

/** The beginning of a text, cut between characters. */
const cut = (text: string, longest: number): string => text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')

/** A text on one line. */
export function tidyLine(text: string, longest: number): string {
  const line = text
    .toWellFormed()
    .replace(/[\s\p{Cc}\ufeff\ufffe\uffff]+/gu, ' ')
    .trim()
  return line.length > longest ? cut(line, longest).trimEnd() : line
}

/** A text of several lines. */
export function tidyLines(text: string, longest: number): string {
  return cut(text.toWellFormed(), longest)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => tidyLine(line, longest))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
