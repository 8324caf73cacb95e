import { readSqlDump, SqlDumpError, type SqlDumpProblem } from '@yunmu/formats'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { SourceError, type RowSource, type SourceRow } from './row-source.ts'

interface FoundTable {
  columns: readonly string[]
  rows: number
  /** Bytes of the text from which and up to which the table has rows. */
  from: number
  to: number
}

const problems: Record<SqlDumpProblem, string> = {
  cut: '文件不完整，在中间断了',
  long: '有一行太长',
  malformed: '不是 mysqldump 导出的文件',
}

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b
  } finally {
    await file.close()
  }
}

/**
 * A dump of a database, compressed or not. It is read once to find the tables and once for each table that is taken; one that
 * is not compressed only where the table lies.
 * @throws SourceError
 */
export async function openDump(path: string, prefix: string, onProgress: (bytes: number) => void): Promise<RowSource> {
  const { size } = await stat(path).catch(() => {
    throw new SourceError(`找不到文件 ${path}。`)
  })
  const zipped = await isGzip(path)
  const found = new Map<string, FoundTable>()

  const openText = (from: number, to: number): Readable => {
    if (!zipped) return createReadStream(path, { start: from, end: Math.max(from, to - 1), highWaterMark: 256 * 1024 })
    return pipeline(createReadStream(path), createGunzip({ chunkSize: 256 * 1024 }), () => undefined)
  }

  const index = async (): Promise<void> => {
    for await (const item of read(path, openText(0, size), {})) {
      if (item.kind === 'table') {
        if (!found.has(item.name)) found.set(item.name, { columns: item.columns, rows: 0, from: 0, to: 0 })
        continue
      }
      const known = found.get(item.table) ?? { columns: item.columns, rows: 0, from: 0, to: 0 }
      if (known.rows === 0) known.from = item.from
      known.rows += item.rows.length
      known.to = item.to
      found.set(item.table, known)
      onProgress(item.to)
    }
  }
  await index()

  return {
    label: basename(path),
    async tables() {
      const ours = [...found].filter(([name]) => name.startsWith(prefix))
      return new Map(ours.map(([name, { rows }]) => [name.slice(prefix.length), rows]))
    },
    async *rows(table, _idColumn, batchSize) {
      const name = `${prefix}${table}`
      const known = found.get(name)
      if (!known || known.rows === 0) return
      const offset = zipped ? 0 : known.from
      const columns = new Map([[name, known.columns]])
      let batch: SourceRow[] = []
      let left = known.rows
      for await (const item of read(path, openText(offset, known.to), {
        offset,
        columns,
        wants: (one) => one === name,
      })) {
        if (item.kind === 'table') continue
        for (const cells of item.rows) {
          batch.push(Object.fromEntries(item.columns.map((column, at) => [column, cells[at] ?? null])))
          left--
          if (batch.length < batchSize) continue
          yield batch
          batch = []
        }
        if (left <= 0) break
      }
      if (batch.length > 0) yield batch
    },
    close: async () => undefined,
  }
}

/** @throws SourceError for a dump that cannot be read */
async function* read(path: string, text: Readable, options: Parameters<typeof readSqlDump>[1]) {
  try {
    yield* readSqlDump(text, options)
  } catch (err) {
    if (err instanceof SqlDumpError)
      throw new SourceError(`读不懂 ${basename(path)}：${problems[err.problem]}（第 ${err.offset} 字节）。`, {
        cause: err,
      })
    if (err instanceof Error && 'code' in err && String(err.code).startsWith('Z_'))
      throw new SourceError(`读不懂 ${basename(path)}：压缩文件损坏或不完整。`, { cause: err })
    throw err
  } finally {
    text.destroy()
  }
}
