import { playPassword } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { RateLimit } from '../../../platform/http/rate-limits.ts'
import type { SubjectRef } from '../../../platform/subjects.ts'
import type { LockStore } from '../lock-store.ts'
import type { LocksNeeds } from '../locks-needs.ts'
import { attemptRules, locksOn, type Lock } from '../locks-rules.ts'
import type { Unlocks } from '../unlocks.ts'

/** Allows a household behind one address; wrong passwords have limits of their own. */
const limit: RateLimit = { points: 60, perSec: 60 }

interface PlayPasswordNeeds extends Pick<LocksNeeds, 'subjects' | 'passwords'> {
  store: Pick<LockStore, 'passwordHash'>
  unlocks: Unlocks
  locksOf(subject: SubjectRef): Promise<readonly Lock[]>
  closedLines(subject: SubjectRef, browserId: string | null): Promise<ReadonlySet<number>>
}

export function mountPlayPassword(registry: CallRegistry, needs: PlayPasswordNeeds): void {
  const { subjects, passwords, store, unlocks, locksOf, closedLines } = needs
  mountCall(
    registry,
    playPassword,
    async ({ send: { password, ids: line, ...asked }, visitor: { address, browser }, nowMs, refuse }) => {
      const found = await subjects.findPlayable(
        { ...asked, line, closedLines: (subject) => closedLines(subject, browser.id) },
        nowMs,
      )
      if (typeof found === 'string') return refuse(found)
      const locks = locksOn(await locksOf(found.subject), found.line)
      const opened = await unlocks.opened(browser.id, locks)
      const lock = locks.find(({ lockId }) => !opened.has(lockId)) ?? locks[0]
      if (!lock) return { until: Math.floor(nowMs / 1000) }
      const storedHash = await store.passwordHash(lock.lockId)
      const isRight =
        storedHash !== null &&
        (await passwords.verify({
          key: String(lock.lockId),
          storedHash,
          password,
          address,
          rules: attemptRules,
          refusal: 'PlayPasswordLocked',
        }))
      const until = isRight ? await unlocks.open(browser.begin(), lock.lockId) : null
      return until === null ? refuse('PlayPasswordWrong') : { until }
    },
    // Passwords wait in a queue of their own.
    { limit, admittedAs: 'none' },
  )
}
