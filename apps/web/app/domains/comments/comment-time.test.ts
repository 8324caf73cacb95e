import { expect, test } from 'vitest'
import { commentTexts } from './comment-texts.ts'
import { timeText } from './comment-time.ts'

const at = (text: string): number => new Date(text).getTime() / 1000
const words = (text: string, now: string): string => timeText(at(text), at(now), commentTexts.s)

test('[I01] times are shown relatively, shorter the older they are', () => {
  expect(words('2026-11-21T10:00:00', '2026-11-21T10:00:09')).toBe('刚刚')
  expect(words('2026-11-21T10:00:00', '2026-11-21T09:59:00')).toBe('刚刚')
  expect(words('2026-11-21T10:00:00', '2026-11-21T10:00:40')).toBe('1 分钟前')
  expect(words('2026-11-21T10:00:00', '2026-11-21T10:59:59')).toBe('59 分钟前')
  expect(words('2026-11-21T10:00:00', '2026-11-21T23:59:59')).toBe('今天 10:00')
  expect(words('2026-11-20T22:05:00', '2026-11-21T01:00:00')).toBe('昨天 22:05')
  expect(words('2026-11-18T22:05:00', '2026-11-21T01:00:00')).toBe('11 月 18 日')
  expect(words('2025-11-18T22:05:00', '2026-11-21T01:00:00')).toBe('2025 年 11 月 18 日')
})

test('[I01] before the page knows the time, days are those of China on every machine', () => {
  expect(timeText(Date.parse('2026-11-20T16:30:00Z') / 1000, null, commentTexts.s)).toBe('11 月 21 日')
})
