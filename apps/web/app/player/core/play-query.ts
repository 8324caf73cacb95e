import type { CallCache } from '../../lib/calls/call-cache.ts'
import { RefusedError } from '../../lib/calls/call-errors.ts'
import { callOnce, isReplyOf } from '../../lib/calls/call-query.ts'
import type { Calls, ReplyFrom, SendTo } from '../../lib/calls/calls.ts'
import type { PageRead } from '../../lib/calls/page-data.tsx'
import { isSignedIn } from '../../lib/session/session.ts'
import { ownStream } from './own-stream.ts'
import type { PlayResult, PlayRefusal } from './player-handle.ts'

/**
 * What to play: an episode of a title, the live edge of a channel, a programme of one, a match, its recording or its
 * highlights.
 */
export interface PlayTarget {
  type: 'vod' | 'live' | 'replay' | 'match' | 'record' | 'highlights'
  id: number
  /** Source, line of a channel, or stream of a match; 0 lets the server choose. */
  lineId: number
  /** Episode of a title; 1 for others. */
  level: number
}

const refusals = new Map<string, PlayRefusal>([
  ['EpisodeNotReady', 'pending'],
  ['EpisodeBroken', 'broken'],
  ['NoSuchEpisode', 'broken'],
  ['VipNeeded', 'vip'],
  ['PlayPasswordNeeded', 'password'],
  ['TooManyStreams', 'crowded'],
  ['NoSuchTitle', 'gone'],
  ['NothingToPlay', 'gone'],
  ['NoSuchLine', 'broken'],
  ['NothingOnAir', 'pending'],
  ['NoReplay', 'gone'],
  ['NoSuchProgramme', 'gone'],
  ['NoSuchChannel', 'gone'],
  ['NoSuchStream', 'broken'],
  ['MatchNotOpen', 'pending'],
  ['MatchOver', 'gone'],
  ['NoSuchMatch', 'gone'],
])

/** An older play reply is requested again. */
const freshForMs = 60_000

const sendOf = ({ lineId, ...target }: PlayTarget): SendTo<'playToken'> => ({ ...target, ids: lineId })

/** What was refused before may play now. */
export const forgetPlay = (cache: CallCache): void => cache.invalidate(keyPrefix)

const keyPrefix = 'play '
/** The permission is independent of the script. */
const keyOf = ({ type, id, lineId, level }: PlayTarget): string => `${keyPrefix}${type} ${id} ${lineId} ${level}`

const isPlayAnswer = (data: unknown): data is PlayResult => data !== undefined

const granted = ({ url, qualities, storyboard, preview, expires, remote }: ReplyFrom<'playToken'>): PlayResult => ({
  granted: { url, qualities, storyboard, preview, expiresSec: expires, ...(remote && { sources: remote }) },
})

function refused({ refusal, retryAfterSec }: RefusedError): PlayResult | null {
  const reason = refusals.get(refusal)
  return reason === undefined ? null : { refused: reason, waitSec: retryAfterSec }
}

/**
 * Requests permission to play. `onWindow` is called with the seconds of a broadcast that can be seeked in. Throws if the
 * server is unreachable.
 */
export async function requestPlay(target: PlayTarget, onWindow?: (dvrSec: number) => void): Promise<PlayResult> {
  try {
    const own = isSignedIn() ? { stream: ownStream() } : {}
    const reply = await callOnce('playToken', { ...sendOf(target), ...own }, 's')
    if (reply.live) onWindow?.(reply.live.dvrSec)
    return granted(reply)
  } catch (err) {
    const answer = err instanceof RefusedError ? refused(err) : null
    if (answer) return answer
    throw err
  }
}

/** Response time of a playlist in milliseconds; null if it fails. */
export async function measurePlay(target: PlayTarget): Promise<number | null> {
  try {
    const answer = await requestPlay(target)
    if ('refused' in answer) return null
    const began = performance.now()
    const response = await fetch(answer.granted.url, { cache: 'no-store' })
    await response.arrayBuffer()
    return response.ok ? performance.now() - began : null
  } catch {
    return null
  }
}

/** Permission to play from the cache if it is fresh. Throws if the server is unreachable. */
export const cachedPlay = (cache: CallCache, target: PlayTarget): Promise<unknown> =>
  cache.fetch(keyOf(target), {
    async load() {
      const wasVisitor = !isSignedIn()
      const reply = await requestPlay(target)
      return { reply, forEverybody: wasVisitor ? reply : undefined }
    },
    freshForMs,
    mayRetry: () => false,
  })

/** URL of the thumbnails; null if there are none, or the viewer may not play. */
export async function storyboardOf(cache: CallCache, target: PlayTarget): Promise<string | null> {
  const result = await cachedPlay(cache, target)
  return isPlayAnswer(result) && 'granted' in result ? result.granted.storyboard : null
}

/**
 * Includes the permission in the page data, so that the player need not wait for it. In the browser navigation does not
 * wait for it. The server leaves out titles for signed-in users, because their rights are unknown during rendering; a channel
 * plays alike for all.
 */
export function playPageRead(target: PlayTarget): PageRead {
  return {
    async onServer(cache, page) {
      if (page.signedIn && target.type === 'vod') return
      const calls: Calls = await import('@yunmu/contract')
      const outcome = await page.make(calls.playToken, sendOf(target))
      if (!outcome.done) return
      if (isReplyOf('playToken', outcome.data)) cache.fill({ [keyOf(target)]: granted(outcome.data) })
    },
    async inBrowser(cache) {
      // The player handles the failure when it requests the permission itself.
      cachedPlay(cache, target).catch(() => undefined)
    },
  }
}

/** The permission from the page data, if it is fresh. */
export function freshCachedPlay(cache: CallCache, target: PlayTarget): PlayResult | null {
  const { data, atMs } = cache.read(keyOf(target))
  return isPlayAnswer(data) && Date.now() - atMs < freshForMs ? data : null
}

/** Returns a function that requests permission: the first request of each target may be served from the page data. */
export function createPlayRequester(cache: CallCache): (target: PlayTarget) => Promise<PlayResult> {
  const requested = new Set<string>()
  return (target) => {
    const key = keyOf(target)
    const isFirst = !requested.has(key)
    requested.add(key)
    if (!isFirst) return requestPlay(target)
    return cachedPlay(cache, target).then((answer) => (isPlayAnswer(answer) ? answer : requestPlay(target)))
  }
}
