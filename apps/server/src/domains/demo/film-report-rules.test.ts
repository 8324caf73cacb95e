import { expect, test } from 'vitest'
import { createFilmProgress } from './film-progress.ts'
import { filmsLine } from './film-report-rules.ts'

/** Films that take so long, one after the other, and the lines that are printed after each. */
function linesOf(seconds: readonly number[]): (string | null)[] {
  const progress = createFilmProgress(10)
  const names = seconds.map((_, at) => String(at))
  let nowMs = 5000
  progress.enqueue(names, nowMs)
  return names.map((name, at) => {
    progress.begin(name, nowMs)
    nowMs += (seconds[at] ?? 0) * 1000
    progress.end(name, nowMs)
    return filmsLine(progress.report(nowMs))
  })
}

test('the estimate follows what the films took, and the last line says that all are ready', () => {
  const lines = linesOf(Array.from({ length: 23 }, () => 24))
  expect(lines.filter((line) => line !== null)).toEqual([
    '演示短片已就绪 2/23 部，现在每部要 24 秒，全部就绪还要约 9 分钟。',
    '演示短片已就绪 5/23 部，现在每部要 24 秒，全部就绪还要约 8 分钟。',
    '演示短片已就绪 10/23 部，现在每部要 24 秒，全部就绪还要约 6 分钟。',
    '演示短片已就绪 20/23 部，现在每部要 24 秒，全部就绪还要约 2 分钟。',
    '演示短片已全部就绪，共 23 部，用了约 10 分钟。',
  ])
})

test('a machine that becomes slower has a longer estimate, and few films have only the last line', () => {
  const slower = linesOf([...Array.from({ length: 10 }, () => 5), ...Array.from({ length: 14 }, () => 60)])
  expect(slower[9]).toContain('现在每部要 5 秒，全部就绪还要约 2 分钟')
  expect(slower[19]).toContain('现在每部要 60 秒，全部就绪还要约 4 分钟')
  expect(linesOf([4])).toEqual(['演示短片已全部就绪，共 1 部，用了不到 1 分钟。'])
})
