import type { Script } from '@yunmu/contract'
import { chinaDayNumber, daySec } from '@yunmu/contract/china-time'
import type { ChangeLog } from '../caching/change-log.ts'
import { dependsLooselyOn, dependsOn } from '../caching/collect-dependencies.ts'
import { isForMinors } from '../audience.ts'
import type { CachedValue, ValueCache } from '../caching/value-cache.ts'
import type { MountedCall } from './mount-call.ts'
import type { Viewer } from './viewer.ts'

/**
 * Counts the midnights up to a time which no cached reply outlives: UTC, when the sealing key changes, and China, when
 * "today" does. Part of every cache key.
 */
export const midnightsUntil = (nowMs: number): number =>
  Math.floor(nowMs / 1000 / daySec) + chinaDayNumber(nowMs / 1000)

interface CallRequest {
  send: unknown
  viewer: Viewer | null
  nowMs: number
  script: Script
}

/** Caches replies of calls, in any form, until a dependency changes. */
export interface CallCache<Value> {
  /** The cache key of a call's reply; null if it is built for each request. */
  keyOf(mounted: MountedCall, request: CallRequest): Promise<string | null>
  /** See `ValueCache.get`. */
  get(mounted: MountedCall, key: string, make: () => Promise<Value>, onJoin?: () => void): Promise<Value>
  peek(key: string): CachedValue<Value> | undefined
}

export function createCallCache<Value>(values: ValueCache<Value>, changes: ChangeLog): CallCache<Value> {
  return {
    async keyOf(mounted, { send, viewer, nowMs, script }) {
      const { call, options } = mounted
      const state = (await mounted.versionOf?.({ send, viewer, nowMs })) ?? null
      const isShared = viewer === null && (options.cachedUntil ?? options.refreshedBy) !== undefined
      if (state === null && !isShared) return null
      const audience = isForMinors() ? 'minor ' : ''
      return `${audience}${midnightsUntil(nowMs)} ${script} ${call.name} ${state ?? ''} ${JSON.stringify(mounted.read(send))}`
    },
    get({ options }, key, make, onJoin) {
      const makeWithEvents = (): Promise<Value> => {
        // Replies with a version differ by their key.
        if (options.cachedUntil) dependsOn(...options.cachedUntil.map(changes.eventName))
        if (options.refreshedBy) dependsLooselyOn(...options.refreshedBy.map(changes.eventName))
        return make()
      }
      return values.get(key, makeWithEvents, onJoin)
    },
    peek: values.peek,
  }
}
