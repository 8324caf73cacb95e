import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseBulletin, excerptOf, isFresh, titleOf, type BulletinInput } from './message-rules.ts'

const nowSec = 1_800_000_000
const input: BulletinInput = { title: '停机维护', content: '今晚两点到三点。', dialog: 1, startsAt: null, endsAt: null }

test('[D07] a bulletin without text, too long, or over before it starts is refused', () => {
  for (const title of ['', ' \n', '\u202e', '长'.repeat(61)])
    expect(parseBulletin({ ...input, title }, nowSec)).toBe('TitleInvalid')
  for (const content of ['', '\u0007', '长'.repeat(5001)])
    expect(parseBulletin({ ...input, content }, nowSec)).toBe('ContentInvalid')
  expect(parseBulletin({ ...input, endsAt: nowSec }, nowSec)).toBe('DatesInvalid')
  expect(parseBulletin({ ...input, startsAt: nowSec + 10, endsAt: nowSec + 10 }, nowSec)).toBe('DatesInvalid')
})

test('[D07] a bulletin is plain text in paragraphs, and starts now by default', () => {
  expect(parseBulletin({ ...input, title: ' 停\n机 ', content: '一\r\n\r\n\r\n\r\n二\u202e三\u0000' }, nowSec)).toEqual(
    {
      title: '停 机',
      content: '一\n\n二三',
      dialog: 1,
      startsAt: nowSec,
      endsAt: null,
    },
  )
})

test('[D07] stored text has no control or bidirectional characters', () => {
  const hostile = fc.string({
    unit: fc.constantFrom('a', '灯', '\n', '\r', '\0', '\u202e', '\u2066', '\u200f', '\u0085'),
  })
  fc.assert(
    fc.property(hostile, hostile, (title, content) => {
      const kept = parseBulletin({ ...input, title, content }, nowSec)
      if (typeof kept === 'string') return
      expect(kept.title).not.toMatch(/\p{Cc}|[\u200f\u202e\u2066]/u)
      expect(kept.content).not.toMatch(/(?!\n)\p{Cc}|[\u200f\u202e\u2066]|\n{3}/u)
    }),
  )
})

test('[I03] an excerpt is one line, and no character is cut in two', () => {
  expect(excerptOf('一\n 二')).toBe('一 二')
  expect(excerptOf('一。\n二')).toBe('一。二')
  expect(excerptOf('𠮷'.repeat(121))).toBe(`${'𠮷'.repeat(120)}…`)
})

test('[I03] a message says who did what, and how many others', () => {
  const thumb = { type: 'comment_thumb_up', others: 0, title: '' } as const
  expect(titleOf(thumb, '')).toBe('有人赞了你的评论')
  expect(titleOf(thumb, '梅')).toBe('梅赞了你的评论')
  expect(titleOf({ ...thumb, others: 2 }, '梅')).toBe('梅 等 3 人赞了你的评论')
  expect(titleOf({ type: 'comment_commit', others: 0, title: '' }, '梅')).toBe('梅回复了你')
  expect(titleOf({ type: 'sub_live', others: 0, title: '决赛开始了' }, '')).toBe('决赛开始了')
})

test('[D07] a match that began two hours ago no longer pops up, a reply does for a week', () => {
  const hoursAgo = (hours: number): number => nowSec - hours * 3600
  expect(isFresh({ type: 'sub_live', createdAt: hoursAgo(2) }, nowSec)).toBe(false)
  expect(isFresh({ type: 'sub_live', createdAt: hoursAgo(1) }, nowSec)).toBe(true)
  expect(isFresh({ type: 'comment_commit', createdAt: hoursAgo(24 * 7) }, nowSec)).toBe(false)
  expect(isFresh({ type: 'comment_commit', createdAt: hoursAgo(24) }, nowSec)).toBe(true)
})
