import { createCsvReader, writeCsvRow } from '@yunmu/formats'
import type { ExchangeRow } from './exchange-entity.ts'
import { ExchangeError, type ExchangeColumn } from './exchange-store.ts'

/** Rows as lines of a file: JSON Lines, or CSV with a header, in which nested values are JSON. */

export const exchangeFormats = ['jsonl', 'csv'] as const
export type ExchangeFormat = (typeof exchangeFormats)[number]

const batchRows = 200
/** A title with ten thousand episodes. */
const maxLineLength = 64 * 1024 * 1024

/** Turns rows into the text of a file; `begin` is its first line, if it has one. */
export function rowWriter(
  format: ExchangeFormat,
  fields: readonly ExchangeColumn[],
): { begin: string; textOf: (lines: readonly string[]) => string } {
  if (format === 'jsonl') return { begin: '', textOf: (lines) => lines.map((line) => `${line}\n`).join('') }
  return {
    begin: writeCsvRow(fields.map(({ name }) => name)),
    textOf: (lines) => lines.map((line) => writeCsvRow(cellsOf(parseObject(line, 0), fields))).join(''),
  }
}

const cellsOf = (row: ExchangeRow, fields: readonly ExchangeColumn[]): (string | null)[] =>
  fields.map(({ name }) => {
    const value = row[name]
    if (value === null || value === undefined) return null
    return typeof value === 'string' && !isStructured(fields, name) ? value : JSON.stringify(value)
  })

const isStructured = (fields: readonly ExchangeColumn[], name: string): boolean =>
  fields.some((field) => field.name === name && field.isStructured)

function parseObject(line: string, number: number): ExchangeRow {
  try {
    const value: unknown = JSON.parse(line)
    if (isRow(value)) return value
  } catch {
    // Answered below.
  }
  throw new ExchangeError('不是一个 JSON 对象', number)
}

const isRow = (value: unknown): value is ExchangeRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses a file in batches of rows. @throws ExchangeError */
export async function* readRows(
  format: ExchangeFormat,
  fields: readonly ExchangeColumn[],
  text: AsyncIterable<string>,
): AsyncGenerator<readonly ExchangeRow[]> {
  let batch: ExchangeRow[] = []
  for await (const row of format === 'csv' ? csvRows(fields, text) : jsonRows(text)) {
    batch.push(row)
    if (batch.length < batchRows) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function* jsonRows(text: AsyncIterable<string>): AsyncGenerator<ExchangeRow> {
  let rest = ''
  let number = 0
  for await (const piece of text) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > maxLineLength) throw new ExchangeError('这一行太长', number + 1)
    for (const line of lines) {
      number++
      if (line.trim() !== '') yield parseObject(line.replace(/^\ufeff/, ''), number)
    }
  }
  if (rest.trim() !== '') yield parseObject(rest, number + 1)
}

async function* csvRows(fields: readonly ExchangeColumn[], text: AsyncIterable<string>): AsyncGenerator<ExchangeRow> {
  const reader = createCsvReader()
  let names: string[] | null = null
  let number = 0
  const rowOf = (cells: readonly (string | null)[]): ExchangeRow | null => {
    number++
    if (names === null) {
      names = cells.map((cell) => (cell ?? '').replace(/^\ufeff/, ''))
      return null
    }
    if (cells.length !== names.length) throw new ExchangeError(`有 ${cells.length} 格，应有 ${names.length} 格`, number)
    return Object.fromEntries(names.map((name, at) => [name, valueOf(fields, name, cells[at] ?? null, number)]))
  }
  for await (const piece of text)
    for (const cells of reader.write(piece)) {
      const row = rowOf(cells)
      if (row) yield row
    }
  const last = reader.end()
  if (last === null) throw new ExchangeError('引号没有合上', number + 1)
  for (const cells of last) {
    const row = rowOf(cells)
    if (row) yield row
  }
}

function valueOf(fields: readonly ExchangeColumn[], name: string, cell: string | null, number: number): unknown {
  if (cell === null || !isStructured(fields, name)) return cell
  try {
    return JSON.parse(cell)
  } catch {
    throw new ExchangeError(`“${name}”不是 JSON`, number)
  }
}
