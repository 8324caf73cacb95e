import { ModerationWords } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { createEvents } from '../../platform/events/events.ts'
import { localBus } from '../../testing/local-bus.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import type { ModerationTables } from './moderation-tables.ts'
import { createWords } from './words.ts'

const t = await buildTestApp()
const events = createEvents(localBus, (err) => {
  throw err
})
const words = createWords(t.platform.db.withTables<ModerationTables>(), events)

test('[I04] lists too large for memory are refused', () => {
  const list = (letters: number) => Array.from({ length: 10_000 }, () => '字'.repeat(letters))
  expect(ModerationWords.safeParse({ refused: list(11), held: list(10) }).success).toBe(false)
  expect(ModerationWords.safeParse({ refused: list(10), held: list(10) }).success).toBe(true)
})

test('[I04] concurrent additions of words are all stored', async () => {
  const added = ['甲', '乙', '丙', '丁', '戊']
  await Promise.all(added.map((word) => words.change(({ refused, held }) => ({ refused: [...refused, word], held }))))
  expect((await words.read()).refused.toSorted()).toEqual(added.toSorted())
})

test('[I04] the matcher is rebuilt when the lists differ, not on every event', async () => {
  const before = await words.find(0)
  events.reportGap()
  expect(await words.find(0)).toBe(before)
  await words.change(({ refused }) => ({ refused, held: ['己'] }))
  expect((await words.find(0))('己')).toEqual({ list: 'held', word: '己' })
})
