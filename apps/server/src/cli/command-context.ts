import type { Readable, Writable } from 'node:stream'
import type { Platform } from '../platform/platform.ts'
import type { Station } from '../station.ts'

/** A station opened by a command; it may run beside a server. */
export interface OpenStation {
  platform: Platform
  station: Station
  close(): Promise<void>
}

/** Standard streams of the command's process. */
export interface Terminal {
  readonly input: Readable & { isTTY?: boolean; setRawMode?(isRaw: boolean): unknown }
  readonly output: Writable & { isTTY?: boolean; columns?: number }
  readonly errors: Writable
}

/** What commands work with. */
export interface CommandContext {
  /** Opens the database; if a server is running, joins its database. */
  openStation(): Promise<OpenStation>
  /** Aborted by Ctrl-C or a termination signal. */
  signal: AbortSignal
  terminal: Terminal
  /** Resolves a path relative to the operator's working directory. */
  pathOf(file: string): string
  /** Writes one line to standard output. */
  print(line: string): void
  /** Writes one line to standard error. */
  printError(line: string): void
}

/** Exit codes of commands. */
export const exitCodes = { ok: 0, failed: 1, usageError: 2, interrupted: 130 } as const

/** Invalid use of a command. `message` is one plain Chinese sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
