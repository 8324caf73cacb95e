import type { Schema } from '@yunmu/contract'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { OpenTransaction } from '../database/open-transaction.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { createEvents, type Bus, type EventKind, type Events } from './events.ts'
import { committedChannel, createOutboxStore, type OutboxTables } from './outbox-store.ts'

/** Events that can be announced by a transaction. */
export interface TransactionalEvents extends Events {
  /**
   * Announces an event when the transaction has committed, and never if it is rolled back: at least once, also if this
   * process dies in between. Events of transactions that do not overlap are announced in the order of their commits. A
   * process that runs jobs announces them, within milliseconds. Whoever needs the effect in the reply of a call also
   * announces the event here (`announceHere`) after the commit: listeners of this process receive it twice.
   */
  announceIn<Detail extends Schema>(
    tx: OpenTransaction,
    event: EventKind<Detail>,
    detail: z.output<Detail>,
  ): Promise<void>
  /** Announces what has been committed, without waiting for the job. Rejects if the other processes cannot be reached. */
  deliverCommitted(): Promise<void>
}

const maxEventsAtOnce = 500

/** The events of a process, with an outbox in the database for those that transactions announce. */
export function createTransactionalEvents({
  bus,
  onError,
  db,
  jobs,
}: {
  bus: Bus
  onError: (err: unknown) => void
  db: Kysely<unknown>
  jobs: Pick<Jobs, 'every' | 'onNotify'>
}): TransactionalEvents {
  const events = createEvents(bus, onError)
  const store = createOutboxStore(db.withTables<OutboxTables>())
  const deliverCommitted = async (): Promise<void> => {
    const announce: Parameters<typeof store.takeOldest>[1] = async (stored) => {
      for (const { name, detail } of stored) events.announce({ name, detail: z.unknown() }, detail)
      if (!(await bus.flush())) throw new Error('events could not be sent to the other processes')
    }
    let count: number
    do count = await store.takeOldest(maxEventsAtOnce, announce)
    while (count >= maxEventsAtOnce)
  }
  jobs.onNotify(committedChannel, deliverCommitted)
  // For events that an outage left.
  jobs.every('events.deliver', 1, deliverCommitted)

  return {
    ...events,
    deliverCommitted,
    announceIn: (tx, event, detail) => store.add(tx, event.name, event.detail.parse(detail)),
  }
}
