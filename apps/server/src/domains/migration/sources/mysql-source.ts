import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise'
import { SourceError, type RowSource, type SourceRow } from './row-source.ts'

const connectTimeoutMs = 10_000

/** The address without its password. */
function withoutPassword(address: string): string {
  const url = new URL(address)
  url.password = ''
  return url.href
}

/** Whether a text is the address of a database and not the name of a file. */
export const isDatabaseAddress = (text: string): boolean => /^(?:mysql|mariadb):\/\//i.test(text)

const quoteName = (name: string): string => `\`${name.replaceAll('`', '``')}\``

/**
 * A running MySQL or MariaDB: `mysql://user:password@host:3306/database`. Tables are read in pages by their ids, so that the
 * site goes on and no page is held open; nothing is locked or written.
 * @throws SourceError
 */
export async function openMysql(address: string, prefix: string): Promise<RowSource> {
  const label = withoutPassword(address)
  const connection = await connect(address, label)
  return {
    label,
    async tables() {
      const [rows] = await connection.query<RowDataPacket[]>({
        sql: 'select table_name as name from information_schema.tables where table_schema = database()',
      })
      const names = rows.map(({ name }) => String(name)).filter((name) => name.startsWith(prefix))
      const counted = new Map<string, number>()
      for (const name of names) counted.set(name.slice(prefix.length), await countRows(connection, name))
      return counted
    },
    async *rows(table, idColumn, batchSize) {
      const [name, id] = [quoteName(`${prefix}${table}`), quoteName(idColumn)]
      let after = '-1'
      for (;;) {
        const [rows] = await connection.query<RowDataPacket[]>({
          sql: `select * from ${name} where ${id} > ? order by ${id} limit ${Math.trunc(batchSize)}`,
          values: [after],
        })
        const page = rows.map(toRow)
        if (page.length > 0) yield page
        after = page.at(-1)?.[idColumn] ?? after
        if (page.length < batchSize) return
      }
    },
    close: () => connection.end(),
  }
}

const toRow = (row: RowDataPacket): SourceRow =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)]))

async function countRows(connection: Connection, name: string): Promise<number> {
  const [rows] = await connection.query<RowDataPacket[]>({ sql: `select count(*) as total from ${quoteName(name)}` })
  return Number(rows[0]?.['total'] ?? 0)
}

async function connect(address: string, label: string): Promise<Connection> {
  const { hostname, port, username, password, pathname } = new URL(address)
  try {
    return await createConnection({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? 3306 : Number(port),
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      database: decodeURIComponent(pathname.slice(1)),
      charset: 'utf8mb4',
      connectTimeout: connectTimeoutMs,
      // Files of this machine are none of the server's business.
      flags: ['-LOCAL_FILES'],
      typeCast: (field) => field.string('utf-8'),
    })
  } catch (err) {
    const reason = err instanceof Error && 'code' in err ? String(err.code) : 'ECONNREFUSED'
    throw new SourceError(`连不上数据库 ${label}（${reason}）。请检查地址、账号，以及数据库是否允许从这里连接。`, {
      cause: err,
    })
  }
}
