import type { Kysely } from 'kysely'
import type { MailTables } from './mail-tables.ts'

export interface Mail {
  id: number
  to: string
  subject: string
  text: string
  createdAt: number
  /** Null if it was not sent. */
  sentAt: number | null
  failure: string
}

export interface MailStore {
  add(mail: { to: string; subject: string; text: string; nowSec: number }): Promise<number>
  /** The mail, if it is still to be sent. */
  findUnsent(id: number): Promise<Mail | null>
  markSent(id: number, nowSec: number): Promise<void>
  markRefused(id: number, failure: string): Promise<void>
  /** Newest first. */
  list(limit: number): Promise<Mail[]>
  removeBefore(sec: number): Promise<void>
}

export function createMailStore(db: Kysely<MailTables>): MailStore {
  const mails = () =>
    db
      .selectFrom('mail')
      .select(['id', 'recipient as to', 'subject', 'body as text', 'failure'])
      .select(['created_at as createdAt', 'sent_at as sentAt'])
  return {
    async add({ to, subject, text, nowSec }) {
      const row = { recipient: to, subject, body: text, created_at: nowSec, failure: '' }
      return (await db.insertInto('mail').values(row).returning('id').executeTakeFirstOrThrow()).id
    },
    async findUnsent(id) {
      const mail = await mails().where('id', '=', id).where('sent_at', 'is', null).executeTakeFirst()
      return mail?.failure === '' ? mail : null
    },
    async markSent(id, nowSec) {
      await db.updateTable('mail').set({ sent_at: nowSec, body: '' }).where('id', '=', id).execute()
    },
    async markRefused(id, failure) {
      await db.updateTable('mail').set({ failure }).where('id', '=', id).execute()
    },
    list: (limit) => mails().orderBy('id', 'desc').limit(limit).execute(),
    async removeBefore(sec) {
      await db.deleteFrom('mail').where('created_at', '<', sec).execute()
    },
  }
}
