import { defineCall, defineUpFrame } from '@yunmu/contract'
import * as z from 'zod/mini'
import { mountCall } from '../platform/calls/mount-call.ts'
import { jobHandler, listener, type DomainModule } from '../platform/domain-module.ts'
import { defineEvent } from '../platform/events/events.ts'
import { defineJob } from '../platform/jobs/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { mountUp } from '../platform/realtime/mount-up.ts'

export const noteAdd = defineCall({
  name: 'noteAdd',
  summary: 'Keeps a note',
  method: 'POST',
  path: '/pub/note/add',
  caller: 'user',
  plain: true,
  send: z.object({ text: z.string() }),
  reply: z.object({ count: z.int() }),
  refusals: [],
})
export const noteUp = defineUpFrame({ name: 'note', call: noteAdd })
const noteAdded = defineEvent('note.added', z.object({ text: z.string() }))
export const noteJob = defineJob('notes.shout', z.object({ text: z.string() }))

/** The smallest domain that has everything a domain can have. `log` is what happened to it, in order. */
export function createNotes({ pool, events }: Pick<Platform, 'pool' | 'events'>, log: string[]): DomainModule {
  const add = async (userId: number, text: string): Promise<number> => {
    await pool.query('insert into note (user_id, text) values ($1, $2)', [userId, text])
    events.announce(noteAdded, { text })
    const { rowCount } = await pool.query('select from note where user_id = $1', [userId])
    return rowCount ?? 0
  }
  return {
    name: 'notes',
    async start() {
      await pool.query('create table note (user_id int not null, text text not null)')
    },
    warmUp: async () => void log.push('warm'),
    calls: (calls) =>
      mountCall(calls, noteAdd, async ({ send, viewer }) => ({ count: await add(viewer.id, send.text) })),
    routes: (app) => app.get('/notes.txt', async () => 'notes'),
    realtime: {
      ups: (ups) =>
        mountUp(ups, noteUp, ({ send }) => {
          log.push(`up ${send.text}`)
          return null
        }),
      listeners: (realtime) => [listener(noteAdded, () => realtime.toAll({ bulletins: 'changed' }))],
    },
    listeners: [listener(noteAdded, (note) => log.push(`heard ${note?.text}`))],
    jobs: [jobHandler(noteJob, async ({ text }) => void log.push(`job ${text}`))],
    schedules: [{ name: 'notes.tidy', everyMinutes: 60, run: async () => void log.push('tidied') }],
    timers: [{ name: 'notes.flush', everyMs: 3_600_000, run: async () => void log.push('flushed'), runsAtClose: true }],
    metrics: [{ name: 'yunmu_notes', help: 'Notes.', label: 'kind', read: async () => ({ all: 7 }) }],
    personalData: {
      async exportOf(userId) {
        const { rows } = await pool.query<{ text: string }>('select text from note where user_id = $1', [userId])
        return rows.map(({ text }) => text)
      },
      async deleteOf(tx, userIds) {
        await tx
          .withTables<{ note: { user_id: number } }>()
          .deleteFrom('note')
          .where('user_id', 'in', [...userIds])
          .execute()
        return () => void log.push('deleted')
      },
    },
    close: async () => void log.push('closed'),
  }
}
