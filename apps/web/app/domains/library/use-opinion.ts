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
  like: () => void
  rate: (score: number) => void
}

type OwnOpinion = Pick<ReplyFrom<'vodWatchRecord'>, 'favourite' | 'upped' | 'score'>

const none: OwnOpinion = { favourite: false, upped: false, score: 0 }

/** Updates a cached reply, if there is one. */
function patchCachedReply<Name extends CallName>(
  cache: CallCache,
  [name, key]: readonly [name: Name, key: string],
  change: (reply: ReplyFrom<Name>) => ReplyFrom<Name>,
): void {
  const { data } = cache.read(key)
  if (isReplyOf(name, data)) cache.replace(key, change(data))
}

/**
 * The viewer's rating, like and favourite of a title. Updates are optimistic and reverted if refused. Visitors log in
 * first, then the action continues. Needs a `key` per title: otherwise the state of the previous title would be shown
 * until the reply arrives.
 */
export function useOpinion({ id, pidId }: Pick<TitleDetail, 'id' | 'pidId'>): Opinion {
  const cache = use(CallCacheContext)
  const script = useScript()
  const isIn = useSignedIn()
  const { data } = useCall('vodWatchRecord', { id }, { enabled: isIn })
  const mine = isIn && data ? data : none
  const recordCall = ['vodWatchRecord', callKey('vodWatchRecord', { id }, script)] as const
  const detailCall = ['vodDetail', callKey('vodDetail', { type: pidId, id }, script)] as const

  const change = async <Name extends CallName>(
    next: Partial<OwnOpinion>,
    [name, send]: readonly [name: Name, send: SendTo<Name>],
    done: (reply: ReplyFrom<Name>) => void = () => {},
  ): Promise<void> => {
    if (!cache) return
    const before = cache.read(recordCall[1]).data
    patchCachedReply(cache, recordCall, (reply) => ({ ...reply, ...next }))
    const reply = await perform(name, send, script)
    if (reply) done(reply)
    else if (isReplyOf('vodWatchRecord', before)) cache.replace(recordCall[1], before)
    // The server's state may differ from the optimistic one in either case.
    cache.outdate(recordCall[1])
  }
  const patchDetail = (news: Partial<TitleDetail>): void => {
    if (cache) patchCachedReply(cache, detailCall, (reply) => ({ ...reply, ...news }))
  }
  return {
    favourite: mine.favourite,
    upped: mine.upped,
    score: mine.score,
    toggleFavourite: () =>
      void (mine.favourite
        ? change({ favourite: false }, ['vodFavoriteCancel', { ids: [id] }])
        : change({ favourite: true }, ['vodFavorite', { id }])),
    like() {
      if (!mine.upped) void change({ upped: true }, ['vodUp', { id }], patchDetail)
    },
    rate(score) {
      if (score !== mine.score) void change({ score }, ['vodScore', { id, score }], patchDetail)
    },
  }
}
