import type { Call, RefusalName, Schema, SendOf, UpFrame } from '@yunmu/contract'
import { authorize, readSend } from '../calls/mount-call.ts'
import { defaultLimits, type RateLimit } from '../http/rate-limits.ts'
import { RefusalError } from '../http/refusal-error.ts'
import type { Viewer } from '../calls/viewer.ts'

/** The arguments of an up-frame handler. */
export interface UpContext<C extends Call> {
  send: SendOf<C>
  /** Up-frames are for signed-in users; visitors use calls. */
  viewer: Viewer
  nowMs: number
}

/** An up-frame with its handler, without its types. */
export interface MountedUp {
  readonly call: Call
  /** Rate limit per address, shared with the call. */
  readonly limit: RateLimit
  /** Handles the frame, or refuses with a refusal of the call or a common one. */
  handle(sent: { send: unknown; viewer: Viewer | null; nowMs: number }): void
}

/** Registry of up-frame handlers, filled by the domains. */
export interface UpBook {
  add(name: string, mounted: MountedUp): void
  get(name: string): MountedUp | undefined
}

export function createUpBook(): UpBook {
  const mounted = new Map<string, MountedUp>()
  return {
    get: (name) => mounted.get(name),
    add(name, entry) {
      if (mounted.has(name)) throw new Error(`${name} is mounted twice`)
      mounted.set(name, entry)
    },
  }
}

/**
 * Mounts the handler of an up-frame of the contract. It is synchronous and returns null or a refusal. What needs the
 * database is a call instead.
 */
export function mountUp<Send extends Schema, Reply extends Schema, Refused extends RefusalName>(
  book: UpBook,
  { name, call }: UpFrame<Call<Send, Reply, Refused>>,
  handle: (context: UpContext<Call<Send, Reply, Refused>>) => Refused | null,
  { limit = defaultLimits.call }: { limit?: RateLimit } = {},
): void {
  book.add(name, {
    call,
    limit,
    handle({ send, viewer, nowMs }) {
      authorize(call, viewer)
      if (viewer === null) throw new RefusalError('LoginNeeded')
      const refusal = handle({ send: readSend(call.send, send), viewer, nowMs })
      if (refusal !== null) throw new RefusalError(refusal)
    },
  })
}
