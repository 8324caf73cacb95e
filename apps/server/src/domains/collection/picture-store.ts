import type { QueryExecutorProvider } from 'kysely'
import { createWaitingPictureStore } from '../../platform/pictures/waiting-picture-store.ts'

interface PictureStore {
  /** Stores the addresses of pictures of titles, to be fetched later. One that a title waits for already is replaced. */
  add(pictures: readonly { titleId: number; url: string }[], nowSec: number): Promise<void>
}

/** The queue of pictures of titles, whoever brings them. */
export const waitingPosters = (db: QueryExecutorProvider) =>
  createWaitingPictureStore(db, { table: 'collection_picture', owner: 'title_id' })

export const createPictureStore = (db: QueryExecutorProvider): PictureStore => ({
  add: (pictures, nowSec) =>
    waitingPosters(db).add(
      pictures.map(({ titleId, url }) => ({ id: titleId, url })),
      nowSec,
    ),
})
