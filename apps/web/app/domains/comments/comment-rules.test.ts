import type { CommentThread, Reply } from '@yunmu/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  asThread,
  commentIdInHash,
  countText,
  isCollapsed,
  remainingCharacters,
  withoutComment,
  withChange,
  withoutUsers,
  withReplies,
  withReply,
  withThumb,
  withOwnNew,
} from './comment-rules.ts'

const reply = (id: number, userId = 7): Reply => ({
  id,
  userId,
  userNickName: '林照',
  userPortrait: '',
  vip: false,
  content: '好',
  createTime: id,
  up: 0,
  down: 0,
  mine: false,
  thumbed: 'none',
  gone: false,
  replyTo: null,
})
const thread = (id: number, total = 0, ...replies: Reply[]): CommentThread => ({
  ...asThread(reply(id)),
  replies: { total, list: replies },
})
const idsOf = (threads: readonly CommentThread[]) =>
  threads.map(({ id, replies }) => [id, ...replies.list.map((one) => one.id)])

test('[I01] the fragment of an address identifies a comment only if it is a valid id', () => {
  for (const hash of [
    '',
    '#',
    '#comment-',
    '#comment-0',
    '#comment-01',
    '#comment-1e3',
    '#comment-12345678901',
    '#Comment-1',
  ])
    expect(commentIdInHash(hash)).toBeNull()
  expect(commentIdInHash('#comment-12')).toBe(12)
})

test('[I01] the remaining length is shown only near the limit', () => {
  expect(remainingCharacters('字'.repeat(899))).toBeNull()
  expect(remainingCharacters('字'.repeat(900))).toBe(100)
  expect(remainingCharacters('𠀀'.repeat(1003))).toBe(-3)
  expect([countText(0), countText(999), countText(1000)]).toEqual(['0', '999', '999+'])
})

test('[I01] a thumb pressed twice is removed, and the opposite one replaces it', () => {
  const item = reply(1)
  expect(withThumb(item, 'up')).toMatchObject({ up: 1, down: 0, thumbed: 'up' })
  expect(withThumb(withThumb(item, 'up'), 'up')).toEqual(item)
  expect(withThumb(withThumb(item, 'up'), 'down')).toMatchObject({ up: 0, down: 1, thumbed: 'down' })
  fc.assert(
    fc.property(fc.array(fc.constantFrom('up' as const, 'down' as const)), (presses) => {
      const end = presses.reduce(withThumb, item)
      expect([end.up, end.down]).toEqual([Number(end.thumbed === 'up'), Number(end.thumbed === 'down')])
    }),
  )
})

test('[I01] a removed comment disappears; one with replies stays without author and text', () => {
  const threads = [thread(1), thread(2, 3, reply(5), reply(6))]
  expect(withoutComment(threads, 9)).toEqual(threads)
  expect(idsOf(withoutComment(threads, 1))).toEqual([[2, 5, 6]])
  expect(withoutComment(threads, 2)[1]).toMatchObject({
    gone: true,
    content: '',
    userNickName: '',
    replies: { total: 3 },
  })
  expect(withoutComment(threads, 5)[1]?.replies).toEqual({ total: 2, list: [reply(6)] })
})

test('[I01] replies are sorted oldest first and listed once, in any order of arrival', () => {
  const own = withReply([thread(1, 4, reply(2), reply(3))], 1, reply(9))
  expect(own[0]?.replies.total).toBe(5)
  expect(idsOf(withReplies(own, 1, { total: 5, list: [reply(2), reply(4), reply(3)] }))).toEqual([[1, 2, 3, 4, 9]])
  expect(withReplies(own, 8, { total: 1, list: [reply(10)] })).toEqual(own)
})

test('[I01] a change affects one comment or reply only', () => {
  const threads = [thread(1, 1, reply(2)), thread(3)]
  const changed = withChange(threads, 2, (item) => withThumb(item, 'up'))
  expect(changed[0]?.replies.list[0]).toMatchObject({ up: 1, thumbed: 'up' })
  expect(changed[1]).toBe(threads[1])
  expect(withChange(threads, 3, () => ({ up: 8 }))[1]?.up).toBe(8)
})

test('[I01] comments and replies of a blocked user are hidden', () => {
  const threads = [asThread(reply(1, 5)), { ...thread(2, 9, reply(3, 5), reply(4, 6)) }]
  expect(withoutUsers(threads, new Set())).toBe(threads)
  expect(idsOf(withoutUsers(threads, new Set([5])))).toEqual([[2, 4]])
  expect(withoutUsers(threads, new Set([5]))[0]?.replies.total).toBe(8)
})

test('[I01] a list that was loading while the user wrote contains the new comment, without duplicates', () => {
  expect(idsOf(withOwnNew([thread(2), thread(1)], [thread(4), thread(3)]))).toEqual([[4], [3], [2], [1]])
  expect(idsOf(withOwnNew([thread(3), thread(1)], [thread(3)]))).toEqual([[3], [1]])
})

test('[D07] a linked reply is unfolded if it is not among the first ones', () => {
  const list = [5, 6, 7, 8].map((id) => reply(id))
  expect([6, 7, 8, 9, null].map((id) => isCollapsed(list, id))).toEqual([false, true, true, false, false])
})
