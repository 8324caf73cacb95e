import { expect, test, vi } from 'vitest'
import { createBurstLog } from './burst-log.ts'

test('[M04] a burst of failures is reported once at its start and once, with their number, at its end', () => {
  vi.useFakeTimers()
  try {
    const lines: string[] = []
    const bursts = createBurstLog<string>({
      quietMs: 1000,
      onFirst: (kind, detail) => lines.push(`${kind} ${detail}`),
      onEnd: (kind, count) => lines.push(`${kind} ${count}`),
    })
    for (let at = 0; at < 50; at++) {
      bursts.add('database', `failure ${at}`)
      vi.advanceTimersByTime(300)
    }
    bursts.add('disk', 'full')
    expect(lines).toEqual(['database failure 0', 'disk full'])
    vi.advanceTimersByTime(2000)
    expect(lines.slice(2).toSorted()).toEqual(['database 50', 'disk 1'])
    bursts.add('database', 'again')
    expect(lines.at(-1)).toBe('database again')
  } finally {
    vi.useRealTimers()
  }
})
