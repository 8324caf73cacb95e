import type { TitleDetail } from '@yunmu/contract'
import { use } from 'react'
import type { CallCache } from '../../lib/calls/call-cache.ts'
import { CallCacheContext, callKey, isReplyOf, perform, useCall } from '../../lib/calls/call-query.ts'
import type { CallName, ReplyFrom, SendTo } from '../../lib/calls/calls.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useSignedIn } from '../../lib/session/session.ts'

export interface Opinion {
  favourite: boolean
  upped: boolean
  /** 1 to 10; 0 for none. */
  score: number
  toggleFavourite: () => void
  giveUp: () => void
  rate: (score: number) => void
}

type Mine = Pick<ReplyFrom<'vodWatchRecord'>, 'favourite' | 'upped' | 'score'>

const none: Mine = { favourite: false, upped: false, score: 0 }

/** Changes what is known of a call, where anything is. */
function patch<Name extends CallName>(
  cache: CallCache,
  [name, key]: readonly [name: Name, key: string],
  change: (reply: ReplyFrom<Name>) => ReplyFrom<Name>,
): void {
  const { data } = cache.read(key)
  if (isReplyOf(name, data)) cache.replace(key, change(data))
}

/**
 * What somebody thinks of a title. A change shows at once; what the station refuses is taken back. A visitor is asked who
 * they are first, and then it is done. For another title it is to be another component (`key`): until its own answer comes,
 * the one would be shown, and pressed, for the other.
 */
export function useOpinion({ id, pidId }: Pick<TitleDetail, 'id' | 'pidId'>): Opinion {
  const cache = use(CallCacheContext)
  const script = useScript()
  const isIn = useSignedIn()
  const { data } = useCall('vodWatchRecord', { id }, { enabled: isIn })
  const mine = isIn && data ? data : none
  const own = ['vodWatchRecord', callKey('vodWatchRecord', { id }, script)] as const
  const detail = ['vodDetail', callKey('vodDetail', { type: pidId, id }, script)] as const

  const change = async <Name extends CallName>(
    next: Partial<Mine>,
    [name, send]: readonly [name: Name, send: SendTo<Name>],
    done: (reply: ReplyFrom<Name>) => void = () => {},
  ): Promise<void> => {
    if (!cache) return
    const before = cache.read(own[1]).data
    patch(cache, own, (reply) => ({ ...reply, ...next }))
    const reply = await perform(name, send, script)
    if (reply) done(reply)
    else if (isReplyOf('vodWatchRecord', before)) cache.replace(own[1], before)
    // Whatever came of it, the station knows better: it may have been so already.
    cache.outdate(own[1])
  }
  const toDetail = (news: Partial<TitleDetail>): void => {
    if (cache) patch(cache, detail, (reply) => ({ ...reply, ...news }))
  }
  return {
    favourite: mine.favourite,
    upped: mine.upped,
    score: mine.score,
    toggleFavourite: () =>
      void (mine.favourite
        ? change({ favourite: false }, ['vodFavoriteCancel', { ids: [id] }])
        : change({ favourite: true }, ['vodFavorite', { id }])),
    giveUp() {
      if (!mine.upped) void change({ upped: true }, ['vodUp', { id }], toDetail)
    },
    rate(score) {
      if (score !== mine.score) void change({ score }, ['vodScore', { id, score }], toDetail)
    },
  }
}
