import { sql, type QueryExecutorProvider } from 'kysely'

/** A picture that is still elsewhere, of whatever has the id. */
export interface WaitingPicture {
  id: number
  url: string
  tries: number
}

export interface WaitingPictureStore {
  /** Remembers pictures, to be fetched later. One that something waits for already is replaced. */
  add(pictures: readonly Omit<WaitingPicture, 'tries'>[], nowSec: number): Promise<void>
  due(nowSec: number, limit: number): Promise<WaitingPicture[]>
  remove(ids: readonly number[]): Promise<void>
  /** Tries again later. */
  postpone(id: number, nextSec: number): Promise<void>
}

/**
 * A queue of pictures in a table of a domain, with the columns `url`, `tries` and `next_sec`.
 * @param owner the column of the id, which is the key
 */
export function createWaitingPictureStore(
  db: QueryExecutorProvider,
  { table, owner }: { table: string; owner: string },
): WaitingPictureStore {
  const [from, key] = [sql.table(table), sql.ref(owner)]
  return {
    async add(pictures, nowSec) {
      if (pictures.length === 0) return
      await sql`
        insert into ${from} (${key}, url, next_sec)
        select distinct on (id) id, url, ${nowSec}::bigint
        from unnest(${pictures.map(({ id }) => id)}::int[], ${pictures.map(({ url }) => url)}::text[]) as given (id, url)
        order by id
        on conflict (${key}) do update set url = excluded.url, tries = 0, next_sec = excluded.next_sec
      `.execute(db)
    },

    async due(nowSec, limit) {
      const { rows } = await sql<WaitingPicture>`
        select ${key} as id, url, tries from ${from} where next_sec <= ${nowSec} order by next_sec, ${key} limit ${limit}
      `.execute(db)
      return rows
    },

    async remove(ids) {
      await sql`delete from ${from} where ${key} = any(${[...ids]}::int[])`.execute(db)
    },

    async postpone(id, nextSec) {
      await sql`update ${from} set tries = tries + 1, next_sec = ${nextSec} where ${key} = ${id}`.execute(db)
    },
  }
}
