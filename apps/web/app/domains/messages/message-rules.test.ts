import type { Message } from '@yunmu/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bulletinIds,
  isRead,
  messageKey,
  needsBulletinList,
  nextToShow,
  parseKeys,
  withRemembered,
} from './message-rules.ts'

const bulletin: Message = {
  id: 4,
  msgType: 'bulletin',
  read: false,
  dialog: 1,
  show: true,
  title: '新片',
  content: '',
  createTime: 100,
  userNickName: '',
  userPortrait: '',
  vip: false,
  info: {
    id: 0,
    streamId: 0,
    rid: 0,
    url: '',
  },
}
const answer: Message = { ...bulletin, id: 4, msgType: 'comment_commit', createTime: 90 }
const unseen = { opened: new Set<string>(), shown: new Set<string>() }
const seen = (message: Message) => new Set([messageKey(message)])

test('[D07] read, already shown, old and quiet messages do not pop up', () => {
  expect(nextToShow([], unseen, true)).toBeNull()
  expect(nextToShow([{ ...bulletin, read: true }], unseen, true)).toBeNull()
  expect(nextToShow([{ ...bulletin, show: false }], unseen, true)).toBeNull()
  expect(nextToShow([{ ...bulletin, dialog: 0 }], unseen, true)).toBeNull()
  expect(nextToShow([bulletin], { ...unseen, opened: seen(bulletin) }, true)).toBeNull()
  expect(nextToShow([bulletin], { ...unseen, shown: seen(bulletin) }, true)).toBeNull()
})

test('[D07] dialog 1 pops up on any page, dialog 2 on the home page only, bulletins before other messages', () => {
  const onHome: Message = { ...bulletin, id: 5, dialog: 2, createTime: 200 }
  expect(nextToShow([bulletin, answer], unseen, false)).toBe(bulletin)
  expect(nextToShow([answer, onHome], unseen, false)).toBe(answer)
  expect(nextToShow([answer, onHome], unseen, true)).toBe(onHome)
})

test('[D07] every bulletin that wants to pops up once, the oldest first', () => {
  const at = (id: number, createTime: number, dialog: Message['dialog'] = 1): Message => ({
    ...bulletin,
    id,
    createTime,
    dialog,
  })
  const all = [at(9, 400), at(8, 300, 2), at(7, 300, 0), at(6, 200), at(5, 200)]
  const shownOn = (isHome: boolean, shown: ReadonlySet<string>): number[] => {
    const next = nextToShow(all, { opened: new Set(), shown }, isHome)
    return next ? [next.id, ...shownOn(isHome, shown.union(seen(next)))] : []
  }
  expect(shownOn(false, new Set())).toEqual([5, 6, 9])
  expect(shownOn(true, new Set())).toEqual([5, 6, 8, 9])
  expect(shownOn(true, seen(all[4] ?? bulletin))).toEqual([6, 8, 9])
})

test('[D07] of the own messages the newest pops up, on behalf of all', () => {
  const newer: Message = { ...answer, id: 5, createTime: 95 }
  expect(nextToShow([answer, newer], unseen, false)).toBe(newer)
})

test('[D07] the list of bulletins is needed until none up to the newest is left to pop up', () => {
  expect(needsBulletinList(undefined, { settled: new Set() })).toBe(false)
  expect(needsBulletinList(bulletin, { settled: new Set() })).toBe(true)
  expect(needsBulletinList(bulletin, { settled: seen(bulletin) })).toBe(false)
  expect(needsBulletinList({ ...bulletin, id: 5 }, { settled: seen(bulletin) })).toBe(true)
})

test('[D07] a message that was shown pops up again after a new event', () => {
  expect(nextToShow([{ ...answer, createTime: 300 }], { ...unseen, shown: seen(answer) }, false)).not.toBeNull()
})

test('[D09] the browser stores which bulletins were opened in it, and nothing about other messages', () => {
  expect(isRead(bulletin, unseen.opened)).toBe(false)
  expect(isRead(bulletin, seen(bulletin))).toBe(true)
  expect(isRead(answer, seen(answer))).toBe(false)
  expect(isRead({ ...answer, read: true }, unseen.opened)).toBe(true)
})

test('any stored value can be read, and its size is limited', () => {
  for (const text of [null, '', '{', '7', '{"a":1}', 'null']) expect(parseKeys(text)).toEqual([])
  expect(parseKeys('["a",1,null,"b"]')).toEqual(['a', 'b'])
  expect(withRemembered(['a', 'b'], ['b', 'c'])).toEqual(['a', 'b', 'c'])
  fc.assert(
    fc.property(fc.array(fc.string()), fc.array(fc.string()), (keys, more) => {
      const stored = withRemembered(keys, more)
      expect(stored.length).toBeLessThanOrEqual(100)
      expect(parseKeys(JSON.stringify(stored))).toEqual(stored)
    }),
  )
})

test('bulletins among the stored entries are identified by their ids', () => {
  expect(bulletinIds([messageKey(bulletin), messageKey(answer), 'bulletin x 1', ''])).toEqual([4])
})
