import { calls } from '@yunmu/contract'
import { replyForEverybody } from '@yunmu/contract/per-viewer'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCallCache, type CallRequest } from './call-cache.ts'

const never = (): boolean => false

/** A request that gets these replies one after the other, each the same for every viewer; an Error is thrown. */
function requestFor(...replies: unknown[]): CallRequest & { count: () => number } {
  let at = 0
  return {
    freshForMs: 60_000,
    mayRetry: never,
    count: () => at,
    load() {
      const reply = replies[at++]
      return reply instanceof Error ? Promise.reject(reply) : Promise.resolve({ reply, forEverybody: reply })
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a failed request rejects, leaves the cached reply in place, and is made again by the next fetch', async () => {
  const cache = createCallCache()
  cache.fill({ a: 'old' })
  const request = requestFor(new Error('gone'), 'new')
  await expect(cache.fetch('a', { ...request, freshForMs: 0 })).rejects.toThrow('gone')
  expect(cache.read('a')).toMatchObject({ data: 'old', error: new Error('gone') })
  expect(await cache.fetch('a', request)).toBe('new')
  expect(cache.read('a')).toMatchObject({ data: 'new', error: null })
})

test('a failed request is retried as often as mayRetry allows', async () => {
  const cache = createCallCache()
  const request = requestFor(new Error('one'), new Error('two'), new Error('three'), 'late')
  const outcome = cache.fetch('a', { ...request, mayRetry: (_, failures) => failures < 3 }).catch((err: unknown) => err)
  await vi.runAllTimersAsync()
  expect(await outcome).toEqual(new Error('three'))
  expect(request.count()).toBe(3)
})

test('a reply is requested once for concurrent fetches, and again when it is no longer fresh', async () => {
  const cache = createCallCache()
  const request = requestFor('first', 'second')
  expect(await Promise.all([cache.fetch('a', request), cache.fetch('a', request)])).toEqual(['first', 'first'])
  vi.advanceTimersByTime(59_999)
  expect(await cache.fetch('a', request)).toBe('first')
  vi.advanceTimersByTime(1)
  expect(await cache.fetch('a', request)).toBe('second')
})

test('subscribers are notified of changes of their own key only, until they unsubscribe', async () => {
  const cache = createCallCache()
  let notified = 0
  const unsubscribe = cache.subscribe('a', () => notified++)
  await cache.fetch('b', requestFor('other'))
  expect(notified).toBe(0)
  await cache.fetch('a', requestFor('mine'))
  expect(notified).toBe(1)
  unsubscribe()
  await cache.fetch('a', { ...requestFor('again'), freshForMs: 0 })
  expect(notified).toBe(1)
})

test('replies from the page fill the keys that have no reply yet', () => {
  const server = createCallCache()
  server.fill({ a: 1, b: { c: [2] } })
  const browser = createCallCache()
  browser.fill({ a: 'newer' })
  browser.fill(server.replies())
  expect(browser.replies()).toEqual({ a: 'newer', b: { c: [2] } })
})

test('keys without subscribers are evicted, the oldest first; subscribed ones stay', async () => {
  const cache = createCallCache()
  cache.subscribe('subscribed', () => undefined)
  await cache.fetch('subscribed', requestFor('subscribed'))
  for (let at = 0; at < 250; at++) await cache.fetch(`key${at}`, requestFor(at))
  expect(Object.keys(cache.replies())).toHaveLength(200)
  expect(cache.read('subscribed').data).toBe('subscribed')
  expect(cache.read('key0').data).toBeUndefined()
  expect(cache.read('key249').data).toBe(249)
})

test('[E02] for another viewer subscribed keys are stale, the rest is deleted, and a pending request is repeated', async () => {
  const cache = createCallCache()
  cache.fill({ subscribed: 'of one', other: 'of one' })
  const notified: string[] = []
  for (const key of ['subscribed', 'pending']) cache.subscribe(key, () => notified.push(key))
  const pending = cache.fetch('pending', requestFor('of one', 'of the other'))
  cache.changeViewer()
  // Also a key without data: its subscriber may still show the reply of another key.
  expect(notified).toEqual(['subscribed', 'pending'])
  expect(cache.read('subscribed')).toMatchObject({ data: 'of one', atMs: 0 })
  expect(cache.read('other').data).toBeUndefined()
  expect(await pending).toBe('of the other')
  expect(cache.read('pending').data).toBe('of the other')
})

test('a reply that was requested before its key was invalidated or set is not stored', async () => {
  const cache = createCallCache()
  cache.subscribe('list', () => undefined)
  const list = requestFor('before', 'after')
  const pending = cache.fetch('list', list)
  cache.invalidate('li')
  const repeated = cache.fetch('list', list)
  expect(await Promise.all([pending, repeated])).toEqual(['after', 'after'])
  expect(cache.read('list').data).toBe('after')

  const state = cache.fetch('state', requestFor('3 unread', '2 unread'))
  cache.set('state', 'none unread')
  expect(await state).toBe('2 unread')
  expect(await cache.fetch('state', requestFor('never requested'))).toBe('2 unread')
})

/** The request of a user for a call, as the browser makes it. */
const requestOfUser = (call: (typeof calls)[number], reply: unknown): CallRequest => ({
  ...requestFor(),
  load: async () => ({ reply, forEverybody: replyForEverybody(call, reply) }),
})

test.each([true, false])(
  '[E02] after a change of user, no reply that depends on the viewer is left of any call (subscribed: %s)',
  async (isSubscribed) => {
    const cache = createCallCache()
    const secret = 'only for one'
    const dependsOnViewer = (call: (typeof calls)[number]) => call.caller !== 'visitor' || call.perViewer !== undefined
    const notified: string[] = []
    for (const call of calls) {
      const fields = typeof call.perViewer === 'object' ? Object.keys(call.perViewer) : ['address']
      const own = Object.fromEntries(fields.map((field) => [field, secret]))
      const reply = dependsOnViewer(call) ? { id: 7, list: [{ id: 8, ...own }], ...own } : { id: 7 }
      if (isSubscribed) cache.subscribe(call.name, () => notified.push(call.name))
      await cache.fetch(call.name, requestOfUser(call, reply))
      // What the user changed is the user's as well.
      cache.set(call.name, reply)
    }
    notified.length = 0
    cache.changeViewer()
    expect(JSON.stringify(calls.map(({ name }) => cache.read(name)))).not.toContain(secret)
    expect(JSON.stringify(cache.replies())).not.toContain(secret)
    const remaining = calls.filter(({ name }) => cache.read(name).data !== undefined)
    const ofEverybody = calls.filter(({ caller, perViewer }) => caller === 'visitor' && perViewer !== true)
    expect(remaining).toEqual(isSubscribed ? ofEverybody : [])
    expect(notified).toEqual(isSubscribed ? calls.map(({ name }) => name) : [])
    expect(calls.every(({ name }) => cache.read(name).atMs === 0)).toBe(true)
  },
)

test('a reply keeps its shape for another viewer, with the values of visitors', () => {
  const reply = { id: 1, follow: true, list: [{ id: 2, follow: true }], none: null }
  const ofChannels = { caller: 'visitor', perViewer: { follow: false } } as const
  expect(replyForEverybody(ofChannels, reply)).toEqual({
    id: 1,
    follow: false,
    list: [{ id: 2, follow: false }],
    none: null,
  })
  expect(replyForEverybody({ caller: 'visitor' }, reply)).toBe(reply)
  expect(replyForEverybody({ caller: 'user' }, reply)).toBeUndefined()
  expect(replyForEverybody({ caller: 'visitor', perViewer: true }, reply)).toBeUndefined()
})

test('replies to visitors stay until the replies to the user who signs in arrive', async () => {
  const cache = createCallCache()
  cache.subscribe('vodDetail', () => undefined)
  cache.fill({ vodDetail: { favourite: false } })
  cache.changeViewer()
  expect(cache.read('vodDetail')).toMatchObject({ data: { favourite: false }, atMs: 0 })
})

test('a reply that is set is shown at once, and invalidated ones become stale', async () => {
  const cache = createCallCache()
  cache.fill({ 'list s [1]': 'old', 'list s [2]': 'old', 'other s': 'old' })
  const listener = vi.fn()
  cache.subscribe('list s [1]', listener)
  cache.set('other s', 'new')
  cache.invalidate('list ')
  expect(cache.read('list s [1]')).toMatchObject({ data: 'old', atMs: 0 })
  expect(cache.read('list s [2]').data).toBeUndefined()
  expect(cache.read('other s').data).toBe('new')
  expect(listener).toHaveBeenCalledTimes(1)
})
