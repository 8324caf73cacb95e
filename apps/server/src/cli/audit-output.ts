import { fieldsOfColumns, titleFields, valueText } from '../domains/catalog/index.ts'
import type { AuditEntry } from '../platform/audit/audit.ts'
import { actTexts, columnTexts, rowTexts, subjectTexts, valueTexts } from './audit-texts.ts'
import { settingLabel } from './commands/site.ts'
import { actorText } from './money-output.ts'
import { formatTime } from './user-output.ts'

/** Names that entries have as numbers. */
export interface AuditNames {
  titles: ReadonlyMap<number, string>
  /** With the top category. */
  categories: ReadonlyMap<number, string>
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})

const maxValue = 60
const maxLines = 8
/** Rows of more titles are counted only. */
const maxTitles = 3

const shorten = (text: string): string => {
  const line = text.replaceAll(/\s*\n\s*/g, ' ')
  return [...line].length > maxValue ? `${[...line].slice(0, maxValue).join('')}…` : line
}

/** Seconds since 2001 are times. */
const isTime = (value: unknown): value is number => typeof value === 'number' && value > 1e9 && value < 1e11

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '无'
  if (isTime(value)) return formatTime(value)
  const text = isFields(value) && !('name' in value) ? JSON.stringify(value) : valueText(value)
  return text === '' ? '无' : shorten(text)
}

const titleText = (id: unknown, { titles }: AuditNames): string => {
  const name = titles.get(Number(id))
  return name === undefined ? `影片 ${String(id)}` : `《${name}》（${String(id)}）`
}

/** The value of a column of a row. */
function cellText(table: string, column: string, value: unknown, names: AuditNames): string {
  if (column === 'deleted_sec') return value === null ? '否' : '是'
  if (column === 'type_id') return names.categories.get(Number(value)) ?? `分类 ${String(value)}`
  if (column === 'merged_into' || (table === 'source' && column === 'title_id'))
    return value === null ? '无' : titleText(value, names)
  return textOf(value)
}

/** The columns of a title that are shown, each with its field: of several that belong together the first. */
function titleCells(before: Fields, after: Fields): { column: string; label: string }[] {
  const columns = Object.keys(after)
  const fields = fieldsOfColumns(columns).map((field) => {
    const { label, columns: own } = titleFields[field]
    const changed = own.find(
      (column) => column in after && JSON.stringify(before[column]) !== JSON.stringify(after[column]),
    )
    return { column: field === 'category' ? 'type_id' : (changed ?? own[0]), label }
  })
  const others = columns.flatMap((column) => {
    const label = columnTexts['title']?.[column]
    return label === undefined ? [] : [{ column, label }]
  })
  return [...fields, ...others]
}

const lockLabel = (table: string, column: string): string => {
  const [field] = table === 'title' ? fieldsOfColumns([column]) : []
  return field === undefined ? (columnTexts[table]?.[column] ?? column) : titleFields[field].label
}

/** Which fields were locked and unlocked. */
function lockLines(table: string, before: Fields, after: Fields): string[] {
  const changed = Object.keys(after).filter((name) => name.startsWith('lock:') && before[name] !== after[name])
  const labels = (isLocked: boolean): string[] => [
    ...new Set(changed.filter((name) => after[name] === isLocked).map((name) => lockLabel(table, name.slice(5)))),
  ]
  return [
    ...(labels(true).length > 0 ? [`锁定：${labels(true).join('、')}`] : []),
    ...(labels(false).length > 0 ? [`解锁：${labels(false).join('、')}`] : []),
  ]
}

/** How a row is called that was added or deleted. */
function rowName(table: string, id: string, row: Fields, names: AuditNames): string {
  if (table === 'title' || table === 'banner') return titleText(id, names)
  if (table === 'episode') return `第 ${textOf(row['level'])} 集 ${textOf(row['name'])}`
  return textOf(row['name'] ?? id)
}

function rowLines(
  table: string,
  id: string,
  [before, after]: readonly [unknown, unknown],
  names: AuditNames,
): string[] {
  const kind = rowTexts[table] ?? table
  if (!isFields(after)) return isFields(before) ? [`删除${kind}：${rowName(table, id, before, names)}`] : []
  if (!isFields(before)) return [`新增${kind}：${rowName(table, id, after, names)}`]
  const cells =
    table === 'title'
      ? titleCells(before, after)
      : Object.keys(after).flatMap((column) => {
          const label = columnTexts[table]?.[column]
          return label === undefined ? [] : [{ column, label }]
        })
  const changes = cells
    .filter(({ column }) => JSON.stringify(before[column]) !== JSON.stringify(after[column]))
    .map(({ column, label }) => {
      const [from, to] = [before, after].map((row) => cellText(table, column, row[column], names))
      return `${label}：${from} → ${to}`
    })
  return [...changes, ...lockLines(table, before, after)]
}

const countOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0)

/** What a correction of the catalogue changed. */
function catalogLines(before: Fields, after: Fields, names: AuditNames): string[] {
  const titles = Object.entries(fieldsOf(after['title']))
  const lines: string[] = []
  if (titles.length > maxTitles) {
    const deleted = titles.filter(([, row]) => fieldsOf(row)['deleted_sec']).length
    lines.push(`${titles.length} 部影片${deleted > 0 ? `，其中 ${deleted} 部放进回收站` : ''}`)
  }
  for (const table of Object.keys(rowTexts)) {
    const rows = Object.entries(fieldsOf(after[table]))
    if (titles.length > maxTitles) {
      const removed = rows.filter(([, row]) => row === null).length
      if (removed > 0) lines.push(`删除 ${removed} ${table === 'source' ? '条线路' : '集'}`)
      continue
    }
    const former = fieldsOf(before[table])
    for (const [id, row] of rows) lines.push(...rowLines(table, id, [former[id], row], names))
  }
  if (after['belongings']) lines.push('收藏、记录、评论、弹幕和评分一起移了过去')
  const addresses = countOf(before['addresses']) - countOf(after['addresses'])
  if (addresses !== 0) lines.push(`${addresses > 0 ? '删除' : '恢复'} ${Math.abs(addresses)} 个播放地址`)
  return lines
}

/** The values of an entry by name; those of a source are stored beside its number. */
const namedValues = (stored: unknown): Fields => {
  const fields = fieldsOf(stored)
  return isFields(fields['values']) ? fields['values'] : fields
}

/** What changed of values by name. */
function valueLines(before: unknown, after: unknown): string[] {
  const former = namedValues(before)
  const next = namedValues(after)
  if (!isFields(before) && !isFields(after)) return before === after ? [] : [`${textOf(before)} → ${textOf(after)}`]
  return [...new Set([...Object.keys(former), ...Object.keys(next)])]
    .filter((name) => JSON.stringify(former[name]) !== JSON.stringify(next[name]))
    .map((name) => {
      const label = settingLabel(name) ?? valueTexts[name] ?? name
      return `${label}：${textOf(former[name])} → ${textOf(next[name])}`
    })
}

/** What an entry is about: `影片 12《雾港》`. */
function subjectText(subject: string, { titles }: AuditNames): string {
  const [kind = '', ...rest] = subject.split(' ')
  const label = subjectTexts[kind]
  if (label === undefined) return subject
  if (kind === 'setting') return rest.map((name) => settingLabel(name) ?? name).join('、')
  const name = kind === 'title' ? titles.get(Number(rest[0])) : undefined
  return `${[label, ...rest].join(' ')}${name === undefined ? '' : `《${name}》`}`
}

/** An entry as an operator reads it. */
export function entryLines(entry: AuditEntry, nowSec: number, names: AuditNames): string[] {
  const { id, atSec, actor, domain, act, subject, before, after, undoUntilSec, undoneBy } = entry
  const mayUndo = undoUntilSec !== null && undoUntilSec > nowSec && undoneBy === null
  const state = undoneBy === null ? (mayUndo ? '  可撤销' : '') : `  已由 ${undoneBy} 撤销`
  const lines =
    domain === 'catalog' ? catalogLines(fieldsOf(before), fieldsOf(after), names) : valueLines(before, after)
  const shown = lines.length > maxLines ? [...lines.slice(0, maxLines), `还有 ${lines.length - maxLines} 处`] : lines
  return [
    `${String(id).padEnd(8)}${formatTime(atSec)}  ${actorText(actor)}  ${actTexts[act] ?? act}  ${subjectText(subject, names)}${state}`,
    ...shown.map((line) => `${' '.repeat(8)}${line}`),
  ]
}

/** The titles that entries name, as far as they are shown. */
export function titlesIn(entries: readonly AuditEntry[]): number[] {
  const ids = entries.flatMap(({ domain, subject, before, after }) => {
    const [, own] = /^title (\d+)$/.exec(subject) ?? []
    if (domain !== 'catalog') return own === undefined ? [] : [Number(own)]
    const rows = Object.entries(fieldsOf(fieldsOf(after)['title'])).slice(0, maxTitles + 1)
    const into = [before, after].flatMap((side) =>
      Object.values(fieldsOf(fieldsOf(side)['title']))
        .slice(0, maxTitles)
        .map((row) => Number(fieldsOf(row)['merged_into'])),
    )
    const banners = Object.keys(fieldsOf(fieldsOf(after)['banner']))
    return [
      ...(own === undefined ? [] : [Number(own)]),
      ...rows.map(([id]) => Number(id)),
      ...into,
      ...banners.map(Number),
    ]
  })
  return [...new Set(ids)].filter((id) => Number.isInteger(id) && id > 0)
}
