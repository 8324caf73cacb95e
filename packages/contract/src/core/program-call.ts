import type { Schema } from './define-call.ts'

/** A call of programs: JSON Lines with a bearer token of a scope. Its body and its reply are plain. */
export interface ProgramCall {
  readonly name: string
  readonly summary: string
  readonly path: string
  /** What the token is for. */
  readonly scope: string
  /** How an operator makes a token. */
  readonly command: string
  /** One line of the body. */
  readonly line: Schema
  readonly maxBodyBytes: number
  readonly reply: Schema
}
