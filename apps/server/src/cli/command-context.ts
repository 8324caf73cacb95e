import type { Ground, Station } from '../station.ts'

/** A station that a command works with, beside one that runs or alone. */
export interface OpenStation {
  ground: Ground
  station: Station
  close(): Promise<void>
}

/** What commands work with. */
export interface CommandContext {
  /** Opens the database, or joins it where a station runs. */
  openStation(): Promise<OpenStation>
  /** Ends when the operator presses Ctrl-C or the process is told to end. */
  signal: AbortSignal
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
