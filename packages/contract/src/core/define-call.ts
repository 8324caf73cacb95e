import type * as z from 'zod/mini'
import type { PerViewer } from './per-viewer.ts'
import type { RefusalName } from './refusals.ts'

/** Who may make a call. Checked before the input. */
export type Caller = 'visitor' | 'user' | 'vip' | 'operator'

/** A contract schema. zod/mini, so that browsers that import a call need not load all of zod. */
export type Schema = z.ZodMiniType

/**
 * Definition of one call: the server derives its route, checks and output filter from it, the browser its types and
 * address, and the API documents their content.
 */
export interface Call<
  Send extends Schema = Schema,
  Reply extends Schema = Schema,
  Refused extends RefusalName = RefusalName,
> {
  /** Name of the call, also of its files, handler, hook and test. */
  readonly name: string
  readonly summary: string
  readonly method: 'GET' | 'POST'
  /** `:name` parts are positional parameters of `send`. GET paths start with `/v1`. */
  readonly path: `/${string}`
  readonly caller: Caller
  /** For a call open to visitors whose handler uses the viewer; without it the handler is given none. */
  readonly perViewer?: PerViewer
  /** Plain replies are sent unsealed; all others are sealed with the day's key. */
  readonly plain?: true
  readonly send: Send
  readonly reply: Reply
  /** Expected refusals of this call, without those common to all calls (login, rate limit). */
  readonly refusals: readonly Refused[]
}

/** Keeps the literal types of a call's definition. */
export function defineCall<Send extends Schema, Reply extends Schema, const Refused extends RefusalName>(
  call: Call<Send, Reply, Refused>,
): Call<Send, Reply, Refused> {
  return call
}

export type SendOf<C extends Call> = z.output<C['send']>
export type ReplyOf<C extends Call> = z.output<C['reply']>
export type RefusalOf<C extends Call> = C['refusals'][number]
