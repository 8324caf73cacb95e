import { expect, test, vi } from 'vitest'
import { createChangeBatch } from './change-batch.ts'

test('several changes are announced together after a delay, each id once', () => {
  vi.useFakeTimers()
  try {
    const announced: number[][] = []
    const batch = createChangeBatch({ delayMs: 3000, notify: (ids) => announced.push(ids) })
    for (const id of [1, 2, 1]) batch.add(id)
    vi.advanceTimersByTime(2999)
    expect(announced).toEqual([])
    vi.advanceTimersByTime(1)
    batch.add(3)
    vi.advanceTimersByTime(3000)
    expect(announced).toEqual([[1, 2], [3]])
  } finally {
    vi.useRealTimers()
  }
})

test('flush announces pending ids at once, and not again', () => {
  const announced: number[][] = []
  const batch = createChangeBatch({ delayMs: 60_000, notify: (ids) => announced.push(ids) })
  batch.flush()
  batch.add(7)
  batch.flush()
  batch.flush()
  expect(announced).toEqual([[7]])
})
