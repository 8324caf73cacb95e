import { parseColumns, parseInsertHeader, parseTuple, statementEnd, tableOf, type Cell } from './sql-statements.ts'

/**
 * Reads what `mysqldump` and its relatives write: statements, of which those that create tables and insert rows count. Bytes
 * are held as Latin-1 text, one character a byte: offsets are those of the file, and a byte of a Chinese character is never
 * taken for a quote.
 */

export const sqlDumpLimits = {
  /** Of a row, and of a statement that creates a table. */
  bytes: 64 * 1024 * 1024,
  columns: 1000,
  tables: 10_000,
} as const

/** `long`: a row or statement exceeds the limit. `cut`: the file ends within a statement. `malformed`: no SQL as these programs write it. */
export type SqlDumpProblem = 'long' | 'cut' | 'malformed'

export class SqlDumpError extends Error {
  override readonly name = 'SqlDumpError'
  readonly problem: SqlDumpProblem
  /** Byte of the file at which the statement begins. */
  readonly offset: number

  constructor(problem: SqlDumpProblem, offset: number) {
    super(`the dump cannot be read at byte ${offset}: ${problem}`)
    this.problem = problem
    this.offset = offset
  }
}

/** A table as it was created. Its rows may follow in any number of statements. */
export interface DumpedTable {
  kind: 'table'
  name: string
  columns: readonly string[]
}

/** Rows of a table, in the order of the file. */
export interface DumpedRows {
  kind: 'rows'
  table: string
  /** Of the statement itself, else of the table; empty if neither names them. */
  columns: readonly string[]
  /** Texts of numbers, strings and binary values; null for NULL. */
  rows: Cell[][]
  /** Bytes of the file at which the statement begins, and up to which it was read. */
  from: number
  to: number
}

export interface SqlDumpOptions {
  /** Byte of the file at which the chunks begin: the beginning of a statement. */
  offset?: number
  /** Columns of tables that were created before that byte. */
  columns?: ReadonlyMap<string, readonly string[]>
  /** Tables whose rows are wanted; others are skipped. Absent wants all. */
  wants?: (table: string) => boolean
}

/** @throws SqlDumpError */
export async function* readSqlDump(
  chunks: AsyncIterable<Uint8Array>,
  options: SqlDumpOptions = {},
): AsyncGenerator<DumpedTable | DumpedRows> {
  const reader = createReader(options)
  for await (const chunk of chunks) yield* reader.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length))
  yield* reader.end()
}

interface Insert {
  table: string
  columns: readonly string[]
  isWanted: boolean
  from: number
}

function createReader({ offset = 0, columns: known, wants = () => true }: SqlDumpOptions) {
  const columnsOf = new Map(known)
  let text = ''
  /** Byte of the file at the beginning of `text`. */
  let base = offset
  /** Where to go on in `text`. */
  let at = 0
  let insert: Insert | null = null
  /** What is incomplete is tried again when there is twice as much, so that a large row is not read many times. */
  let retryLength = 0
  let isFirst = offset === 0

  const fail = (problem: SqlDumpProblem): never => {
    throw new SqlDumpError(problem, base + at)
  }

  function* rowsOf(current: Insert, isEnd: boolean): Generator<DumpedRows> {
    const rows: Cell[][] = []
    let isDone = false
    while (!isDone) {
      const tuple = parseTuple(text, at, current.isWanted)
      if (tuple === 'malformed') fail(isEnd ? 'cut' : 'malformed')
      if (typeof tuple === 'string') {
        // Some programs leave out the last semicolon of the file.
        if (isEnd && /^\s*$/.test(text.slice(at))) isDone = true
        break
      }
      if (tuple.cells) rows.push(tuple.cells)
      at = tuple.end
      isDone = tuple.isLast
    }
    if (isDone) insert = null
    if (rows.length > 0)
      yield { kind: 'rows', table: current.table, columns: current.columns, rows, from: current.from, to: base + at }
  }

  /** Reads one statement, or skips it. False if it is incomplete. */
  function* statement(): Generator<DumpedTable, boolean> {
    const header = parseInsertHeader(text, at)
    if (header === 'incomplete') return false
    if (header) {
      const columns = header.columns.length > 0 ? header.columns : (columnsOf.get(header.table) ?? [])
      insert = { table: header.table, columns, isWanted: wants(header.table), from: base + at }
      at = header.end
      return true
    }
    const end = statementEnd(text, at)
    if (end < 0) return false
    const name = tableOf(text, at)
    if (name !== null) {
      const columns = parseColumns(text.slice(at, end), sqlDumpLimits.columns)
      if (columnsOf.size >= sqlDumpLimits.tables) fail('malformed')
      columnsOf.set(name, columns)
      yield { kind: 'table', name, columns }
    }
    at = end
    return true
  }

  function* read(isEnd: boolean): Generator<DumpedTable | DumpedRows> {
    for (;;) {
      if (insert) {
        yield* rowsOf(insert, isEnd)
        if (insert) return
      }
      const start = at
      if (!(yield* statement())) return
      if (at === start) return
    }
  }

  function* push(chunk: Buffer): Generator<DumpedTable | DumpedRows> {
    text += chunk.latin1Slice()
    if (isFirst && text.length >= 3) {
      isFirst = false
      if (text.startsWith('\xef\xbb\xbf')) at = 3
    }
    if (text.length < retryLength) return
    yield* read(false)
    text = text.slice(at)
    base += at
    at = 0
    if (text.length > sqlDumpLimits.bytes) fail('long')
    retryLength = text.length > 256 * 1024 ? text.length * 2 : 0
  }

  function* end(): Generator<DumpedTable | DumpedRows> {
    // The last statement may lack its semicolon, or be a comment.
    text += '\n;\n'
    yield* read(true)
    if (insert || text.slice(at).replace(/;/g, '').trim() !== '') fail('cut')
  }

  return { push, end }
}
