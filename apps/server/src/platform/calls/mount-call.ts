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
import { watchEntries } from '../audit/watch-entries.ts'
import type { EventKind } from '../events/events.ts'
import type { BrowserSession } from '../http/browser-session.ts'
import type { RateLimit } from '../http/rate-limits.ts'
import { RefusalError } from '../http/refusal-error.ts'
import { createRefusalCheck, type OnActOfUser, type OnUndeclaredRefusal } from './declared-refusals.ts'
import type { SessionScope, Viewer } from './viewer.ts'

/** The sender of a request, as far as the network tells. */
export interface Visitor {
  address: string
  /** The User-Agent, of any content. */
  agent: string
  /** Known for POST calls only, whose replies are never shared. */
  browser: BrowserSession
  /** Scheme and host under which the browser knows the station. Refuses a request without a valid host. */
  requestOrigin: string
  /** The same for one browser during one day; does not identify the person. */
  dayKey: string
  /** The same for one household during one day, whatever its User-Agents; null for this machine itself. */
  networkKey: string | null
}

/** The arguments of a handler. `viewer` is null only for calls open to visitors. */
export interface CallContext<C extends Call> {
  send: SendOf<C>
  viewer: C['caller'] extends 'visitor' ? Viewer | null : Viewer
  visitor: Visitor
  nowMs: number
  /** Ends the call with a refusal of its contract; `retryAfterSec` is the time to wait. */
  refuse: (refusal: RefusalOf<C>, retryAfterSec?: number) => never
}

export type Handler<C extends Call> = (context: CallContext<C>) => Promise<ReplyOf<C>>

export type WorkKind = 'call' | 'search' | 'none'

export interface MountOptions {
  /**
   * The anonymous reply of a GET call depends only on its address and script. It is cached until one of these events,
   * or until a dependency declared by the handler (`dependsOn`) changes. Without this and `refreshedBy` the reply is
   * built for each request.
   */
  cachedUntil?: readonly EventKind[]
  /** The same, for frequent events of little effect: after one a cached reply is rebuilt within two seconds. */
  refreshedBy?: readonly EventKind[]
  limit?: RateLimit
  /** The queue in which the call waits for a slot; `none` for a call that waits in a queue of its own domain. */
  admittedAs?: WorkKind
  /** Maximum size of the body, for calls that need more than the default. */
  maxBodyBytes?: number
}

/** What the version of a cached reply may depend on. */
export interface VersionContext<C extends Call> {
  send: SendOf<C>
  viewer: Viewer | null
  nowMs: number
}

/** Options that use the call's input. */
export interface MountOptionsOf<C extends Call> extends MountOptions {
  /**
   * Returns the version of the reply, which becomes part of its cache key; null if the reply is this viewer's own. For
   * GET calls whose replies change individually and are the same for nearly everybody, signed in or not. Called for
   * every request, so it must be cheap. Replaces `cachedUntil`.
   */
  versionOf?: (context: VersionContext<C>) => Promise<string | null>
  /**
   * The handler's reply in the reader's script, as raw deflate (RFC 1951) of its JSON: for sealed replies of GET calls
   * that are assembled from cached compressed parts. It is sealed without recompression.
   */
  deflated?: (context: VersionContext<C> & { script: Script }) => Promise<Buffer>
  /** A limit of its own for a kind of input, besides that of the call: for POST calls that serve different purposes. */
  limitOf?: (send: SendOf<C>) => NamedLimit
}

interface NamedLimit extends RateLimit {
  /** Of the bucket. */
  name: string
}

/** A request to a handler. `send` is not parsed yet. */
export interface CallRequest {
  send: unknown
  viewer: Viewer | null
  visitor: Visitor
  script: Script
  nowMs: number
}

/** A mounted call, without its types: what HTTP routes and the page renderer work with. */
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
  /** See `MountOptionsOf`; null for a call without kinds. */
  readonly limitOf: ((send: unknown) => NamedLimit) | null
  /** Runs the handler and filters its result by the contract's reply schema. */
  run(request: CallRequest): Promise<unknown>
}

/** The registry in which domains mount their calls. */
export interface CallRegistry {
  add(mounted: MountedCall): void
  readonly mounted: ReadonlyMap<string, MountedCall>
}

