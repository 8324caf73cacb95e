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

/** What the version of a cached reply may depend on. */
export interface VersionContext<C extends Call> {
  send: SendOf<C>
  viewer: Viewer | null
  nowMs: number
}

/** Options of a call whose input is known. */
export interface MountOptionsOf<C extends Call> extends MountOptions {
  /**
   * Names the version of the reply, which becomes part of its cache key; null where the reply is this viewer's own. For GET
   * calls whose replies change one by one and are the same for nearly everybody, signed in or not. Called for every request,
   * so it must be cheap. Instead of `cachedUntil`.
   */
  versionOf?: (context: VersionContext<C>) => Promise<string | null>
  /**
   * The handler's reply in the reader's script, as raw deflate (RFC 1951) of its JSON: for sealed replies of GET calls that
   * are assembled from cached compressed parts. It is sealed as it is.
   */
  deflated?: (context: VersionContext<C> & { script: Script }) => Promise<Buffer>
}

/** A request on its way to a handler. `send` has not been parsed by the call's schema yet. */
export interface CallRequest {
  send: unknown
  viewer: Viewer | null
  visitor: Visitor
  script: Script
  nowMs: number
}

/** A call with its handler, without its types: what HTTP routes and the page renderer work with. */
export interface MountedCall {
  readonly call: Call
  readonly options: MountOptions
  /** Parses the input with the call's schema: equal inputs give equal results. Unknown keys are refused. */
  read(send: unknown): unknown
  /** See `MountOptionsOf`; null for a call without versions. */
  readonly versionOf:
    | ((context: { send: unknown; viewer: Viewer | null; nowMs: number }) => Promise<string | null>)
    | null
  /** See `MountOptionsOf`; null for a call without compressed parts. */
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
  const { versionOf, deflated } = options
  const read = (send: unknown): SendOf<Call<Send, Reply, Refused>> => readSend(call.send, send)
  book.add({
    call,
    options,
    read,
    versionOf: versionOf ? ({ send, ...context }) => versionOf({ ...context, send: read(send) }) : null,
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
