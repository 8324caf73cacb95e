import { expect, test } from 'vitest'
import type { GuideEvent } from '../domains/guide/index.ts'
import { createGuideReport } from './guide-report.ts'

const address = 'https://a.example/e.xml.gz'
const events: GuideEvent[] = [
  { event: 'started', address },
  { event: 'reading', bytes: 50 * 1024 * 1024, programmes: 12_345 },
  { event: 'merging', programmes: 12_000 },
  {
    event: 'imported',
    address,
    sec: 75,
    programmes: 20_000,
    channels: 99,
    matched: 12,
    taken: 12_000,
    faults: 3,
    standby: 2,
    changed: 7,
  },
  { event: 'unchanged', address },
  { event: 'failed', address, reason: '文件不完整，后面被截断了' },
]

function reportOf(style: 'bar' | 'lines' | 'json'): string {
  let text = ''
  let now = 0
  const write = (piece: string): void => void (text += piece)
  const report = createGuideReport({ style, write, columns: () => 60, nowMs: () => (now += 60_000) })
  for (const event of events) report(event)
  return text
}

test('[G04] in a pipe the import of a guide prints lines', () => {
  expect(reportOf('lines').trim().split('\n')).toEqual([
    '读取 https://a.example/e.xml.gz',
    '已读 50 MB，12,345 个节目',
    '正在换上 12,000 个节目',
    '✓ 本站 12 个频道有了节目单：12,000 个节目，其中 7 处有变；另有 2 个频道先听前面的来源，它备用（文件里有 99 个频道、20,000 个节目，3 个读不懂；用时 1 分钟）',
    '= 和上次一样，没有变化',
    '✗ 文件不完整，后面被截断了。原来的节目单没有动',
  ])
})

test('[G04] with --json every event of a guide import is one JSON object on a line', () => {
  expect(
    reportOf('json')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(events)
})

test('[G04] in a terminal progress is overwritten', () => {
  expect(reportOf('bar')).toContain('\r\u001b[2K已读 50 MB，12,345 个节目\r\u001b[2K正在换上')
})
