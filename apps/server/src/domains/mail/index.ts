import type { Transaction } from 'kysely'
import { createTransport, type Transporter } from 'nodemailer'
import * as z from 'zod/mini'
import { jobHandler, type DomainModule } from '../../platform/domain-module.ts'
import { nowSec, type Clock } from '../../platform/process/clock.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import type { Logger } from '../../platform/process/logger.ts'
import type { Platform } from '../../platform/platform.ts'
import { createMailStore, type Mail, type MailStore } from './mail-store.ts'
import type { MailTables } from './mail-tables.ts'
import type { SmtpSettings } from './smtp-settings.ts'

/** Retries for a little over ten minutes: the codes in mails are useless later. */
const maxAttempts = 7
const timeoutMs = 15_000
const retentionSec = 7 * 24 * 3600

const deliver = defineJob('mail.deliver', z.object({ id: z.int() }))

export interface MailNeeds {
  /** Absent leaves all mail in the outbox, where the operator can read it. */
  smtp: SmtpSettings | undefined
}

interface OutgoingMail {
  to: string
  subject: string
  text: string
}

/** Sends mail to users. */
export interface Mailer {
  /** Stores a mail in the outbox, and enqueues its delivery if there is a server. */
  send(mail: OutgoingMail): Promise<void>
  /** The same with the commit of a transaction. */
  sendIn(tx: Transaction<unknown>, mail: OutgoingMail): Promise<void>
  /** Mails waiting and sent, newest first. */
  list(limit: number): Promise<Mail[]>
  readonly module: DomainModule
}

/** Stores mails in a table and delivers them by jobs. Addresses and texts are never logged. */
export function createMailer(
  { db, clock, log, jobs }: Pick<Platform, 'db' | 'clock' | 'log' | 'jobs'>,
  { smtp }: MailNeeds,
): Mailer {
  const store = createMailStore(db.withTables<MailTables>())
  const transport = smtp && { transport: createSmtpTransport(smtp), from: smtp.from }
  return {
    async send(mail) {
      const id = await store.add({ ...mail, nowSec: nowSec(clock) })
      if (smtp) await jobs.enqueue(deliver, { id }, { maxAttempts })
    },
    async sendIn(tx, mail) {
      const id = await createMailStore(tx.withTables<MailTables>()).add({ ...mail, nowSec: nowSec(clock) })
      if (smtp) await jobs.enqueue(deliver, { id }, { maxAttempts, tx })
    },
    list: (limit) => store.list(limit),
    module: {
      name: 'mail',
      jobs: [
        jobHandler(deliver, async ({ id }) => {
          // Settings may have been removed while mail was waiting: it stays in the outbox.
          if (transport) await deliverMail(id, { store, clock, log, ...transport })
        }),
      ],
      schedules: [
        { name: 'mail.removeOld', everyMinutes: 60, run: () => store.removeBefore(nowSec(clock) - retentionSec) },
      ],
    },
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
      // The server's message may quote the address.
      throw new Error(`the mail server did not take a mail: ${code ?? ''} ${responseCode ?? ''}`)
    }
    log.warn({ mail: id, responseCode }, 'the mail server refused a mail permanently')
    await store.markRefused(id, `${responseCode}`)
    return
  }
  await store.markSent(id, nowSec(clock))
}

/** Fields of a transport error: its kind, and the reply code of RFC 5321. */
const SmtpErrorFields = { code: z.optional(z.string()), responseCode: z.optional(z.int()) }

export type { Mail }
