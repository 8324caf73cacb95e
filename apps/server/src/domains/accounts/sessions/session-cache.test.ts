import { afterEach, expect, test, vi } from 'vitest'
import { createEvents } from '../../../platform/events/events.ts'
import { localBus } from '../../../testing/local-bus.ts'
import { usersChanged, sessionsEnded } from '../accounts-events.ts'
import { createSessionCache } from './session-cache.ts'
import type { SessionRow } from './session-store.ts'

afterEach(() => vi.useRealTimers())

/** A cache over given sessions, and the ids that it queried. */
function aMemory() {
  vi.useFakeTimers({ toFake: ['performance'] })
  const asked: string[] = []
  const ended = new Set<string>()
  const events = createEvents(localBus, (err) => {
    throw err
  })
  const row = (id: string, userId: number): SessionRow => ({
    userId,
    name: id,
    groupId: 2,
    userEndTime: 0,
    authorityId: 0,
    isMinor: false,
    scope: 'full',
    ended: ended.has(id) ? 'SessionEnded' : null,
    seenAt: 0,
  })
  const cache = createSessionCache({
    events,
    store: {
      async find(id, userId) {
        asked.push(id)
        return row(id, userId)
      },
      updateLastSeen: async () => undefined,
    },
  })
  return {
    asked,
    ended,
    events,
    state: async (id: string, userId: number) => (await cache.find(id, userId, 0)).state,
    pass: (sec: number) => vi.advanceTimersByTime(sec * 1000),
  }
}

test('[E02] ended sessions are evicted at once, of one user or of all', async () => {
  const { asked, ended, events, state } = aMemory()
  expect([await state('a', 1), await state('b', 2), await state('c', 3)]).toEqual(['alive', 'alive', 'alive'])
  for (const id of ['a', 'b', 'c']) ended.add(id)
  expect(await state('a', 1)).toBe('alive')
  events.announce(sessionsEnded, { userIds: [1] })
  expect([await state('a', 1), await state('b', 2)]).toEqual(['ended', 'alive'])
  events.announce(usersChanged, { userIds: [2] })
  expect([await state('b', 2), await state('c', 3)]).toEqual(['ended', 'alive'])
  events.reportGap()
  expect(await state('c', 3)).toBe('ended')
  expect(asked).toEqual(['a', 'b', 'c', 'a', 'b', 'c'])
})

test('[E02] a session that ended without an event is accepted for at most half a minute', async () => {
  const { ended, pass, state } = aMemory()
  await state('a', 1)
  ended.add('a')
  pass(29)
  expect(await state('a', 1)).toBe('alive')
  pass(1)
  expect(await state('a', 1)).toBe('ended')
})

test('reloading an entry also reloads those that are soon stale, except unused ones', async () => {
  const { asked, pass, state } = aMemory()
  for (const [at, id] of ['a', 'b', 'gone'].entries()) await state(id, at)
  pass(15)
  await state('late', 9)
  // All but one query again.
  for (const [at, id] of ['a', 'b'].entries()) await state(id, at)
  asked.length = 0
  pass(15)
  expect(await state('b', 1)).toBe('alive')
  expect(asked).toEqual(['b', 'a'])
  expect(await state('a', 0)).toBe('alive')
  expect(asked).toEqual(['b', 'a'])
  await state('gone', 2)
  expect(asked).toEqual(['b', 'a', 'gone'])
})

test('a failed lookup is repeated', async () => {
  const events = createEvents(localBus, () => undefined)
  const find = vi.fn<(id: string, userId: number) => Promise<SessionRow | null>>()
  find.mockRejectedValueOnce(new Error('the database is away')).mockResolvedValue(null)
  const cache = createSessionCache({ events, store: { find, updateLastSeen: async () => undefined } })
  await expect(cache.find('a', 1, 0)).rejects.toThrow('away')
  expect(await cache.find('a', 1, 0)).toEqual({ state: 'unknown' })
})
