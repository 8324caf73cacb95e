import { expect, test, vi } from 'vitest'
import { createChangeBatch } from './change-batch.ts'

test('many changes are told of together, each once, after a while', () => {
  vi.useFakeTimers()
  try {
    const told: number[][] = []
    const batch = createChangeBatch({ delayMs: 3000, tell: (ids) => told.push(ids) })
    for (const id of [1, 2, 1]) batch.add(id)
    vi.advanceTimersByTime(2999)
    expect(told).toEqual([])
    vi.advanceTimersByTime(1)
    batch.add(3)
    vi.advanceTimersByTime(3000)
    expect(told).toEqual([[1, 2], [3]])
  } finally {
    vi.useRealTimers()
  }
})

test('what waits is told of at once when it must be, and not again', () => {
  const told: number[][] = []
  const batch = createChangeBatch({ delayMs: 60_000, tell: (ids) => told.push(ids) })
  batch.flush()
  batch.add(7)
  batch.flush()
  batch.flush()
  expect(told).toEqual([[7]])
})
