import { parseColumns, parseInsertHeader, parseTuple, statementEnd, tableOf, type Cell } from './sql-statements.ts'

/**
 * Reads what `mysqldump` and its relatives write: statements, of which those that create tables and insert rows count. Bytes
 * are held as Latin-1 text, one character a byte: offsets are those of the file, and a byte of a Chinese character is never
 * taken for a quote.
 */

const sqlDumpLimits = {
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
  const reader = new Reader(options)
  for await (const chunk of chunks) yield* reader.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length))
  yield* reader.end()
}

interface Insert {
  table: string
  columns: readonly string[]
  isWanted: boolean
  from: number
}

/** A dump as far as it was read. */
class Reader {
  private readonly columnsOf: Map<string, readonly string[]>
  private readonly wants: (table: string) => boolean
  private text = ''
  /** Byte of the file at the beginning of `text`. */
  private base: number
  /** Where to go on in `text`. */
  private at = 0
  private insert: Insert | null = null
  /** What is incomplete is tried again when there is twice as much, so that a large row is not read many times. */
  private retryLength = 0
  private mayHaveMark: boolean

  constructor({ offset = 0, columns, wants = () => true }: SqlDumpOptions) {
    this.columnsOf = new Map(columns)
    this.wants = wants
    this.base = offset
    this.mayHaveMark = offset === 0
  }

  *push(chunk: Buffer): Generator<DumpedTable | DumpedRows> {
    this.text += chunk.toString('latin1')
    if (this.mayHaveMark && this.text.length >= byteOrderMark.length) {
      this.mayHaveMark = false
      if (this.text.startsWith(byteOrderMark)) this.at = byteOrderMark.length
    }
    if (this.text.length < this.retryLength) return
    yield* this.read(false)
    this.text = this.text.slice(this.at)
    this.base += this.at
    this.at = 0
    if (this.text.length > sqlDumpLimits.bytes) this.fail('long')
    this.retryLength = this.text.length > 256 * 1024 ? this.text.length * 2 : 0
  }

  *end(): Generator<DumpedTable | DumpedRows> {
    // The last statement may lack its semicolon, or be a comment.
    this.text += '\n;\n'
    yield* this.read(true)
    if (this.insert || this.text.slice(this.at).replace(/;/g, '').trim() !== '') this.fail('cut')
  }

  private *read(isEnd: boolean): Generator<DumpedTable | DumpedRows> {
    for (;;) {
      if (this.insert) {
        yield* this.rowsOf(this.insert, isEnd)
        if (this.insert) return
      }
      if (!(yield* this.statement())) return
    }
  }

  private *rowsOf(current: Insert, isEnd: boolean): Generator<DumpedRows> {
    const rows: Cell[][] = []
    let isDone = false
    while (!isDone) {
      const tuple = parseTuple(this.text, this.at, current.isWanted)
      if (tuple === 'malformed') this.fail(isEnd ? 'cut' : 'malformed')
      if (typeof tuple === 'string') break
      if (tuple.cells) rows.push(tuple.cells)
      this.at = tuple.end
      isDone = tuple.isLast
    }
    if (isDone) this.insert = null
    const { table, columns, from } = current
    if (rows.length > 0) yield { kind: 'rows', table, columns, rows, from, to: this.base + this.at }
  }

  /** Reads one statement, or skips it. False if it is incomplete. */
  private *statement(): Generator<DumpedTable, boolean> {
    const { text, at: start } = this
    const header = parseInsertHeader(text, start)
    if (header === 'incomplete') return false
    if (header) {
      const columns = header.columns.length > 0 ? header.columns : (this.columnsOf.get(header.table) ?? [])
      const isWanted = this.wants(header.table)
      this.insert = { table: header.table, columns, isWanted, from: this.base + start }
      this.at = header.end
      return true
    }
    const end = statementEnd(text, start)
    if (end < 0) return false
    const name = tableOf(text, start)
    if (name !== null) {
      const columns = parseColumns(text.slice(start, end), sqlDumpLimits.columns)
      if (this.columnsOf.size >= sqlDumpLimits.tables) this.fail('malformed')
      this.columnsOf.set(name, columns)
      yield { kind: 'table', name, columns }
    }
    this.at = end
    return true
  }

  private fail(problem: SqlDumpProblem): never {
    throw new SqlDumpError(problem, this.base + this.at)
  }
}

/** Of UTF-8, as bytes. */
const byteOrderMark = '\u00ef\u00bb\u00bf'