export function createCallRegistry(onUndeclaredRefusal: OnUndeclaredRefusal, onActOfUser: OnActOfUser): CallRegistry {
  const run = (entry: MountedCall, request: CallRequest): Promise<unknown> => {
    const { call } = entry
    const caller = request.viewer?.name
    if (call.caller === 'operator' || caller === undefined) return entry.run(request)
    const onEntry = (actor: string): void => {
      if (actor === caller) onActOfUser(call)
    }
    return watchEntries(onEntry, () => entry.run(request))
  }
  const mounted = new Map<string, MountedCall>()
  return {
    mounted,
    add(entry) {
      const { call, versionOf, deflated } = entry
      if (mounted.has(call.name)) throw new Error(`${call.name} is mounted twice`)
      const checked = createRefusalCheck(call, onUndeclaredRefusal)
      mounted.set(call.name, {
        ...entry,
        versionOf: versionOf && checked(versionOf),
        deflated: deflated && checked(deflated),
        run: checked((request: CallRequest) => run(entry, request)),
      })
    },
  }
}

/** Parses the input with a schema of the contract. Input that does not match is refused. */
export function readSend<Send extends Schema>(schema: Send, send: unknown): z.output<Send> {
  if (hasObjectAsLength(send)) throw new RefusalError('MalformedRequest')
  const input = schema.safeParse(send)
  if (!input.success || containsNul(input.data)) throw new RefusalError('MalformedRequest')
  return input.data
}

/**
 * Refuses viewers without permission. Runs before the input is parsed: a visitor must be asked to log in, not told
 * which field is wrong.
 */
export function authorize(call: Call, viewer: Viewer | null): void {
  if (call.caller !== 'visitor' && viewer === null) throw new RefusalError('LoginNeeded')
  if (viewer && !isInScope(call, viewer.scope)) throw new RefusalError('TokenScope')
  if (call.caller === 'vip' && !viewer?.isVip) throw new RefusalError('VipNeeded')
  if (call.caller === 'operator' && viewer?.authorityId !== operatorAuthority) throw new RefusalError('OperatorNeeded')
}

/** Whether a session of this scope may make the call, whoever it is of. */
function isInScope({ caller }: Call, scope: SessionScope): boolean {
  return scope === 'full' || (scope === 'console') === (caller === 'operator')
}

/** The viewer that a handler is given: a call open to visitors that is the same for everybody is given none. */
export function viewerFor({ caller, perViewer }: Call, viewer: Viewer | null): Viewer | null {
  return caller === 'visitor' && perViewer === undefined ? null : viewer
}

function isPermittedViewer<C extends Call>(call: C, viewer: Viewer | null): viewer is CallContext<C>['viewer'] {
  return call.caller === 'visitor' || viewer !== null
}

/**
 * Whether a value in the input has an object as its `length`. zod compares the `length` of any value with the bounds of
 * a text or list, even if the type is wrong; comparing `{ "toString": 1 }` with a number throws a TypeError. Not
 * recursive: a body of 64 kB may be nested 32,000 deep.
 */
function hasObjectAsLength(input: unknown): boolean {
  const open = [input]
  while (open.length > 0) {
    const value = open.pop()
    if (!(value instanceof Object)) continue
    if ('length' in value && value.length instanceof Object) return true
    for (const part of Object.values(value)) if (part instanceof Object) open.push(part)
  }
  return false
}

/** PostgreSQL's text cannot store NUL, and people cannot type it. */
function containsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  return value instanceof Object && Object.values(value).some(containsNul)
}

/** Mounts the handler of a call of the contract. */
export function mountCall<Send extends Schema, Reply extends Schema, Refused extends RefusalName>(
  registry: CallRegistry,
  call: Call<Send, Reply, Refused>,
  handle: Handler<Call<Send, Reply, Refused>>,
  options: MountOptionsOf<Call<Send, Reply, Refused>> = {},
): void {
  const { versionOf, deflated, limitOf } = options
  const read = (send: unknown): SendOf<Call<Send, Reply, Refused>> => readSend(call.send, send)
  registry.add({
    call,
    options,
    read,
    versionOf: versionOf ? ({ send, ...context }) => versionOf({ ...context, send: read(send) }) : null,
    deflated: deflated ? ({ send, ...context }) => deflated({ ...context, send: read(send) }) : null,
    limitOf: limitOf ? (send) => limitOf(read(send)) : null,
    async run({ send, viewer: caller, visitor, nowMs }) {
      authorize(call, caller)
      const viewer = viewerFor(call, caller)
      if (!isPermittedViewer(call, viewer)) throw new RefusalError('LoginNeeded')
      const input = read(send)
      const refuse = (refusal: Refused, retryAfterSec?: number): never => {
        throw new RefusalError(refusal, retryAfterSec === undefined ? {} : { retryAfterSec, detail: { retryAfterSec } })
      }
      const reply = await handle({ send: input, viewer, visitor, nowMs, refuse })
      return call.reply.parse(reply)
    },
  })
}
