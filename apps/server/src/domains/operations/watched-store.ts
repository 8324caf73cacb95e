import type { Kysely, Selectable } from 'kysely'
import type { OperationsTables } from './operations-tables.ts'

export type WatchedFolder = Selectable<OperationsTables['watched_folder']>

/** Folders whose new files are imported while the station runs. */
export interface WatchedStore {
  all(): Promise<WatchedFolder[]>
  /** Adds a folder, or changes its options. */
  add(folder: { path: string; typeId: number | null; withLadder: boolean }): Promise<'added' | 'NoSuchType'>
  /** False if it was not watched. */
  remove(path: string): Promise<boolean>
}

export function createWatchedStore(
  db: Kysely<OperationsTables>,
  { topOf, nowSec }: { topOf: (typeId: number) => Promise<unknown>; nowSec: () => number },
): WatchedStore {
  return {
    all: () => db.selectFrom('watched_folder').selectAll().orderBy('path').execute(),

    async add({ path, typeId, withLadder }) {
      if (typeId !== null && !(await topOf(typeId))) return 'NoSuchType'
      const options = { type_id: typeId, with_ladder: withLadder }
      await db
        .insertInto('watched_folder')
        .values({ path, ...options, added_sec: nowSec() })
        .onConflict((conflict) => conflict.column('path').doUpdateSet(options))
        .execute()
      return 'added'
    },

    async remove(path) {
      const row = await db.deleteFrom('watched_folder').where('path', '=', path).returning('path').executeTakeFirst()
      return row !== undefined
    },
  }
}
