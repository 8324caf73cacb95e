import { createInterface } from 'node:readline'
import pg from 'pg'
import { startDatabase } from './start-database.ts'

// A process of a station, for tests that kill it: prints events as JSON lines and reads commands from its input.
const tell = (said: object): void => console.log(JSON.stringify(said))
const [dataDir = ''] = process.argv.slice(2)

try {
  const database = await startDatabase({ dataDir, log: (line) => tell({ log: line }) })
  const pool = new pg.Pool(database.connection)
  pool.on('error', () => undefined)
  tell({ connection: database.connection })

  for await (const word of createInterface({ input: process.stdin })) {
    if (word === 'stop') break
    await pool.query('create table if not exists note (id bigint primary key)')
    for (let id = 1; ; id += 1) {
      await pool.query('insert into note values ($1)', [id])
      tell({ acknowledged: id })
    }
  }
  process.stdin.destroy()
  await pool.end()
  await database.stop()
  tell({ stopped: true })
} catch (error) {
  tell({ refusal: error instanceof Error ? error.message : String(error) })
}
