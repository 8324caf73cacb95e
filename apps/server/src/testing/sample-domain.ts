import { defineCall, defineUpFrame } from '@yunmu/contract'
import * as z from 'zod/mini'
import { mountCall } from '../platform/calls/mount-call.ts'
import { jobHandler, listener, type DomainModule } from '../platform/domain-module.ts'
import { defineEvent } from '../platform/events/events.ts'
import { defineJob } from '../platform/jobs/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { mountUp } from '../platform/realtime/mount-up.ts'

export const sampleAdd = defineCall({
  name: 'sampleAdd',
  summary: 'Stores a sample',
  method: 'POST',
  path: '/pub/sample/add',
  caller: 'user',
  plain: true,
  send: z.object({ text: z.string() }),
  reply: z.object({ count: z.int() }),
  refusals: [],
})
export const sampleUp = defineUpFrame({ name: 'sample', call: sampleAdd })
const sampleAdded = defineEvent('sample.added', z.object({ text: z.string() }))
export const sampleJob = defineJob('sample.run', z.object({ text: z.string() }))

/**
 * The smallest domain that has everything a domain can have, under a name that no domain of a station has. `log` is what
 * happened to it, in order.
 */
export function createSample({ pool, events }: Pick<Platform, 'pool' | 'events'>, log: string[]): DomainModule {
  const add = async (userId: number, text: string): Promise<number> => {
    await pool.query('insert into sample (user_id, text) values ($1, $2)', [userId, text])
    events.announce(sampleAdded, { text })
    const { rowCount } = await pool.query('select from sample where user_id = $1', [userId])
    return rowCount ?? 0
  }
  return {
    name: 'sample',
    async start() {
      await pool.query('create table sample (user_id int not null, text text not null)')
    },
    warmUp: async () => void log.push('warm'),
    calls: (calls) =>
      mountCall(calls, sampleAdd, async ({ send, viewer }) => ({ count: await add(viewer.id, send.text) })),
    routes: (app) => app.get('/sample.txt', async () => 'sample'),
    realtime: {
      ups: (ups) =>
        mountUp(ups, sampleUp, async ({ send }) => {
          log.push(`up ${send.text}`)
          return null
        }),
      listeners: (realtime) => [listener(sampleAdded, () => realtime.toAll({ bulletins: 'changed' }))],
    },
    listeners: [listener(sampleAdded, (added) => log.push(`received ${added?.text}`))],
    jobs: [jobHandler(sampleJob, async ({ text }) => void log.push(`job ${text}`))],
    schedules: [{ name: 'sample.deleteOld', everyMinutes: 60, run: async () => void log.push('deleted old') }],
    timers: [
      { name: 'sample.flush', everyMs: 3_600_000, run: async () => void log.push('flushed'), runsAtClose: true },
    ],
    metrics: [{ name: 'yunmu_samples', help: 'Samples.', label: 'kind', read: async () => ({ all: 7 }) }],
    personalData: {
      async exportOf(userId) {
        const { rows } = await pool.query<{ text: string }>('select text from sample where user_id = $1', [userId])
        return rows.map(({ text }) => text)
      },
      async deleteOf(tx, userIds) {
        await tx
          .withTables<{ sample: { user_id: number } }>()
          .deleteFrom('sample')
          .where('user_id', 'in', [...userIds])
          .execute()
        return () => void log.push('deleted')
      },
    },
    close: async () => void log.push('closed'),
  }
}
