import type { CallCache } from '../../lib/calls/call-cache.ts'
import { RefusedError } from '../../lib/calls/call-errors.ts'
import { callOnce, isReplyOf } from '../../lib/calls/call-query.ts'
import type { Calls, ReplyFrom, SendTo } from '../../lib/calls/calls.ts'
import type { PageRead } from '../../lib/calls/page-data.tsx'
import { isSignedIn } from '../../lib/session/session.ts'
import type { PlayResult, PlayRefusal } from '../../player/core/player-handle.ts'

export interface PlayableEpisode {
  id: number
  /** Source id; 0 lets the server choose. */
  lineId: number
  level: number
}

const refusals = new Map<string, PlayRefusal>([
  ['EpisodeNotReady', 'pending'],
  ['EpisodeBroken', 'broken'],
  ['NoSuchEpisode', 'broken'],
  ['VipNeeded', 'vip'],
  ['PlayPasswordNeeded', 'password'],
  ['NoSuchTitle', 'gone'],
  ['NothingToPlay', 'gone'],
])

/** An older play reply is requested again. */
const freshForMs = 60_000

const sendOf = ({ id, lineId, level }: PlayableEpisode): SendTo<'playToken'> => ({
  type: 'vod',
  id,
  ids: lineId,
  level,
})

/** What was refused before may play now. */
export const forgetPlay = (cache: CallCache): void => cache.invalidate(keyPrefix)

const keyPrefix = 'play '
/** The permission is independent of the script. */
const keyOf = ({ id, lineId, level }: PlayableEpisode): string => `${keyPrefix}${id} ${lineId} ${level}`

const isPlayAnswer = (data: unknown): data is PlayResult => data !== undefined

const granted = ({ url, qualities, storyboard }: ReplyFrom<'playToken'>): PlayResult => ({
  granted: { url, qualities, storyboard },
})

function refused(refusal: string): PlayResult | null {
  const reason = refusals.get(refusal)
  return reason === undefined ? null : { refused: reason }
}

/** Requests permission to play an episode of a source. Throws if the server is unreachable. */
async function requestPlay(episode: PlayableEpisode): Promise<PlayResult> {
  try {
    return granted(await callOnce('playToken', sendOf(episode), 's'))
  } catch (err) {
    const answer = err instanceof RefusedError ? refused(err.refusal) : null
    if (answer) return answer
    throw err
  }
}

/** Permission to play from the cache if it is fresh. Throws if the server is unreachable. */
export const cachedPlay = (cache: CallCache, episode: PlayableEpisode): Promise<unknown> =>
  cache.fetch(keyOf(episode), {
    async load() {
      const wasVisitor = !isSignedIn()
      const reply = await requestPlay(episode)
      return { reply, forEverybody: wasVisitor ? reply : undefined }
    },
    freshForMs,
    mayRetry: () => false,
  })

/** URL of an episode's thumbnails; null if it has none, or the viewer may not play it. */
export async function storyboardOf(cache: CallCache, episode: PlayableEpisode): Promise<string | null> {
  const result = await cachedPlay(cache, episode)
  return isPlayAnswer(result) && 'granted' in result ? result.granted.storyboard : null
}

/**
 * Includes the permission in the page data, so that the player need not wait for it. In the browser navigation does not
 * wait for it. For signed-in users the server leaves it out, because their rights are unknown during rendering.
 */
export function playPageRead(episode: PlayableEpisode): PageRead {
  return {
    async onServer(cache, page) {
      if (page.signedIn) return
      const calls: Calls = await import('@yunmu/contract')
      const outcome = await page.make(calls.playToken, sendOf(episode))
      if (!outcome.done) return
      if (isReplyOf('playToken', outcome.data)) cache.fill({ [keyOf(episode)]: granted(outcome.data) })
    },
    async inBrowser(cache) {
      // The player handles the failure when it requests the permission itself.
      cachedPlay(cache, episode).catch(() => undefined)
    },
  }
}

/** The permission from the page data, if it is fresh. */
export function freshCachedPlay(cache: CallCache, episode: PlayableEpisode): PlayResult | null {
  const { data, atMs } = cache.read(keyOf(episode))
  return isPlayAnswer(data) && Date.now() - atMs < freshForMs ? data : null
}

/** Returns a function that requests permission per source: the first request may be served from the page data. */
export function createPlayRequester(
  cache: CallCache,
  { id, level }: Omit<PlayableEpisode, 'lineId'>,
): (lineId: number) => Promise<PlayResult> {
  const requested = new Set<number>()
  return (lineId) => {
    const episode = { id, lineId, level }
    const isFirst = !requested.has(lineId)
    requested.add(lineId)
    if (!isFirst) return requestPlay(episode)
    return cachedPlay(cache, episode).then((answer) => (isPlayAnswer(answer) ? answer : requestPlay(episode)))
  }
}
