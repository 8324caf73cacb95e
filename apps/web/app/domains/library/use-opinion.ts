import type { TitleDetail } from '@yunmu/contract'
import { laterListId } from '@yunmu/contract/constants'
import { use } from 'react'
import type { CallCache } from '../../lib/calls/call-cache.ts'
import { CallCacheContext, callKey, isReplyOf, perform, useCall } from '../../lib/calls/call-query.ts'
import type { CallName, ReplyFrom, SendTo } from '../../lib/calls/calls.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useSignedIn } from '../../lib/session/session.ts'

export interface Opinion {
  favourite: boolean
  upped: boolean
  /** Whether it is in 稍后看. */
  later: boolean
  /** Whether a message arrives when something of it becomes playable. */
  followed: boolean
  /** 1 to 10; 0 for none. */
  score: number
  toggleFavourite: () => void
  toggleLater: () => void
  toggleFollowed: () => void
  like: () => void
  rate: (score: number) => void
}

type OwnOpinion = Pick<ReplyFrom<'vodWatchRecord'>, 'favourite' | 'upped' | 'later' | 'followed' | 'score'>

const none: OwnOpinion = { favourite: false, upped: false, later: false, followed: false, score: 0 }

/** Updates a cached reply, if there is one. */
function patchCachedReply<Name extends CallName>(
  cache: CallCache,
  [name, key]: readonly [name: Name, key: string],
  change: (reply: ReplyFrom<Name>) => ReplyFrom<Name>,
): void {
  const { data } = cache.read(key)
  if (isReplyOf(name, data)) cache.set(key, change(data))
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
    const viewerVersion = cache.viewerVersion()
    const before = cache.read(recordCall[1]).data
    patchCachedReply(cache, recordCall, (reply) => ({ ...reply, ...next }))
    const reply = await perform(name, send, script)
    if (reply) done(reply)
    // The record of one user is not shown to another.
    else if (cache.viewerVersion() === viewerVersion && isReplyOf('vodWatchRecord', before))
      cache.set(recordCall[1], before)
    // The server's state may differ from the optimistic one in either case.
    cache.invalidate(recordCall[1])
  }
  const patchDetail = (news: Partial<TitleDetail>): void => {
    if (cache) patchCachedReply(cache, detailCall, (reply) => ({ ...reply, ...news }))
  }
  return {
    favourite: mine.favourite,
    upped: mine.upped,
    later: mine.later,
    followed: mine.followed,
    score: mine.score,
    toggleFavourite: () =>
      void (mine.favourite
        ? change({ favourite: false }, ['vodFavoriteCancel', { ids: [id] }])
        : change({ favourite: true }, ['vodFavorite', { id }])),
    toggleLater: () =>
      void (mine.later
        ? change({ later: false }, ['userListRemove', { list: laterListId, ids: [id] }])
        : change({ later: true }, ['userListAdd', { list: laterListId, id }])),
    toggleFollowed: () =>
      void (mine.followed
        ? change({ followed: false }, ['userTitleUnfollow', { ids: [id] }])
        : change({ followed: true }, ['userTitleFollow', { id }])),
    like() {
      if (!mine.upped) void change({ upped: true }, ['vodUp', { id }], patchDetail)
    },
    rate(score) {
      if (score !== mine.score) void change({ score }, ['vodScore', { id, score }], patchDetail)
    },
  }
}
