import {
  operatorAuthority,
  type Call,
  type RefusalName,
  type RefusalOf,
  type ReplyOf,
  type Schema,
  type Script,
  type SendOf,
} from '@yunmu/contract'
import type * as z from 'zod/mini'
import type { EventKind } from '../events/events.ts'
import type { RateLimit } from '../http/rate-limits.ts'
import { RefusalError } from '../http/refusal-error.ts'
import type { Viewer } from './viewer.ts'

/** Who sent a request, as far as the network tells. */
export interface Visitor {
  address: string
  /** What the browser says it is; of any content. */
  agent: string
  /** The same for one browser during one day, and of no use to find the person. */
  dayKey: string
  /** The same for one house during one day, whatever its browsers call themselves; null for this machine itself. */
  networkKey: string | null
}

/** What a handler is given. `viewer` is there exactly when the call is not for visitors. */
export interface CallContext<C extends Call> {
  send: SendOf<C>
  viewer: C['caller'] extends 'visitor' ? Viewer | null : Viewer
  visitor: Visitor
  nowMs: number
  /** Ends the call with an expected "no" of its contract; `retryAfterSec` says how long to wait. */
  refuse: (refusal: RefusalOf<C>, retryAfterSec?: number) => never
}

export type Handler<C extends Call> = (context: CallContext<C>) => Promise<ReplyOf<C>>

export type WorkKind = 'call' | 'search' | 'none'

export interface MountOptions {
  /**
   * The anonymous reply of a GET call depends on its address and script alone. It is cached until one of these events, or
   * until something changes that its handler says it depends on (`dependsOn`). Without this and `refreshedBy` the reply is
   * made anew for each request.
   */
  cachedUntil?: readonly EventKind[]
  /** The same, for events that come often and change little: after one a cached reply is remade within two seconds. */
  refreshedBy?: readonly EventKind[]
  limit?: RateLimit
  /** The queue in which the call waits for a slot; `none` for a call that waits in a queue of its own domain. */
  admittedAs?: WorkKind
  /** Bytes of the largest body, where a call needs more than all others. */
  largestBody?: number
}

/** What says which kept reply answers a request. */
export interface KeptAsContext<C extends Call> {
  send: SendOf<C>
  viewer: Viewer | null
  nowMs: number
}

/** Options of a call whose input is known. */
export interface MountOptionsOf<C extends Call> extends MountOptions {
  /**
   * For GET calls whose replies change each by itself, and are the same for nearly everybody, signed in or not: names the
   * state that the reply is in, beside its address and script; null where it is this viewer's own. Asked with every
   * request, so it has to cost little. Instead of `cachedUntil`.
   */
  keptAs?: (context: KeptAsContext<C>) => Promise<string | null>
  /**
   * What the handler returns, in the reader's script, as raw deflate (RFC 1951) of its JSON: for sealed replies of GET calls
   * that are put together from parts which are kept so. It leaves as it is.
   */
  deflated?: (context: KeptAsContext<C> & { script: Script }) => Promise<Buffer>
}

/** A request on its way to a handler: input already read by the contract's schema. */
export interface CallRequest {
  send: unknown
  viewer: Viewer | null
  visitor: Visitor
  script: Script
  nowMs: number
}

/** A call with its handler, types erased: what the HTTP side and the page renderer work with. */
export interface MountedCall {
  readonly call: Call
  readonly options: MountOptions
  /** The input as the handler will be given it: one, however it was written. Refuses what the schema does not know. */
  read(send: unknown): unknown
  /** See `MountOptionsOf`; null where nothing of the kind is known of the call. */
  readonly keptAs: ((context: { send: unknown; viewer: Viewer | null; nowMs: number }) => Promise<string | null>) | null
  /** See `MountOptionsOf`; null where the reply is not at hand so. */
  readonly deflated: ((request: Omit<CallRequest, 'visitor'>) => Promise<Buffer>) | null
  /** Runs the handler and filters what it returns by the contract's reply schema. */
  run(request: CallRequest): Promise<unknown>
}

/** Where domains mount their calls. */
export interface CallBook {
  add(mounted: MountedCall): void
  readonly mounted: ReadonlyMap<string, MountedCall>
}

export function createCallBook(): CallBook {
  const mounted = new Map<string, MountedCall>()
  return {
    mounted,
    add(entry) {
      if (mounted.has(entry.call.name)) throw new Error(`${entry.call.name} is mounted twice`)
      mounted.set(entry.call.name, entry)
    },
  }
}

/** Parses the input with a schema of the contract. Input that does not match is refused, whatever it is. */
export function readSend<Send extends Schema>(schema: Send, send: unknown): z.output<Send> {
  if (holdsObjectAsLength(send)) throw new RefusalError('MalformedRequest')
  const input = schema.safeParse(send)
  if (!input.success || holdsNul(input.data)) throw new RefusalError('MalformedRequest')
  return input.data
}

/** Refuses who may not make the call. Runs before the input is read: a visitor is asked to log in, not told which field is wrong. */
export function admit(call: Call, viewer: Viewer | null): void {
  if (call.caller !== 'visitor' && viewer === null) throw new RefusalError('LoginNeeded')
  if (call.caller === 'vip' && !viewer?.isVip) throw new RefusalError('VipNeeded')
  if (call.caller === 'operator' && viewer?.authorityId !== operatorAuthority) throw new RefusalError('OperatorNeeded')
}

function isFor<C extends Call>(call: C, viewer: Viewer | null): viewer is CallContext<C>['viewer'] {
  return call.caller === 'visitor' || viewer !== null
}

/**
 * Whether a value in the input has an object as its `length`. zod compares the `length` of any value with the bounds of a
 * text or list, even where the type is wrong; comparing `{ "toString": 1 }` with a number throws a TypeError.
 * Not recursive: a body of 64 kB may be nested 32,000 deep.
 */
function holdsObjectAsLength(input: unknown): boolean {
  const open = [input]
  while (open.length > 0) {
    const value = open.pop()
    if (!(value instanceof Object)) continue
    if ('length' in value && value.length instanceof Object) return true
    for (const part of Object.values(value)) if (part instanceof Object) open.push(part)
  }
  return false
}

/** A character that PostgreSQL's text does not know. Nothing that a person types holds it. */
function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  return value instanceof Object && Object.values(value).some(holdsNul)
}

/** Gives a call of the contract its handler. */
export function mountCall<Send extends Schema, Reply extends Schema, Refused extends RefusalName>(
  book: CallBook,
  call: Call<Send, Reply, Refused>,
  handle: Handler<Call<Send, Reply, Refused>>,
  options: MountOptionsOf<Call<Send, Reply, Refused>> = {},
): void {
  const { keptAs, deflated } = options
  const read = (send: unknown): SendOf<Call<Send, Reply, Refused>> => readSend(call.send, send)
  book.add({
    call,
    options,
    read,
    keptAs: keptAs ? ({ send, ...context }) => keptAs({ ...context, send: read(send) }) : null,
    deflated: deflated ? ({ send, ...context }) => deflated({ ...context, send: read(send) }) : null,
    async run({ send, viewer, visitor, nowMs }) {
      admit(call, viewer)
      if (!isFor(call, viewer)) throw new RefusalError('LoginNeeded')
      const input = read(send)
      const refuse = (refusal: Refused, retryAfterSec?: number): never => {
        throw new RefusalError(refusal, retryAfterSec === undefined ? {} : { retryAfterSec, detail: { retryAfterSec } })
      }
      const reply = await handle({ send: input, viewer, visitor, nowMs, refuse })
      return call.reply.parse(reply)
    },
  })
}
