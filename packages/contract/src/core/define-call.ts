import type * as z from 'zod/mini'
import type { RefusalName } from './refusals.ts'

/** Who may make a call. Checked by the server before the input is looked at. */
export type Caller = 'visitor' | 'user' | 'vip' | 'operator'

/** Any schema of the contract: zod/mini, so that a browser that imports a call does not pay for the whole of zod. */
export type Schema = z.ZodMiniType

/**
 * One call of the product: its single definition, from which the server takes its route, its checks and its output
 * filter, the browser its types and addresses, and the documents their page.
 */
export interface Call<
  Send extends Schema = Schema,
  Reply extends Schema = Schema,
  Refused extends RefusalName = RefusalName,
> {
  /** The call's one name on every shelf: file, handler, hook and test carry it. */
  readonly name: string
  readonly summary: string
  readonly method: 'GET' | 'POST'
  /** `:name` parts are positional segments and belong to `send`. GET calls stand under `/v1`. */
  readonly path: `/${string}`
  readonly caller: Caller
  /** Plain replies travel as they are; all others are sealed with the key of the day. */
  readonly plain?: true
  readonly send: Send
  readonly reply: Reply
  /** The expected refusals of this call. Those that every call knows (login, rate) are not listed. */
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
