import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { outageOf } from '../http/outages.ts'
import { StartRefusal } from '../process/start-refusal.ts'

/** How long a start waits for an answer of the database: on a busy machine, or while it recovers, that may take long. */
export const maxAnswerMs = 60_000
const tellEveryMs = 5000
const pauseMs = 200

/** How long to wait, and how often to say so; for tests. */
export interface Patience {
  maxMs: number
  tellEveryMs: number
}

/**
 * Asks the database at the start of a process, and tells the operator how long it has been waited for.
 * @param ask stops when the signal aborts, or soon after it
 * @param log takes one Chinese line for the operator at a time
 * @throws StartRefusal if there is no answer in time; what `ask` throws before
 */
export async function awaitAnswer<Answer>(
  ask: (signal: AbortSignal) => Promise<Answer>,
  log: (line: string) => void,
  patience: Patience = { maxMs: maxAnswerMs, tellEveryMs },
): Promise<Answer> {
  const begunMs = performance.now()
  const [waitedSec, maxSec] = [() => Math.round((performance.now() - begunMs) / 1000), patience.maxMs / 1000]
  const telling = setInterval(() => {
    log(`数据库还没有应答，已经等了 ${waitedSec()} 秒，最多等 ${maxSec} 秒。`)
  }, patience.tellEveryMs)
  const stopping = new AbortController()
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const ending = setTimeout(() => {
    reject(new StartRefusal(`数据库 ${maxSec} 秒没有应答。请看它是否在运行、是否太忙，再启动。`))
  }, patience.maxMs)
  try {
    return await Promise.race([ask(stopping.signal), tooLate])
  } finally {
    stopping.abort()
    clearInterval(telling)
    clearTimeout(ending)
  }
}

/**
 * Waits until a pool has a connection. It gives each up after a time that is meant for visitors: at the start it is asked
 * again.
 * @throws StartRefusal if there is none in time; errors that do not pass by themselves
 */
export const awaitConnection = (pool: Pick<pg.Pool, 'query'>, log: (line: string) => void): Promise<void> =>
  awaitAnswer(async (signal) => {
    while (!signal.aborted) {
      try {
        await pool.query('select 1')
        return
      } catch (err) {
        if (outageOf(err) === null) throw err
        await delay(pauseMs)
      }
    }
  }, log)
