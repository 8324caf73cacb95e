import type { ImportEvent, Report } from '../domains/operations/index.ts'
import type { Terminal } from './command-context.ts'

export interface ReportOptions {
  /** A redrawn line in a terminal, plain lines in a pipe, one JSON object per line for programs. */
  style: 'bar' | 'lines' | 'json'
  write: (text: string) => void
  /** Width of the terminal in columns. */
  columns: () => number
  nowMs: () => number
}

/** Report options for standard output: a bar in a terminal, JSON if the operator requested it. */
export const reportOptionsFor = ({ output }: Terminal, json: boolean): ReportOptions => ({
  style: json ? 'json' : output.isTTY === true ? 'bar' : 'lines',
  write: (text) => void output.write(text),
  columns: () => output.columns || 80,
  nowMs: () => performance.now(),
})

type Progress = Extract<ImportEvent, { event: 'progress' }>

/** Minimum interval of progress output by style, in milliseconds. */
const intervals = { bar: 100, lines: 15_000, json: 1000 }
const barWidth = 24
const clearLine = '\r\u001b[2K'
const stepNames = { copy: '封装', encode: '转码', pictures: '截图' }

/** Characters that are two columns wide in a terminal. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u

/** Width of a line in terminal columns. */
export const widthOf = (line: string): number =>
  [...line].reduce((sum, character) => sum + (wide.test(character) ? 2 : 1), 0)

/** Cuts a line to a number of terminal columns. */
export function cutToWidth(line: string, columns: number): string {
  let width = 0
  let cut = ''
  for (const character of line) {
    width += widthOf(character)
    if (width > columns) return cut
    cut += character
  }
  return cut
}

/** E.g. `5 分钟`, `1 小时 20 分钟`. */
export function formatDuration(sec: number): string {
  if (sec < 60) return `${Math.max(1, Math.round(sec))} 秒`
  const minutes = Math.round(sec / 60)
  if (minutes < 60) return `${minutes} 分钟`
  return `${Math.floor(minutes / 60)} 小时${minutes % 60 > 0 ? ` ${minutes % 60} 分钟` : ''}`
}

function progressText({ at, total, step, share, leftSec, file }: Progress): string {
  const left = leftSec === null ? '' : `，还剩约 ${formatDuration(leftSec)}`
  return `${Math.floor(share * 100)}%  第 ${at}/${total} 个，${stepNames[step]}${left}  ${file}`
}

function barText(progress: Progress): string {
  const full = Math.round(progress.share * barWidth)
  return `${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${progressText(progress)}`
}

/** The line of a final event; null for events that only move the bar. */
export function eventLine(event: ImportEvent): string | null {
  switch (event.event) {
    case 'found':
      return `找到 ${event.videos} 个视频文件`
    case 'checked':
    case 'progress':
      return null
    case 'imported': {
      const resumed = event.resumedChunks > 0 ? `，接着上次的 ${event.resumedChunks} 段` : ''
      const notes = event.notes.map((note) => `；${note}`).join('')
      return `✓ ${event.file} → ${event.title} ${event.episode}（用时 ${formatDuration(event.sec)}${resumed}${notes}）`
    }
    case 'moved':
      return `↪ ${event.file} 是改了名的旧文件 → ${event.title} ${event.episode}`
    case 'updated':
      return `↻ ${event.file} → ${event.title} ${event.episode}${event.notes.map((note) => `；${note}`).join('')}`
    case 'duplicate':
      return `= ${event.file} 与 ${event.of} 内容相同，跳过`
    case 'failed':
      return `✗ ${event.file}：${event.reason}`
    case 'end':
      return endLine(event)
  }
}

function endLine({
  imported,
  unchanged,
  updated,
  moved,
  duplicate,
  failed,
  stopped,
}: Extract<ImportEvent, { event: 'end' }>): string {
  const texts = [
    `导入 ${imported} 个`,
    ...(unchanged > 0 ? [`已在站内 ${unchanged} 个`] : []),
    ...(updated > 0 ? [`更新 ${updated} 个`] : []),
    ...(moved > 0 ? [`改名 ${moved} 个`] : []),
    ...(duplicate > 0 ? [`重复 ${duplicate} 个`] : []),
    ...(failed > 0 ? [`失败 ${failed} 个`] : []),
  ]
  const counted = texts.join('，')
  return stopped ? `已停下（${counted}）。再运行一次同样的命令，会从这里接着做。` : `完成：${counted}。`
}

/** Prints the events of an import. */
export function createImportReport({ style, write, columns, nowMs }: ReportOptions): Report {
  let shownMs = Number.NEGATIVE_INFINITY
  const isDue = (): boolean => {
    if (nowMs() - shownMs < intervals[style]) return false
    shownMs = nowMs()
    return true
  }
  const move = (line: string): void => write(clearLine + cutToWidth(line, columns() - 1))
  return (event) => {
    const isPassing = event.event === 'progress' || event.event === 'checked'
    if (isPassing && !isDue()) return
    if (style === 'json') return write(`${JSON.stringify(event)}\n`)
    if (event.event === 'progress') {
      if (style === 'bar') move(barText(event))
      else write(`${progressText(event)}\n`)
    } else if (event.event === 'checked') {
      if (style === 'bar') move(`检查 ${event.done}/${event.total}`)
    } else write(`${style === 'bar' ? clearLine : ''}${eventLine(event) ?? ''}\n`)
  }
}
