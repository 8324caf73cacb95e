import { once } from 'node:events'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { openModules } from '../../platform/domain-modules.ts'
import { createEvents } from '../../platform/events/events.ts'
import { localBus } from '../../testing/local-bus.ts'
import { createJobs } from '../../platform/jobs/jobs.ts'
import { createLogger } from '../../platform/process/logger.ts'
import { createMetrics } from '../../platform/operations/metrics.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { createMailer, type Mailer } from './index.ts'
import { readSmtpSettings } from './smtp-settings.ts'
import { runSchedule } from '../../testing/modules.ts'

const { db, pool } = await createTestDatabase()
const clock = { nowMs: () => 1_795_000_000_000 }
let log = ''
const logger = createLogger({ level: 'trace', destination: { write: (line) => void (log += line) } })

/** The server's reply to a recipient; undefined accepts the mail. */
let refusal: { code: number; times: number } | undefined
let rejections = 0
const inbox: { mail: Email; session: SMTPServerSession }[] = []
const server = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  onAuth: ({ username, password }, _session, done) =>
    username === 'post@a.example' && password === 'p@ss:word' ? done(null, { user: username }) : done(new Error('no')),
  onRcptTo(_address, _session, done) {
    if (!refusal || refusal.times-- <= 0) return done()
    rejections++
    done(Object.assign(new Error('not here'), { responseCode: refusal.code }))
  },
  onData(stream, session, done) {
    const read = async (): Promise<void> => {
      const chunks: Buffer[] = []
      for await (const chunk of stream) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
      inbox.push({ mail: await PostalMime.parse(Buffer.concat(chunks)), session })
    }
    read().then(() => done(), done)
  },
})
let port = 0
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  if (address !== null && typeof address === 'object') port = address.port
})
afterAll(() => new Promise<void>((resolve) => server.close(resolve)))

async function createTestMailer(pass = 'p%40ss%3Aword'): Promise<Mailer> {
  const env = { SMTP_URL: `smtp://post%40a.example:${pass}@127.0.0.1:${port}`, MAIL_FROM: '云幕 <post@a.example>' }
  const jobs = createJobs({ pool, log: logger, metrics: createMetrics() })
  onTestFinished(() => jobs.stop(100))
  const { smtp } = readConfig(env, '/')
  const mailer = createMailer({ db, clock, log: logger, jobs }, { smtp })
  openModules([mailer.module], { events: createEvents(localBus, () => undefined), jobs })
  await jobs.start()
  return mailer
}

test.each([
  ['http://a.example', '云幕 <post@a.example>', 'SMTP_URL'],
  ['a.example:25', '云幕 <post@a.example>', 'SMTP_URL'],
  ['smtp://', '云幕 <post@a.example>', 'SMTP_URL'],
  ['smtp://a.example/folder', 'post@a.example', 'SMTP_URL'],
  ['smtp://a%:b@a.example', 'post@a.example', 'SMTP_URL'],
  ['smtp://a.example', '', 'MAIL_FROM'],
  ['smtp://a.example', '云幕', 'MAIL_FROM'],
  ['', '云幕 <post>', 'MAIL_FROM'],
  ['smtp://a.example', 'post@a.example\r\nbcc: x@a.example', 'MAIL_FROM'],
])('SMTP_URL %j with MAIL_FROM %j is refused at the start, by name and without the value', (url, from, name) => {
  const read = () => readConfig({ SMTP_URL: url.replace('://', '://hidden:secret@'), MAIL_FROM: from }, '/')
  expect(read).toThrow(name)
  expect(read).not.toThrow('secret')
})

test('ports and kinds of TLS follow the address', () => {
  const read = (SMTP_URL: string) => readSmtpSettings({ SMTP_URL, MAIL_FROM: 'post@a.example' }, expect.unreachable)
  expect(read('smtp://a.example')).toEqual({ host: 'a.example', port: 587, secure: false, from: 'post@a.example' })
  expect(read('smtps://u:p@[::1]')).toMatchObject({
    host: '::1',
    port: 465,
    secure: true,
    login: { user: 'u', pass: 'p' },
  })
  expect(read('smtps://a.example:2465')).toMatchObject({ port: 2465 })
})

