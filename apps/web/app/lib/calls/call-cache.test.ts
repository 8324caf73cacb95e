import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCallCache, stillShown, type Want } from './call-cache.ts'

const never = (): boolean => false

/** A question whose answers are given one after the other; an Error is thrown. */
function asking(...answers: unknown[]): Want & { asked: () => number } {
  let at = 0
  return {
    freshForMs: 60_000,
    mayRetry: never,
    asked: () => at,
    load() {
      const answer = answers[at++]
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a failure is told, keeps what was known, and is asked again', async () => {
  const cache = createCallCache()
  cache.fill({ a: 'old' })
  const want = asking(new Error('gone'), 'new')
  await expect(cache.want('a', { ...want, freshForMs: 0 })).rejects.toThrow('gone')
  expect(cache.read('a')).toMatchObject({ data: 'old', error: new Error('gone') })
  expect(await cache.want('a', want)).toBe('new')
  expect(cache.read('a')).toMatchObject({ data: 'new', error: null })
})

test('what may be tried again is, and only as often as it may', async () => {
  const cache = createCallCache()
  const want = asking(new Error('one'), new Error('two'), new Error('three'), 'late')
  const outcome = cache.want('a', { ...want, mayRetry: (_, failures) => failures < 3 }).catch((err: unknown) => err)
  await vi.runAllTimersAsync()
  expect(await outcome).toEqual(new Error('three'))
  expect(want.asked()).toBe(3)
})

test('the same question is not asked twice at once, nor while its answer is fresh', async () => {
  const cache = createCallCache()
  const want = asking('first', 'second')
  expect(await Promise.all([cache.want('a', want), cache.want('a', want)])).toEqual(['first', 'first'])
  vi.advanceTimersByTime(59_999)
  expect(await cache.want('a', want)).toBe('first')
  vi.advanceTimersByTime(1)
  expect(await cache.want('a', want)).toBe('second')
})

test('watchers are told of their key alone, and no more once they have left', async () => {
  const cache = createCallCache()
  let told = 0
  const leave = cache.watch('a', () => told++)
  await cache.want('b', asking('other'))
  expect(told).toBe(0)
  await cache.want('a', asking('mine'))
  expect(told).toBe(1)
  leave()
  await cache.want('a', { ...asking('again'), freshForMs: 0 })
  expect(told).toBe(1)
})

test('replies that travelled in a page are taken over where nothing is known yet', () => {
  const server = createCallCache()
  server.fill({ a: 1, b: { c: [2] } })
  const browser = createCallCache()
  browser.fill({ a: 'newer' })
  browser.fill(server.replies())
  expect(browser.replies()).toEqual({ a: 'newer', b: { c: [2] } })
})

test('what nobody watches is forgotten, the oldest first; what is watched stays', async () => {
  const cache = createCallCache()
  cache.watch('kept', () => undefined)
  await cache.want('kept', asking('kept'))
  for (let at = 0; at < 250; at++) await cache.want(`key${at}`, asking(at))
  expect(Object.keys(cache.replies())).toHaveLength(200)
  expect(cache.read('kept').data).toBe('kept')
  expect(cache.read('key0').data).toBeUndefined()
  expect(cache.read('key249').data).toBe(249)
})

test('[D01] for the next person what is watched is outdated, the rest is forgotten, and a late reply is asked for anew', async () => {
  const cache = createCallCache()
  cache.fill({ seen: 'of one', unseen: 'of one' })
  let told = 0
  cache.watch('seen', () => told++)
  cache.watch('coming', () => told++)
  const want = asking('of one', 'of the other')
  const coming = cache.want('coming', want)
  cache.renew()
  expect(told).toBe(1)
  expect(cache.read('seen')).toMatchObject({ data: 'of one', atMs: 0 })
  expect(cache.read('unseen').data).toBeUndefined()
  expect(await coming).toBe('of the other')
  expect(cache.read('coming').data).toBe('of the other')
})

test('a reply that was on its way while what it tells of changed is not taken for what is now', async () => {
  const cache = createCallCache()
  cache.watch('list', () => undefined)
  const list = asking('before', 'after')
  const coming = cache.want('list', list)
  cache.outdate('li')
  const again = cache.want('list', list)
  expect(await Promise.all([coming, again])).toEqual(['after', 'after'])
  expect(cache.read('list').data).toBe('after')

  const state = cache.want('state', asking('3 unread', '2 unread'))
  cache.replace('state', 'none unread')
  expect(await state).toBe('2 unread')
  expect(await cache.want('state', asking('never asked'))).toBe('2 unread')
})

test('[E07] the next person is shown nothing of the one before, neither of a call nor until another is answered', async () => {
  const cache = createCallCache()
  const personal = ['indexMessages s []', 'userWatches s []', 'vodWatchRecord s []']
  cache.fill({ ...Object.fromEntries(personal.map((key) => [key, 'of one'])), 'vodDetail s []': 'of all' })
  const told: string[] = []
  for (const key of [...personal, 'userSessions s []', 'vodDetail s []']) cache.watch(key, () => told.push(key))
  const before = cache.asker()
  cache.renew()
  for (const key of personal) expect(cache.read(key), key).toEqual({ data: undefined, error: null, atMs: 0 })
  expect(new Set(told)).toEqual(new Set([...personal, 'userSessions s []', 'vodDetail s []']))
  const shown = { reply: 'of one', asker: before }
  expect(stillShown('indexMessages', shown, before)).toBe('of one')
  expect(stillShown('indexMessages', shown, cache.asker())).toBeUndefined()
  expect(stillShown('vodDetail', shown, cache.asker())).toBe('of one')
  await cache.want('userWatches s []', asking('of the other'))
  expect(cache.read('userWatches s []').data).toBe('of the other')
})

test('what was changed here is shown at once, and what that outdates is asked for again', async () => {
  const cache = createCallCache()
  cache.fill({ 'list s [1]': 'old', 'list s [2]': 'old', 'other s': 'old' })
  const heard = vi.fn()
  cache.watch('list s [1]', heard)
  cache.replace('other s', 'new')
  cache.outdate('list ')
  expect(cache.read('list s [1]')).toMatchObject({ data: 'old', atMs: 0 })
  expect(cache.read('list s [2]').data).toBeUndefined()
  expect(cache.read('other s').data).toBe('new')
  expect(heard).toHaveBeenCalledTimes(1)
})
