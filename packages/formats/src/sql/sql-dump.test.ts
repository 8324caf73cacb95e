import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSqlDump, SqlDumpError, type DumpedRows } from './sql-dump.ts'
import type { Cell } from './sql-statements.ts'

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** Rows by table, as objects, and the columns of the tables. */
async function read(dump: string | Buffer, size = 64 * 1024, wants?: (table: string) => boolean) {
  const tables: Record<string, readonly string[]> = {}
  const rows: Record<string, Cell[][]> = {}
  const parts: DumpedRows[] = []
  const bytes = typeof dump === 'string' ? Buffer.from(dump) : dump
  for await (const item of readSqlDump(inChunks(bytes, size), wants && { wants })) {
    if (item.kind === 'table') tables[item.name] = item.columns
    else {
      parts.push(item)
      rows[item.table] = [...(rows[item.table] ?? []), ...item.rows]
    }
  }
  return { tables, rows, parts }
}

const problemOf = async (dump: string): Promise<string> => {
  try {
    await read(dump)
    return ''
  } catch (err) {
    if (err instanceof SqlDumpError) return err.problem
    throw err
  }
}

test('a dump that ends within a row, or holds no SQL, is refused', async () => {
  expect(await problemOf("INSERT INTO `a` VALUES (1,'x")).toBe('cut')
  expect(await problemOf("INSERT INTO `a` VALUES (1,'x'),")).toBe('cut')
  expect(await problemOf("INSERT INTO `a` VALUES (1,@x,'y'),(2,3,4)".padEnd(2000) + ';')).toBe('malformed')
  expect(await problemOf('')).toBe('')
})

const dump = `\ufeff-- MariaDB dump 10.19; it's a comment
/*!40101 SET NAMES utf8mb4 */;
/* a comment; with 'quotes */
DROP TABLE IF EXISTS \`mac_vod\`;
CREATE TABLE \`mac_vod\` (
  \`vod_id\` int(10) unsigned NOT NULL AUTO_INCREMENT,
  \`vod_name\` varchar(255) NOT NULL DEFAULT '' COMMENT 'the name, \`not\` int',
  \`vod_score\` decimal(3,1) unsigned NOT NULL DEFAULT '0.0',
  \`vod_blob\` blob,
  PRIMARY KEY (\`vod_id\`),
  KEY \`vod_name\` (\`vod_name\`) USING BTREE
) ENGINE=MyISAM DEFAULT CHARSET=utf8;
LOCK TABLES \`mac_vod\` WRITE;
INSERT INTO \`mac_vod\` VALUES (1,'庆余年; \\'第二季\\' ''新''',9.5,NULL),
 (2,"a \\"b\\"\\n\\t\\\\%",-1e3,0xE4BA91);
INSERT IGNORE INTO yunmu.mac_vod (\`vod_name\`, vod_id) VALUES (_utf8mb4'云',x'33') , (_binary 'x',b'101');
REPLACE INTO \`mac_other\` VALUES (1,'(;\\')'),(2,'');
UNLOCK TABLES;
# the end; of 'it`

test('statements, escapes, binary values, several rows and columns are read, in chunks of any size', async () => {
  const expected = await read(dump)
  expect(expected.tables).toEqual({ mac_vod: ['vod_id', 'vod_name', 'vod_score', 'vod_blob'] })
  expect(expected.rows['mac_vod']).toEqual([
    ['1', "庆余年; '第二季' '新'", '9.5', null],
    ['2', 'a "b"\n\t\\%', '-1e3', '云'],
    ['云', '3'],
    ['x', '5'],
  ])
  expect(expected.rows['mac_other']).toEqual([
    ['1', "(;')"],
    ['2', ''],
  ])
  for (const size of [1, 2, 3, 7, 50, 333]) expect((await read(dump, size)).rows).toEqual(expected.rows)
})

test('rows of unwanted tables are skipped, and a table can be read from the byte at which its rows begin', async () => {
  const { rows, parts } = await read(dump, 100, (table) => table === 'mac_other')
  expect(Object.keys(rows)).toEqual(['mac_other'])
  const from = parts[0]?.from ?? 0
  const again: Cell[][] = []
  for await (const item of readSqlDump(inChunks(Buffer.from(dump).subarray(from, parts.at(-1)?.to), 10), {
    offset: from,
  }))
    if (item.kind === 'rows') again.push(...item.rows)
  expect(again).toEqual(rows['mac_other'])
})

const letters: Readonly<Record<string, string>> = { '\0': '0', '\n': 'n', '\r': 'r', '\u001A': 'Z' }

/** As mysqldump writes a text. */
const quoted = (text: string): string =>
  `'${[...text]
    .map((one) => (one in letters ? `\\${letters[one] ?? ''}` : /[\\'"]/.test(one) ? `\\${one}` : one))
    .join('')}'`

const written = (cell: Cell, isHex: boolean): string => {
  if (cell === null) return 'NULL'
  return isHex && cell !== '' ? `0x${Buffer.from(cell).toString('hex')}` : quoted(cell)
}

test('what mysqldump writes of any texts is read again', async () => {
  const cell = fc.oneof(
    fc.constant(null),
    fc.string({ unit: 'binary', maxLength: 30 }).map((text) => text.toWellFormed()),
    fc.constantFrom("');", "'),('", '\\', "\\'", "''", '-- x', '/*', '`', '电影😀', '\n;\n'),
  )
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 80 }), fc.boolean(), async (given, size, isHex) => {
      const values = given.map((row) => `(${row.map((one) => written(one, isHex)).join()})`).join()
      const text = `INSERT INTO \`x_t\` VALUES ${values};\nINSERT INTO \`y\` VALUES (1);\n`
      const { rows: found } = await read(text, size)
      expect(found).toEqual({ x_t: given, y: [['1']] })
      expect((await read(text, size, (table) => table === 'y')).rows).toEqual({ y: [['1']] })
    }),
    { numRuns: 100 },
  )
})

test('a text of megabytes with thousands of escapes is read', async () => {
  const long = "第01集$https://v.example/a'b\\c.m3u8#".repeat(80_000)
  const { rows } = await read(`INSERT INTO t VALUES (1,${quoted(long)}),(2,'x');`)
  expect(rows['t']?.[0]?.[1] === long).toBe(true)
  expect(rows['t']?.[1]).toEqual(['2', 'x'])
})
