import type { GuideEvent } from '../domains/guide/index.ts'
import { cutToWidth, formatDuration, type ReportOptions } from './import-report.ts'

/** Minimum interval of progress output by style, in milliseconds. */
const intervals = { bar: 100, lines: 15_000, json: 1000 }
const clearLine = '\r\u001b[2K'

const grouped = (count: number): string => count.toLocaleString('en-US')

/** The text of an event. Progress is printed at intervals only. */
function guideLine(event: GuideEvent): string {
  switch (event.event) {
    case 'started':
      return `读取 ${event.address}`
    case 'reading':
      return `已读 ${Math.round(event.bytes / 1024 / 1024)} MB，${grouped(event.programmes)} 个节目`
    case 'merging':
      return `正在换上 ${grouped(event.programmes)} 个节目`
    case 'imported': {
      const { matched, channels, taken, programmes, faults, standby, changed, sec } = event
      const faulty = faults > 0 ? `，${grouped(faults)} 个读不懂` : ''
      const spare = standby > 0 ? `；另有 ${grouped(standby)} 个频道先听前面的来源，它备用` : ''
      return [
        `✓ 本站 ${grouped(matched)} 个频道有了节目单：${grouped(taken)} 个节目，其中 ${grouped(changed)} 处有变${spare}`,
        `（文件里有 ${grouped(channels)} 个频道、${grouped(programmes)} 个节目${faulty}；用时 ${formatDuration(sec)}）`,
      ].join('')
    }
    case 'unchanged':
      return '= 和上次一样，没有变化'
    case 'failed':
      return `✗ ${event.reason}。原来的节目单没有动`
  }
}

/** Prints the events of a guide import. */
export function createGuideReport({ style, write, columns, nowMs }: ReportOptions): (event: GuideEvent) => void {
  let shownMs = Number.NEGATIVE_INFINITY
  return (event) => {
    const isPassing = event.event === 'reading' || event.event === 'merging'
    if (isPassing && nowMs() - shownMs < intervals[style]) return
    if (isPassing) shownMs = nowMs()
    if (style === 'json') write(`${JSON.stringify(event)}\n`)
    else if (style === 'lines') write(`${guideLine(event)}\n`)
    else write(clearLine + cutToWidth(guideLine(event), columns() - 1) + (isPassing ? '' : '\n'))
  }
}
