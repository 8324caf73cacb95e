import type { CallCache } from '../../lib/calls/call-cache.ts'
import { RefusedError } from '../../lib/calls/call-errors.ts'
import { callOnce, isReplyOf } from '../../lib/calls/call-query.ts'
import type { Calls, ReplyFrom, SendTo } from '../../lib/calls/calls.ts'
import type { PageRead } from '../../lib/calls/page-data.tsx'
import type { PlayAnswer, PlayRefusal } from '../../player/core/player-handle.ts'

export interface PlayableEpisode {
  id: number
  /** The source; 0 leaves the choice to the station. */
  lineId: number
  level: number
}

const refusals = new Map<string, PlayRefusal>([
  ['EpisodeNotReady', 'pending'],
  ['EpisodeBroken', 'broken'],
  ['NoSuchEpisode', 'broken'],
  ['VipNeeded', 'vip'],
  ['NoSuchTitle', 'gone'],
  ['NothingToPlay', 'gone'],
])

/** An address that lay in the page for longer is asked for again. */
const freshForMs = 60_000

const sendOf = ({ id, lineId, level }: PlayableEpisode): SendTo<'playToken'> => ({
  type: 'vod',
  id,
  ids: lineId,
  level,
})

/** Permission to play is the same in both scripts. */
const keyOf = ({ id, lineId, level }: PlayableEpisode): string => `play ${id} ${lineId} ${level}`

const isPlayAnswer = (data: unknown): data is PlayAnswer => data !== undefined

const granted = ({ url, qualities, storyboard }: ReplyFrom<'playToken'>): PlayAnswer => ({
  granted: { url, qualities, storyboard },
})

function refused(refusal: string): PlayAnswer | null {
  const word = refusals.get(refusal)
  return word === undefined ? null : { refused: word }
}

/** Asks the station for permission to play an episode of a line. Throws where nobody answers. */
async function askStation(episode: PlayableEpisode): Promise<PlayAnswer> {
  try {
    return granted(await callOnce('playToken', sendOf(episode), 's'))
  } catch (err) {
    const answer = err instanceof RefusedError ? refused(err.refusal) : null
    if (answer) return answer
    throw err
  }
}

/** Permission to play, a recent one where it was asked for already. Throws where nobody answers. */
export const wantPlay = (cache: CallCache, episode: PlayableEpisode): Promise<unknown> =>
  cache.want(keyOf(episode), { load: () => askStation(episode), freshForMs, mayRetry: () => false })

/**
 * Permission that comes with the page, so that the player need not ask first. In the browser no page waits for it; for
 * somebody who is signed in the server leaves it out, because what they may see is not known where pages are drawn.
 */
export function readPlay(episode: PlayableEpisode): PageRead {
  return {
    async onServer(cache, page) {
      if (page.signedIn) return
      const calls: Calls = await import('@yunmu/contract')
      const outcome = await page.make(calls.playToken, sendOf(episode))
      if (!outcome.done) return
      if (isReplyOf('playToken', outcome.data)) cache.fill({ [keyOf(episode)]: granted(outcome.data) })
    },
    async inBrowser(cache) {
      // A failure is the player's to deal with, when it asks.
      wantPlay(cache, episode).catch(() => undefined)
    },
  }
}

/** The permission that came with the page, where it is recent. */
export function knownPlay(cache: CallCache, episode: PlayableEpisode): PlayAnswer | null {
  const { data, atMs } = cache.read(keyOf(episode))
  return isPlayAnswer(data) && Date.now() - atMs < freshForMs ? data : null
}

/** Asks for permission to play lines of an episode: the first time what came with the page will do. */
export function createAsker(
  cache: CallCache,
  { id, level }: Omit<PlayableEpisode, 'lineId'>,
): (lineId: number) => Promise<PlayAnswer> {
  const asked = new Set<number>()
  return (lineId) => {
    const episode = { id, lineId, level }
    const isFirst = !asked.has(lineId)
    asked.add(lineId)
    if (!isFirst) return askStation(episode)
    return wantPlay(cache, episode).then((answer) => (isPlayAnswer(answer) ? answer : askStation(episode)))
  }
}
