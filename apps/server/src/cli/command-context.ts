import type { Readable, Writable } from 'node:stream'
import type { Platform } from '../platform/platform.ts'
import type { Station } from '../station.ts'

/** A station that a command works with, beside one that runs or alone. */
export interface OpenStation {
  platform: Platform
  station: Station
  close(): Promise<void>
}

/** The streams of who runs a command, as a process has them. */
export interface Terminal {
  readonly input: Readable & { isTTY?: boolean; setRawMode?(isRaw: boolean): unknown }
  readonly output: Writable & { isTTY?: boolean; columns?: number }
  readonly errors: Writable
}

/** What commands work with. */
export interface CommandContext {
  /** Opens the database, or joins it where a station runs. */
  openStation(): Promise<OpenStation>
  /** Ends when the operator presses Ctrl-C or the process is told to end. */
  signal: AbortSignal
  terminal: Terminal
  /** The absolute path of a file as the operator named it. */
  pathOf(file: string): string
  /** One line on the standard output. */
  say(line: string): void
  /** One line beside it. */
  hint(line: string): void
}

/** How a command ended: all well, not all well, wrong use, stopped by the operator. */
export const exitCodes = { well: 0, failed: 1, wrongUse: 2, stopped: 130 } as const

/** A use of a command that cannot be meant. `message` is one plain Chinese sentence. */
export class WrongUse extends Error {
  override readonly name = 'WrongUse'
}
