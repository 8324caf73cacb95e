import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCallCache } from './call-cache.ts'
import { callKey, freshForMsOf, requestOf } from './call-query.ts'
import type { CallName } from './calls.ts'
import { readStoredReplies, storedText } from './stored-replies-rules.ts'

const origin = '/assets/manifest-1.js 7'
const nowMs = 1_795_000_000_000
const minuteMs = 60_000

const anchors = callKey('indexAnchorCheck', { platform: 'pc', slot: 'a' }, 's')
const bulletins = callKey('indexMessages', { type: 'bulletin', n: 1 }, 's')
const hotKeywords = callKey('indexSearchHotKeywords', {}, 's')
const categories = callKey('vodListType', {}, 't')
const navs = callKey('indexNavs', {}, 's')
const hotTitles = callKey('indexVodDataRank', { type: 0, period: 'week', count: 8 }, 's')
const reply = { list: [] }

/** What is restored after a time of replies that were all received at `nowMs`. */
function restored(keys: readonly string[], afterMs: number, readAs = origin): string[] {
  const text = storedText(origin, Object.fromEntries(keys.map((key) => [key, reply])), () => nowMs, nowMs)
  return readStoredReplies(text, readAs, nowMs + afterMs).map(({ key }) => key)
}

test('replies of users, of other calls and without a time are not stored', () => {
  const own = callKey('indexMessages', { type: 'comment_commit', n: 10 }, 's')
  expect(
    restored([own, callKey('indexMessageState', {}, 's'), callKey('userInfo', {}, 's'), 'indexNavsOther s'], 0),
  ).toEqual([])
  expect(JSON.parse(storedText(origin, { [anchors]: reply }, () => 0, nowMs))).toMatchObject({ list: [] })
})

test('what another version of the site, other code or a page of another user stored is ignored', () => {
  expect(restored([anchors], 0, '/assets/manifest-2.js 7')).toEqual([])
  expect(restored([anchors], 0, '/assets/manifest-1.js 8')).toEqual([])
  for (const text of [null, '', '{', 'null', '7', '[]', JSON.stringify({ origin, list: [null, 7, { key: anchors }] })])
    expect(readStoredReplies(text, origin, nowMs)).toEqual([])
})

test('[L01] after a reload lists are used for 60, 60, 60, 10, 5 and 1 minutes, not longer', () => {
  const all = [navs, categories, hotKeywords, bulletins, anchors]
  expect(restored([...all, hotTitles], minuteMs - 1)).toEqual([...all, hotTitles])
  expect(restored([...all, hotTitles], minuteMs)).toEqual(all)
  expect(restored(all, 5 * minuteMs - 1)).toEqual(all)
  expect(restored(all, 5 * minuteMs)).toEqual([navs, categories, hotKeywords, bulletins])
  expect(restored(all, 10 * minuteMs - 1)).toEqual([navs, categories, hotKeywords, bulletins])
  expect(restored(all, 10 * minuteMs)).toEqual([navs, categories, hotKeywords])
  expect(restored(all, 60 * minuteMs - 1)).toEqual([navs, categories, hotKeywords])
  expect(restored(all, 60 * minuteMs)).toEqual([])
  // The clock was set back since.
  expect(restored(all, -1)).toEqual([])
})

beforeEach(() => {
  vi.useFakeTimers({ now: nowMs })
})
afterEach(() => {
  vi.useRealTimers()
})

test('[L01] a restored reply keeps its age, and replaces nothing newer', async () => {
  const cache = createCallCache()
  const request = {
    ...requestOf('indexAnchorCheck', { platform: 'pc', slot: 'a' }, 's'),
    load: vi.fn(async () => loaded),
  }
  const loaded = { reply: { list: ['new'] }, forEverybody: undefined }
  cache.restore(anchors, reply, nowMs - 4 * minuteMs)
  expect(await cache.fetch(anchors, request)).toBe(reply)
  vi.advanceTimersByTime(minuteMs)
  expect(await cache.fetch(anchors, request)).toBe(loaded.reply)
  cache.restore(anchors, reply, nowMs)
  expect(cache.read(anchors).data).toBe(loaded.reply)
})

const rules: readonly (readonly [CallName, number])[] = [
  ['indexNavs', 3600],
  ['vodListType', 3600],
  ['indexSearchHotKeywords', 3600],
  ['indexMessages', 600],
  ['indexAnchorCheck', 300],
  ['vodDetail', 60],
]

test.each(rules)('[L01] a page requests %s again after %i seconds, not before', async (name, sec) => {
  const cache = createCallCache()
  const load = vi.fn(async () => ({ reply, forEverybody: reply }))
  const fetch = () => cache.fetch('key', { freshForMs: freshForMsOf(name), mayRetry: () => false, load })
  await fetch()
  vi.advanceTimersByTime(sec * 1000 - 1)
  await fetch()
  expect(load).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  await fetch()
  expect(load).toHaveBeenCalledTimes(2)
})
