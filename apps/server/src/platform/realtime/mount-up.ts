import type { Call, RefusalName, Schema, SendOf, UpFrame } from '@yunmu/contract'
import { admit, readSend } from '../calls/mount-call.ts'
import { defaultLimits, type RateLimit } from '../http/rate-limits.ts'
import { RefusalError } from '../http/refusal-error.ts'
import type { Viewer } from '../calls/viewer.ts'

/** What a taker is given. */
export interface UpContext<C extends Call> {
  send: SendOf<C>
  /** Up-frames are for people who are signed in: what visitors send goes by calls. */
  viewer: Viewer
  nowMs: number
}

/** An up-frame with its taker, types erased: what the realtime side works with. */
export interface MountedUp {
  readonly call: Call
  /** For an address, out of the same purse as the call. */
  readonly limit: RateLimit
  /** Takes what was sent, or refuses with a name of the call or one that every call knows. */
  take(sent: { send: unknown; viewer: Viewer | null; nowMs: number }): void
}

/** Where domains mount what they take from open pages. */
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
 * Gives an up-frame of the contract its taker. It answers at once: null for what it took, or why it did not. What has to
 * wait for the database is for calls.
 */
export function mountUp<Send extends Schema, Reply extends Schema, Refused extends RefusalName>(
  book: UpBook,
  { name, call }: UpFrame<Call<Send, Reply, Refused>>,
  take: (context: UpContext<Call<Send, Reply, Refused>>) => Refused | null,
  { limit = defaultLimits.call }: { limit?: RateLimit } = {},
): void {
  book.add(name, {
    call,
    limit,
    take({ send, viewer, nowMs }) {
      admit(call, viewer)
      if (viewer === null) throw new RefusalError('LoginNeeded')
      const refusal = take({ send: readSend(call.send, send), viewer, nowMs })
      if (refusal !== null) throw new RefusalError(refusal)
    },
  })
}
