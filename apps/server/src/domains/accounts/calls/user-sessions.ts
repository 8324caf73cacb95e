import { userLogout, userSessionEnd, userSessions, userSessionsEnd } from '@yunmu/contract'
import { nowSec } from '../../../platform/process/clock.ts'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { sessionsEnded } from '../accounts-events.ts'
import type { AccountsParts } from '../accounts-needs.ts'

/** Lists a user's sessions and ends them. */
export function mountUserSessions(
  registry: CallRegistry,
  { clock, events, sessionCache, sessions, signIn }: AccountsParts,
): void {
  const end = async (userId: number, id: string): Promise<boolean> => {
    const ended = await sessions.end(userId, id, nowSec(clock))
    if (ended) events.announce(sessionsEnded, { userIds: [userId] })
    return ended
  }

  mountCall(registry, userSessions, async ({ viewer }) => {
    await sessionCache.flushLastSeen()
    const list = await sessions.list(viewer.id, nowSec(clock))
    return { list: list.map((session) => ({ ...session, current: session.id === viewer.sessionId })) }
  })

  mountCall(registry, userSessionEnd, async ({ send, viewer, refuse }) =>
    (await end(viewer.id, send.id)) ? {} : refuse('NoSuchSession'),
  )

  mountCall(registry, userSessionsEnd, async ({ viewer }) => ({
    ended: await signIn.endSessions(viewer.id, { exceptId: viewer.sessionId, reason: 'signed out' }),
  }))

  mountCall(registry, userLogout, async ({ viewer }) => {
    await end(viewer.id, viewer.sessionId)
    return {}
  })
}
