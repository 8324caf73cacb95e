import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import type { OpenTransaction } from '../database/open-transaction.ts'

/** The number of jobs by state. */
export interface JobCounts {
  waiting: number
  running: number
  /** Failed `max_attempts` times. */
  given_up: number
}

/** A job as it is enqueued. */
export interface NewJob {
  name: string
  payload: unknown
  jobKey: string | undefined
  runAtMs: number | undefined
  maxAttempts: number
  queueName: string | undefined
}

/** What a worker hears while it is present. */
export interface Listening {
  /** Of `NOTIFY`. */
  channels: readonly string[]
  onNotify(channel: string): void
  onLost(): void
}

export interface JobsStore {
  /** Enqueues a job in a transaction. */
  add(tx: OpenTransaction, job: NewJob): Promise<void>
  /**
   * Takes the lock that shows that a worker is alive, on a connection of its own, so that it ends with the connection
   * even after `kill -9`. The connection listens to channels meanwhile. `onLost` is called on an unexpected loss. Returns
   * the function that releases it.
   */
  acquirePresence(worker: string, listening: Listening): Promise<() => void>
  /** Unlocks the jobs of workers whose lock is not held. Returns these workers. */
  releaseOrphans(): Promise<string[]>
  /** Unlocks the jobs of a worker, and reverts the attempt and the delay of the interrupted `ids`. */
  requeue(worker: string, ids: readonly string[]): Promise<void>
  /** Removes the waiting jobs of schedules whose name is not among `taskNames`: they were renamed or removed. */
  removeOldScheduled(taskNames: readonly string[]): Promise<void>
  counts(): Promise<JobCounts>
}

const { escapeIdentifier } = pg

/** First key of the advisory locks of workers; the second is derived from the worker's name. */
const presenceLockClass = 0x59_4d_4a
const lockKey = (worker: string): number => createHash('sha256').update(worker).digest().readInt32BE()

/** Functions that the queue's API lacks, built on its public SQL functions and its view of jobs. */
export function createJobsStore(pool: pg.Pool): JobsStore {
  return {
    async add(tx, { name, payload, jobKey = null, runAtMs, maxAttempts, queueName = null }) {
      const runAt = runAtMs === undefined ? null : new Date(runAtMs)
      await sql`
        select graphile_worker.add_job(
          identifier => ${name}, payload => ${JSON.stringify(payload)}::json, run_at => ${runAt}::timestamptz,
          max_attempts => ${maxAttempts}::int, job_key => ${jobKey}::text, queue_name => ${queueName}::text
        )`.execute(tx)
    },
    async acquirePresence(worker, { channels, onNotify, onLost }) {
      const client = await pool.connect()
      try {
        client.on('notification', ({ channel }) => onNotify(channel))
        for (const channel of channels) await client.query(`listen ${escapeIdentifier(channel)}`)
        await client.query('select pg_advisory_lock_shared($1, $2)', [presenceLockClass, lockKey(worker)])
      } catch (err) {
        client.release(true)
        throw err
      }
      let isHeld = true
      const release = (): void => {
        if (isHeld) client.release(true)
        isHeld = false
      }
      client.once('end', () => {
        if (!isHeld) return
        release()
        onLost()
      })
      return release
    },

    async releaseOrphans() {
      const { rows } = await pool.query<{ worker: string }>(
        'select distinct locked_by as worker from graphile_worker.jobs where locked_by is not null',
      )
      const orphans: string[] = []
      for (const { worker } of rows) {
        // The lock is taken, and released with the statement's implicit transaction.
        const { rows: probe } = await pool.query<{ dead: boolean }>(
          'select pg_try_advisory_xact_lock($1, $2) as dead',
          [presenceLockClass, lockKey(worker)],
        )
        if (probe[0]?.dead === true) orphans.push(worker)
      }
      if (orphans.length > 0) await pool.query('select graphile_worker.force_unlock_workers($1)', [orphans])
      return orphans
    },

    async requeue(worker, ids) {
      await pool.query('select graphile_worker.force_unlock_workers($1)', [[worker]])
      await pool.query(
        `select graphile_worker.reschedule_jobs(array[id], run_at := now(), attempts := greatest(attempts - 1, 0))
         from graphile_worker.jobs where id = any($1)`,
        [ids],
      )
    },

    async removeOldScheduled(taskNames) {
      await pool.query(
        `select graphile_worker.remove_job(key) from graphile_worker.jobs
         where locked_by is null and task_identifier <> all($1)
           and key in ('every:' || task_identifier, task_identifier || ':start')`,
        [[...taskNames]],
      )
    },

    async counts() {
      const { rows } = await pool.query<JobCounts>(`
        select count(*) filter (where locked_by is null and attempts < max_attempts)::int as waiting,
          count(*) filter (where locked_by is not null)::int as running,
          count(*) filter (where locked_by is null and attempts >= max_attempts)::int as given_up
        from graphile_worker.jobs`)
      return rows[0] ?? { waiting: 0, running: 0, given_up: 0 }
    },
  }
}
