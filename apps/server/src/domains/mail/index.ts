import type { Kysely } from 'kysely'
import { createTransport, type Transporter } from 'nodemailer'
import * as z from 'zod/mini'
import { nowSec, type Clock } from '../../platform/process/clock.ts'
import { defineJob, type Jobs } from '../../platform/jobs/jobs.ts'
import type { Logger } from '../../platform/process/logger.ts'
import { createMailStore, type Mail, type MailStore } from './mail-store.ts'
import type { MailTables } from './mail-tables.ts'
import type { SmtpSettings } from './smtp-settings.ts'

/** Tries over a good ten minutes: what a mail says here is of no use later. */
const maxAttempts = 7
const timeoutMs = 15_000
const retentionSec = 7 * 24 * 3600

const deliver = defineJob('mail.deliver', z.object({ id: z.int() }))

export interface MailNeeds {
  clock: Clock
  log: Logger
  jobs: Jobs
  /** Absent leaves all mail in the outbox, where the operator reads it. */
  smtp: SmtpSettings | undefined
}

/** Mail to people. */
export interface Mailer {
  /** Puts a mail into the outbox, and into the queue where there is a server to take it. */
  send(mail: { to: string; subject: string; text: string }): Promise<void>
  /** What lies in the outbox and what went out of it, the newest first. */
  list(limit: number): Promise<Mail[]>
  /** Removes what is older than a week. */
  removeOld(): Promise<void>
}

/** Mail that waits in a table and is carried out by jobs. Neither an address nor a text is ever logged. */
export function createMailer(db: Kysely<MailTables>, { clock, log, jobs, smtp }: MailNeeds): Mailer {
  const store = createMailStore(db)
  if (smtp) {
    const transport = createSmtpTransport(smtp)
    jobs.handle(deliver, ({ id }) => deliverMail(id, { store, transport, clock, log, from: smtp.from }))
  } else {
    // Settings may have been taken away while mail was waiting: it stays in the outbox.
    jobs.handle(deliver, async () => {})
  }
  return {
    async send(mail) {
      const id = await store.add({ ...mail, nowSec: nowSec(clock) })
      if (smtp) await jobs.enqueue(deliver, { id }, { maxAttempts })
    },
    list: (limit) => store.list(limit),
    removeOld: () => store.removeBefore(nowSec(clock) - retentionSec),
  }
}

function createSmtpTransport({ host, port, secure, login }: SmtpSettings): Transporter {
  return createTransport({
    host,
    port,
    secure,
    ...(login ? { auth: login } : {}),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

interface Delivery {
  store: MailStore
  transport: Transporter
  clock: Clock
  log: Logger
  from: string
}

async function deliverMail(id: number, { store, transport, clock, log, from }: Delivery): Promise<void> {
  const mail = await store.findUnsent(id)
  if (!mail) return
  try {
    await transport.sendMail({ from, to: mail.to, subject: mail.subject, text: mail.text })
  } catch (err) {
    const { code, responseCode } = z.looseObject(SmtpErrorFields).parse(err)
    if (responseCode === undefined || responseCode < 500 || code === 'EAUTH') {
      // The server's own words may quote the address.
      throw new Error(`the mail server did not take a mail: ${code ?? ''} ${responseCode ?? ''}`)
    }
    log.warn({ mail: id, responseCode }, 'the mail server refused a mail for good')
    await store.markRefused(id, `${responseCode}`)
    return
  }
  await store.markSent(id, nowSec(clock))
}

/** What an error of the transport tells: its kind, and the reply code of RFC 5321. */
const SmtpErrorFields = { code: z.optional(z.string()), responseCode: z.optional(z.int()) }

export type { Mail, MailTables }
