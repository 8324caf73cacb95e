import { sql, type Kysely } from 'kysely'
import type { CollectionTables } from './collection-tables.ts'

export interface WaitingPicture {
  title_id: number
  url: string
  tries: number
}

export interface PictureStore {
  /** Remembers the pictures of titles, to be fetched later. One that a title waits for already is replaced. */
  add(pictures: readonly { titleId: number; url: string }[], nowSec: number): Promise<void>
  due(nowSec: number, limit: number): Promise<WaitingPicture[]>
  remove(titleIds: readonly number[]): Promise<void>
  /** Tries again later. */
  postpone(titleId: number, nextSec: number): Promise<void>
}

export function createPictureStore(db: Kysely<CollectionTables>): PictureStore {
  return {
    async add(pictures, nowSec) {
      if (pictures.length === 0) return
      await sql`
        insert into collection_picture (title_id, url, next_sec)
        select distinct on (title_id) title_id, url, ${nowSec}::bigint
        from unnest(${pictures.map(({ titleId }) => titleId)}::int[], ${pictures.map(({ url }) => url)}::text[])
          as given (title_id, url)
        order by title_id
        on conflict (title_id) do update set url = excluded.url, tries = 0, next_sec = excluded.next_sec
      `.execute(db)
    },

    due: (nowSec, limit) =>
      db
        .selectFrom('collection_picture')
        .select(['title_id', 'url', 'tries'])
        .where('next_sec', '<=', nowSec)
        .orderBy('next_sec')
        .orderBy('title_id')
        .limit(limit)
        .execute(),

    async remove(titleIds) {
      await sql`delete from collection_picture where title_id = any(${[...titleIds]}::int[])`.execute(db)
    },

    async postpone(titleId, nextSec) {
      await sql`
        update collection_picture set tries = tries + 1, next_sec = ${nextSec} where title_id = ${titleId}
      `.execute(db)
    },
  }
}
