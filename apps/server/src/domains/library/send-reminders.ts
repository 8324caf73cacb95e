import * as z from 'zod/mini'
import { defineJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Kysely, Transaction } from 'kysely'
import type { LibraryNeeds } from './library-needs.ts'
import type { LibraryTables } from './library-tables.ts'
import { programmeNotice, titleNotice, type ReminderNotice } from './reminder-rules.ts'
import type { ReminderStore } from './reminder-store.ts'

/** Notifies users. The messages have origins: a job that runs twice sends none twice. */
export const notifyJob = defineJob(
  'library.notify',
  z.object({
    userIds: z.array(z.int()),
    notice: z.object({
      about: z.object({ kind: z.enum(['vod', 'live']), id: z.int() }),
      origin: z.string(),
      title: z.string(),
      text: z.string(),
    }),
  }),
)

/** Titles that are looked up at once. */
const titlesPerBatch = 500
/** Users of one job. */
const usersPerJob = 500

interface SendParts {
  db: Kysely<LibraryTables>
  jobs: Platform['jobs']
  reminders: ReminderStore
  titles: Pick<LibraryNeeds['titles'], 'playableEpisodes'>
}

/**
 * Finds what became playable or began, and enqueues its messages in the transaction that marks it as done: a process
 * that dies loses none.
 */
export async function sendReminders({ db, jobs, reminders, titles }: SendParts, nowSec: number): Promise<void> {
  const enqueue = async (
    tx: Transaction<LibraryTables>,
    userIds: readonly number[],
    notice: ReminderNotice,
  ): Promise<void> => {
    for (let at = 0; at < userIds.length; at += usersPerJob)
      await jobs.enqueue(notifyJob, { userIds: userIds.slice(at, at + usersPerJob), notice }, { tx })
  }
  let lastId = 0
  for (;;) {
    const ids = await reminders.followedTitles(lastId, titlesPerBatch)
    if (ids.length === 0) break
    lastId = ids.at(-1) ?? lastId
    const playable = await titles.playableEpisodes(ids, nowSec)
    if (playable.size === 0) continue
    await db.transaction().execute(async (tx) => {
      const levels = [...playable].map(([titleId, { level }]) => ({ titleId, level }))
      for (const [titleId, userIds] of await reminders.advance(tx, levels)) {
        const episode = playable.get(titleId)
        if (episode) await enqueue(tx, userIds, titleNotice(titleId, episode))
      }
    })
  }
  await db.transaction().execute(async (tx) => {
    for (const { userIds, ...programme } of await reminders.takeBegun(tx, nowSec)) {
      const notice = programmeNotice(programme, nowSec)
      if (notice) await enqueue(tx, userIds, notice)
    }
  })
}
