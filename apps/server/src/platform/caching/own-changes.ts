import { randomBytes, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import { defineEvent, type Events } from '../events/events.ts'
import type { KeyedHash } from '../process/keyed-hash.ts'
import { looseLimitMs, type ChangeLog } from './change-log.ts'
import { requireSequence } from './required-sequence.ts'
import { trackChanges } from './track-changes.ts'

/**
 * Shows visitors what they changed at once, in lists too, on every process of the station. Whoever made a call that
 * changed something gets a token for a few seconds. For a request with tokens, cached values that do not show the
 * changes are rebuilt first; the rebuilt value serves everybody. The cost is at most one rebuild for each value and call.
 */
export interface OwnChanges {
  /**
   * Makes a call that may change something.
   * @returns `token` null if nothing changed that cached values depend on
   */
  track<Result>(run: () => Promise<Result>): Promise<{ result: Result; token: string | null }>
  /** Answers a request so that it shows the changes of its tokens. Invalid tokens have no effect. */
  show<Result>(tokens: readonly string[], run: () => Promise<Result>): Promise<Result>
}

/** A call changed something. Announced after what changed, and therefore received after it. */
const callChanged = defineEvent('platform.callChanged', z.object({ callId: z.string() }))

/** After this time, lists show the change to everybody. */
export const tokenLifetimeSec = Math.ceil(looseLimitMs / 1000) + 1
/** A request waits no longer than this for the announcement of another process. */
const maxWaitMs = 500
/** Number of calls whose sequence is stored. */
const maxCalls = 10_000
/** Number of tokens of one request that are honoured, the last ones of its cookies. */
const maxTokens = 16
/** Random bytes of a call's id, which only has to differ from those of the last seconds. */
const callIdBytes = 8

export function createOwnChanges(needs: {
  events: Pick<Events, 'announce' | 'on'>
  changes: ChangeLog
  hash: KeyedHash
  nowMs: () => number
}): OwnChanges {
  const { events, changes } = needs
  const tokens = createTokens(needs)
  const sequences = createSequences(changes)
  events.on(callChanged, (detail) => {
    if (detail) sequences.add(detail.callId)
  })

  return {
    async track(run) {
      const { result, hasChanged } = await trackChanges(run)
      if (!hasChanged) return { result, token: null }
      const callId = randomBytes(callIdBytes).toString('base64url')
      events.announce(callChanged, { callId })
      return { result, token: tokens.create(callId) }
    },
    async show(given, run) {
      const callIds = given.slice(-maxTokens).flatMap((token) => tokens.callIdOf(token) ?? [])
      if (callIds.length === 0) return run()
      const shown = await Promise.all(callIds.map(sequences.of))
      return requireSequence(Math.max(0, ...shown), run)
    },
  }
}

/** Signed, so that only a call that changed something can cause a rebuild. */
function createTokens({ hash, nowMs }: { hash: KeyedHash; nowMs: () => number }) {
  const signatureOf = (callId: string, at: string): Buffer => hash('own changes', `${callId} ${at}`).subarray(0, 16)
  const isCurrent = (at: string): boolean => Math.abs(nowMs() - Number.parseInt(at, 36)) < tokenLifetimeSec * 1000
  return {
    /** `id.time.signature` */
    create(callId: string): string {
      const at = nowMs().toString(36)
      return `${callId}.${at}.${signatureOf(callId, at).toString('base64url')}`
    },
    /** Null if the token is old or not ours. */
    callIdOf(token: string): string | null {
      const [callId = '', at = '', signature = ''] = token.split('.')
      const given = Buffer.from(signature, 'base64url')
      const expected = signatureOf(callId, at)
      const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
      return isOurs && isCurrent(at) ? callId : null
    },
  }
}

/** For each call, the sequence of this process's change log when the changes of the call were recorded here. */
function createSequences(changes: ChangeLog) {
  const calls = new LRUCache<string, PromiseWithResolvers<number>>({ max: maxCalls })
  const ofCall = (callId: string): PromiseWithResolvers<number> => {
    const known = calls.get(callId) ?? Promise.withResolvers<number>()
    calls.set(callId, known)
    return known
  }
  return {
    add(callId: string): void {
      ofCall(callId).resolve(changes.settled().then(() => changes.sequence))
    },
    /** After `maxWaitMs`, that of all changes so far. */
    async of(callId: string): Promise<number> {
      const late = Promise.withResolvers<number>()
      const timer = setTimeout(() => late.resolve(changes.sequence), maxWaitMs)
      try {
        return await Promise.race([ofCall(callId).promise, late.promise])
      } finally {
        clearTimeout(timer)
      }
    },
  }
}
