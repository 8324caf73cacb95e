import { liveDisSub, liveSub, matchFollow, matchVote, maxMatchSubs, maxSportsFollows } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { matchVoted } from '../matches-events.ts'
import type { MatchesParts } from '../matches-parts.ts'

/** What users subscribe to, follow and support. */
export function mountLiveSub(calls: CallRegistry, parts: MatchesParts): void {
  const { store, sportsStore, viewerStore, subscriptions, events, isOpen } = parts

  mountCall(calls, liveSub, async ({ send: { id }, viewer, nowMs, refuse }) => {
    const [row] = (await isOpen()) ? await store.rows([id]) : []
    if (!row) return refuse('NoSuchMatch')
    if (row.course.state === 'over') return refuse('MatchOver')
    const result = await subscriptions.add(viewer.id, id, {
      nowSec: Math.floor(nowMs / 1000),
      max: maxMatchSubs,
      countOpen: store.countOpen,
    })
    if (result === 'full') return refuse('TooManySubs')
    return result === 'added' ? {} : refuse('AlreadyDone')
  })

  // Also while matches are hidden, so that nobody is stuck with a subscription.
  mountCall(calls, liveDisSub, async ({ send: { id }, viewer, refuse }) =>
    (await subscriptions.remove(viewer.id, id)) ? {} : refuse('AlreadyDone'),
  )

  mountCall(calls, matchFollow, async ({ send: { kind, id, on }, viewer, nowMs, refuse }) => {
    if (!on) return (await viewerStore.unfollow(viewer.id, { kind, id })) ? {} : refuse('AlreadyDone')
    const found = (await isOpen()) ? await sportsStore[kind === 'team' ? 'teams' : 'competitions']([id]) : []
    if (found.length === 0) return refuse(kind === 'team' ? 'NoSuchTeam' : 'NoSuchCompetition')
    const limits = { nowSec: Math.floor(nowMs / 1000), max: maxSportsFollows }
    const result = await viewerStore.follow(viewer.id, { kind, id }, limits)
    if (result === 'full') return refuse('TooManySportsFollows')
    return result === 'added' ? {} : refuse('AlreadyDone')
  })

  mountCall(calls, matchVote, async ({ send: { id, side }, viewer, refuse }) => {
    const [row] = (await isOpen()) ? await store.rows([id]) : []
    if (!row) return refuse('NoSuchMatch')
    if (row.course.state === 'over') return refuse('MatchOver')
    if (!(await viewerStore.vote(viewer.id, id, side))) return refuse('AlreadyDone')
    events.announce(matchVoted, { id })
    return { ...(await viewerStore.votes(id)), mine: side }
  })
}
