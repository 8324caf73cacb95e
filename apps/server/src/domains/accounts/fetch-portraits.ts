import type { QueryExecutorProvider } from 'kysely'
import type { Platform } from '../../platform/platform.ts'
import { fetchWaitingPictures } from '../../platform/pictures/fetch-waiting-pictures.ts'
import { createWaitingPictureStore } from '../../platform/pictures/waiting-picture-store.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { usersChanged } from './accounts-events.ts'
import type { AccountsParts } from './accounts-needs.ts'

/** The queue of portraits that lie elsewhere. */
export const waitingPortraits = (db: QueryExecutorProvider) =>
  createWaitingPictureStore(db, { table: 'waiting_portrait', owner: 'user_id' })

/** Fetches the portraits that users wait for. One that a user chose meanwhile stays. */
export const fetchPortraits = (
  {
    db,
    egress,
    clock,
    events,
    users,
    portraits,
  }: Pick<AccountsParts, 'db' | 'clock' | 'events' | 'users' | 'portraits'> & Pick<Platform, 'egress'>,
  signal: AbortSignal,
): Promise<number> =>
  fetchWaitingPictures(
    {
      egress,
      nowSec: () => nowSec(clock),
      store: waitingPortraits(db),
      keep: portraits.store,
      async give(found) {
        for (const [id, portrait] of found)
          if (!(await users.addPortrait(id, portrait))) await portraits.remove(portrait)
        if (found.size > 0) events.announce(usersChanged, { userIds: [...found.keys()] })
      },
    },
    signal,
  )
