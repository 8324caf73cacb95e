import type { Kysely } from 'kysely'
import { listener, type Schedule, type Subscribe, type Timer } from '../../../platform/domain-module.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import { matchReminded } from '../matches-events.ts'
import type { MatchesTables } from '../matches-tables.ts'
import { sendReminders, type SendParts } from './send-reminders.ts'

/** Reminders of this process, and what they contribute to the module. */
export interface Reminders {
  /** Tells followers what is due. */
  remind(): Promise<void>
  schedules: readonly Schedule[]
  timers: readonly Timer[]
  close(): Promise<void>
}

/** None is sent twice as long as it is stored; those of matches longer ago are never due. */
const retentionSec = 30 * 24 * 3600

export function createReminders(
  db: Kysely<MatchesTables>,
  { reminderStore, ...parts }: Omit<SendParts, 'db'>,
  nowSec: () => number,
): Reminders {
  let running: Promise<void> | null = null
  const remind = (): Promise<void> => {
    running ??= sendReminders({ ...parts, db, reminderStore }, nowSec()).finally(() => {
      running = null
    })
    return running
  }
  return {
    remind,
    schedules: [
      {
        name: 'matches.deleteReminders',
        everyMinutes: 24 * 60,
        run: () => reminderStore.deleteOld(nowSec() - retentionSec),
      },
    ],
    timers: [{ name: 'matches.remind', everyMs: 2000, withJobs: true, run: remind }],
    async close() {
      await running
    },
  }
}

/** Shows reminders on open pages. Null: the messages are reloaded after a gap. */
export const pushReminders = (realtime: Realtime): Subscribe =>
  listener(matchReminded, (reminded) => {
    if (!reminded) return
    const { userIds, ...notice } = reminded
    for (const userId of realtime.connectedUserIds(userIds)) realtime.toUser(userId, { notice })
  })
