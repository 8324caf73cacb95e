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
  handle(sent: { send: unknown; viewer: Viewer | null; nowMs: number }): Promise<void>
}

/** Registry of up-frame handlers, filled by the domains. */
export interface UpFrameRegistry {
  add(name: string, mounted: MountedUp): void
  get(name: string): MountedUp | undefined
}

export function createUpFrameRegistry(): UpFrameRegistry {
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
 * Mounts the handler of an up-frame of the contract. It returns null or a refusal. What waits for the database is a call
 * instead.
 */
export function mountUp<Send extends Schema, Reply extends Schema, Refused extends RefusalName>(
  registry: UpFrameRegistry,
  { name, call }: UpFrame<Call<Send, Reply, Refused>>,
  handle: (context: UpContext<Call<Send, Reply, Refused>>) => Promise<Refused | null>,
  { limit = defaultLimits.call }: { limit?: RateLimit } = {},
): void {
  registry.add(name, {
    call,
    limit,
    async handle({ send, viewer, nowMs }) {
      authorize(call, viewer)
      if (viewer === null) throw new RefusalError('LoginNeeded')
      const refusal = await handle({ send: readSend(call.send, send), viewer, nowMs })
      if (refusal !== null) throw new RefusalError(refusal)
    },
  })
}
