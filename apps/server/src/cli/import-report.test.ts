import { expect, test } from 'vitest'
import type { ImportEvent } from '../domains/operations/index.ts'
import { createImportReport, cutToWidth, eventLine, formatDuration } from './import-report.ts'

const events: ImportEvent[] = [
  { event: 'found', videos: 3 },
  { event: 'checked', done: 1, total: 3 },
  { event: 'failed', file: '坏.mkv', reason: '文件已损坏，或者不是视频' },
  { event: 'progress', file: '片.mp4', at: 1, total: 2, step: 'encode', share: 0.42, leftSec: 300 },
  {
    event: 'imported',
    file: '片.mp4',
    title: '片',
    episode: '正片',
    way: 'encoded',
    resumedChunks: 2,
    notes: ['跳过 1 条图形字幕'],
    sec: 75,
  },
  { event: 'moved', file: '新.mp4', title: '新', episode: '正片' },
  { event: 'duplicate', file: '抄.mp4', of: '片.mp4' },
  { event: 'end', imported: 1, unchanged: 4, updated: 0, moved: 1, duplicate: 1, failed: 1, stopped: false },
]

function reportOf(style: 'bar' | 'lines' | 'json', all = events): string {
  let text = ''
  let now = 0
  const write = (piece: string): void => void (text += piece)
  const report = createImportReport({ style, write, columns: () => 60, nowMs: () => (now += 60_000) })
  for (const event of all) report(event)
  return text
}

test('in a pipe every result is a line, and progress is printed at intervals', () => {
  expect(reportOf('lines').trim().split('\n')).toEqual([
    '找到 3 个视频文件',
    '✗ 坏.mkv：文件已损坏，或者不是视频',
    '42%  第 1/2 个，转码，还剩约 5 分钟  片.mp4',
    '✓ 片.mp4 → 片 正片（用时 1 分钟，接着上次的 2 段；跳过 1 条图形字幕）',
    '↪ 新.mp4 是改了名的旧文件 → 新 正片',
    '= 抄.mp4 与 片.mp4 内容相同，跳过',
    '完成：导入 1 个，已在站内 4 个，改名 1 个，重复 1 个，失败 1 个。',
  ])
})

test('with --json every event is one JSON object on a line', () => {
  const lines = reportOf('json').trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual(events)
})

test('in a terminal a progress bar is redrawn on one line that is never wider than the window', () => {
  const moves = reportOf('bar').split('\r\u001b[2K')
  const bar = moves.find((move) => move.includes('█')) ?? ''
  expect(bar).toMatch(/^█+░+ 42%  第 1\/2 个，转码/)
  expect(cutToWidth(bar, 59)).toBe(bar)
})

test('progress that comes too often is not printed', () => {
  let text = ''
  const report = createImportReport({
    style: 'lines',
    write: (piece) => void (text += piece),
    columns: () => 80,
    nowMs: () => 0,
  })
  for (let share = 0; share < 1; share += 0.1) {
    report({ event: 'progress', file: '片', at: 1, total: 1, step: 'copy', share, leftSec: null })
  }
  expect(text.trim().split('\n')).toHaveLength(1)
})

test('Chinese characters are two columns wide', () => {
  expect(cutToWidth('云幕ab', 5)).toBe('云幕a')
  expect(cutToWidth('云幕ab', 3)).toBe('云')
})

test.each([
  [0, '1 秒'],
  [59, '59 秒'],
  [600, '10 分钟'],
  [3600, '1 小时'],
  [4800, '1 小时 20 分钟'],
])('%d s is printed as %s', (sec, spoken) => {
  expect(formatDuration(sec)).toBe(spoken)
})

test('an interrupted import prints that the same command resumes it', () => {
  const end: ImportEvent = {
    event: 'end',
    imported: 2,
    unchanged: 0,
    updated: 0,
    moved: 0,
    duplicate: 0,
    failed: 0,
    stopped: true,
  }
  expect(eventLine(end)).toBe('已停下（导入 2 个）。再运行一次同样的命令，会从这里接着做。')
})
