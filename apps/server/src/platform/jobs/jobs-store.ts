import { createHash } from 'node:crypto'
import type pg from 'pg'

/** How many jobs are in which state. */
export interface JobCounts {
  waiting: number
  running: number
  /** Tried as often as they may be. */
  given_up: number
}

export interface JobsStore {
  /**
   * Holds, on a connection of its own, the lock that tells the others that this worker lives. It goes when the connection
   * does, even by `kill -9`; `onLost` hears where that was not asked for. Returns what lets go of it.
   */
  holdPresence(worker: string, onLost: () => void): Promise<() => void>
  /** Frees the jobs of workers whose lock nobody holds any more. Returns those workers. */
  freeOrphans(): Promise<string[]>
  /** Frees the jobs of a worker, and gives back the attempt and the waiting that the interruption has cost `ids`. */
  handBack(worker: string, ids: readonly string[]): Promise<void>
  counts(): Promise<JobCounts>
}

/** The first half of our advisory locks for workers; the second is made from the worker's name. */
const presenceLock = 0x59_4d_4a
const lockOf = (worker: string): number => createHash('sha256').update(worker).digest().readInt32BE()

/** What the queue's own interface does not offer, by its public functions and its view of jobs. */
export function createJobsStore(pool: pg.Pool): JobsStore {
  return {
    async holdPresence(worker, onLost) {
      const client = await pool.connect()
      try {
        await client.query('select pg_advisory_lock_shared($1, $2)', [presenceLock, lockOf(worker)])
      } catch (err) {
        client.release(true)
        throw err
      }
      let held = true
      const letGo = (): void => {
        if (held) client.release(true)
        held = false
      }
      client.once('end', () => {
        if (!held) return
        letGo()
        onLost()
      })
      return letGo
    },

    async freeOrphans() {
      const { rows } = await pool.query<{ worker: string }>(
        'select distinct locked_by as worker from graphile_worker.jobs where locked_by is not null',
      )
      const orphans: string[] = []
      for (const { worker } of rows) {
        // Within one statement the lock is taken, judged and, with its transaction, let go.
        const { rows: taken } = await pool.query<{ dead: boolean }>(
          'select pg_try_advisory_xact_lock($1, $2) as dead',
          [presenceLock, lockOf(worker)],
        )
        if (taken[0]?.dead === true) orphans.push(worker)
      }
      if (orphans.length > 0) await pool.query('select graphile_worker.force_unlock_workers($1)', [orphans])
      return orphans
    },

    async handBack(worker, ids) {
      await pool.query('select graphile_worker.force_unlock_workers($1)', [[worker]])
      await pool.query(
        `select graphile_worker.reschedule_jobs(array[id], run_at := now(), attempts := greatest(attempts - 1, 0))
         from graphile_worker.jobs where id = any($1)`,
        [ids],
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
