/** Entries of an XMLTV guide with the fields that the station uses. */

export interface XmltvChannel {
  readonly kind: 'channel'
  readonly id: string
  /** The first is the display name. */
  readonly names: readonly string[]
  /** An address, or empty. */
  readonly icon: string
}

export interface XmltvProgramme {
  readonly kind: 'programme'
  /** The id of its channel. */
  readonly channel: string
  readonly startSec: number
  /** Null if absent: the programme lasts until the next one. */
  readonly stopSec: number | null
  readonly title: string
  readonly subtitle: string
  readonly description: string
  readonly categories: readonly string[]
  /** For display, `第3集` or `S1E3`; or empty. */
  readonly episode: string
  /** An address, or empty. */
  readonly icon: string
}

/** A programme that cannot be shown, with the part that is missing or invalid. */
export interface XmltvFault {
  readonly kind: 'fault'
  readonly part: 'channel' | 'start' | 'title'
}

export type XmltvEntry = XmltvChannel | XmltvProgramme | XmltvFault

/** Why a file is refused as a guide. */
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

/** A file that is no guide, is damaged, or exceeds a limit. Nothing of it should be imported. */
export class XmltvError extends Error {
  override readonly name = 'XmltvError'
  readonly problem: XmltvProblem
  /** Current line of the parser, from 1; 0 if it has no meaning. */
  readonly line: number

  constructor(problem: XmltvProblem, line: number, options: { cause?: unknown } = {}) {
    super(`not a readable guide: ${problem}${line > 0 ? ` at line ${line}` : ''}`, options)
    this.problem = problem
    this.line = line
  }
}

/** Maximum lengths in UTF-16 units; longer texts are cut. */
export const xmltvLengths = { name: 200, text: 8192, address: 2000 } as const

/** Cuts a text between characters. */
const cut = (text: string, maxLength: number): string => text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')

/** Normalises a text to one line. */
export function tidyLine(text: string, maxLength: number): string {
  const line = text
    .toWellFormed()
    .replace(/[\s\p{Cc}\ufeff\ufffe\uffff]+/gu, ' ')
    .trim()
  return line.length > maxLength ? cut(line, maxLength).trimEnd() : line
}

/** Normalises a text of several lines. */
export function tidyLines(text: string, maxLength: number): string {
  return cut(text.toWellFormed(), maxLength)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => tidyLine(line, maxLength))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