test('a mail that the server refuses permanently is not tried again, which the outbox shows', async () => {
  refusal = { code: 550, times: 9 }
  rejections = 0
  const mailer = await createTestMailer()
  await mailer.send({ to: 'nobody@b.example', subject: '验证码', text: '正文-550' })
  await expect.poll(async () => (await mailer.list(1))[0]?.failure).toBe('550')
  // The job ends after it has noted the refusal; one that is to be tried again would stay.
  const countJobs = async () => (await pool.query('select count(*)::int as left from graphile_worker.jobs')).rows
  await expect.poll(countJobs).toEqual([{ left: 0 }])
  expect(rejections).toBe(1)
})

test('a mail that the server cannot accept now is tried again', async () => {
  refusal = { code: 451, times: 1 }
  rejections = 0
  const mailer = await createTestMailer()
  await mailer.send({ to: 'later@b.example', subject: '稍后', text: '正文-451' })
  await expect.poll(async () => (await mailer.list(1))[0]?.sentAt).not.toBeNull()
  expect(rejections).toBe(1)
})

test('a password that the server refuses is reported in the log, and the mail waits', async () => {
  refusal = undefined
  const mailer = await createTestMailer('wrong')
  await mailer.send({ to: 'lin@b.example', subject: '验证码', text: '正文-535' })
  await expect.poll(() => log).toContain('did not take a mail: EAUTH 535')
  expect(await mailer.list(1)).toMatchObject([{ sentAt: null, failure: '' }])
  await pool.query('delete from graphile_worker._private_jobs')
})

test('a mail arrives as written, with Chinese subject and sender, and its text is deleted', async () => {
  refusal = undefined
  inbox.length = 0
  const mailer = await createTestMailer()
  const text = '您的验证码是 123456。\n\n如果不是您本人操作，请不要理会。'
  await mailer.send({ to: 'lin@b.example', subject: '【云幕】邮箱验证码：请在十分钟内使用', text })
  await expect.poll(() => inbox.length).toBe(1)
  const { mail } = inbox[0] ?? {}
  expect(mail).toMatchObject({
    subject: '【云幕】邮箱验证码：请在十分钟内使用',
    from: { name: '云幕', address: 'post@a.example' },
    to: [{ address: 'lin@b.example' }],
  })
  expect(mail?.text?.trim().replaceAll('\r\n', '\n')).toBe(text)
  await expect.poll(async () => (await mailer.list(1))[0]).toMatchObject({ sentAt: 1_795_000_000, text: '' })
})

test('without a server all mail stays in the outbox, newest first, for a week', async () => {
  const jobs = createJobs({ pool, log: logger, metrics: createMetrics() })
  onTestFinished(() => jobs.stop(100))
  let nowMs = clock.nowMs()
  const mailer = createMailer({ db, clock: { nowMs: () => nowMs }, log: logger, jobs }, { smtp: undefined })
  await pool.query('delete from mail')
  await mailer.send({ to: 'a@b.example', subject: '一', text: '正文一' })
  nowMs += 8 * 24 * 3_600_000
  await mailer.send({ to: 'a@b.example', subject: '二', text: '正文二' })
  expect((await mailer.list(10)).map(({ text }) => text)).toEqual(['正文二', '正文一'])
  await runSchedule(mailer.module, 'mail.removeOld')
  expect(await mailer.list(10)).toMatchObject([{ subject: '二', sentAt: null }])
})

test('[M04] neither texts nor addresses of mails are logged', () => {
  expect(log).not.toMatch(/正文|@b\.example|p@ss/)
  expect(log).toContain('refused a mail permanently')
})
