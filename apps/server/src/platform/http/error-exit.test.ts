import { refusalMessage } from '@yunmu/contract'
import Fastify from 'fastify'
import { connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { systemClock } from '../process/clock.ts'
import { createLogger } from '../process/logger.ts'
import { installErrorExit } from './error-exit.ts'
import { RefusalError } from './refusal-error.ts'

const neutral = '服务器开小差了，请稍后再试'
const lines: { msg: string; outage?: string; err?: { message: string } }[] = []
const log = createLogger({ destination: { write: (line) => void lines.push(JSON.parse(line)) } })
const app = Fastify()
let thrown: Error = new Error()
installErrorExit(app, { clock: systemClock, log })
for (const url of ['/v1/call', '/media/*', '/*'])
  app.get(url, async () => {
    throw thrown
  })
afterAll(() => app.close())

const coded = (code: string): Error => Object.assign(new Error(`it is ${code}`), { code })
const ask = (error: Error, url = '/v1/call') => {
  thrown = error
  lines.length = 0
  return app.inject(url)
}

test('an unexpected error is answered 500 with a neutral message and logged with its cause', async () => {
  const response = await ask(new TypeError('secret'))
  expect([response.statusCode, response.headers['retry-after']]).toEqual([500, undefined])
  expect(response.json()).toMatchObject({ data: null, msg: neutral })
  expect(lines).toMatchObject([{ msg: 'a request failed', err: { message: 'secret' } }])
})

test.each(['ECONNREFUSED', 'ECONNRESET', 'EAI_AGAIN', '08006', '53300', '57P01', '57P03', '57014', '25006'])(
  'while the database is unavailable (%s) everything is answered 503, never 500, with a retry delay',
  async (code) => {
    for (const url of ['/v1/call', '/media/art/x', '/detail/1.html']) {
      const response = await ask(coded(code), url)
      expect([response.statusCode, response.headers['retry-after']], url).toEqual([503, '5'])
      expect(response.body).toContain(neutral)
      expect(response.body).not.toContain(code)
    }
  },
)

test('an overload has a retry delay, whoever throws it', async () => {
  const delayOf = async (err: Error): Promise<unknown[]> => {
    const { statusCode, headers } = await ask(err)
    return [statusCode, headers['retry-after']]
  }
  expect(await delayOf(new RefusalError('Overloaded'))).toEqual([503, '5'])
  expect(await delayOf(new RefusalError('Overloaded', { retryAfterSec: 60 }))).toEqual([503, '60'])
  expect(await delayOf(Object.assign(new Error('closing'), { statusCode: 503 }))).toEqual([503, '5'])
  expect(await delayOf(new RefusalError('MalformedRequest'))).toEqual([400, undefined])
})

test.each(['/v1/call', '/detail/1.html'])(
  '[A08] the message of a failure is in the script of its reader (%s)',
  async (url) => {
    const traditional = '服務器開小差了，請稍後再試'
    expect((await ask(new Error('secret'), `${url}?lang=t`)).body).toContain(traditional)
    expect((await ask(new Error('secret'), `${url}?lang=s`)).body).toContain(neutral)
    const refused = await ask(new RefusalError('MalformedRequest'), '/v1/call?lang=t')
    expect(refused.json()).toMatchObject({ msg: '請正確填寫信息!' })
  },
)

test.each(['ENOSPC', 'EDQUOT', '53100'])('a full disk (%s) is answered 503', async (code) => {
  expect((await ask(coded(code))).statusCode).toBe(503)
})

test('an outage is found in nested causes of an error', async () => {
  const wrapped = new Error('not loaded', { cause: new AggregateError([new Error('one'), coded('ECONNREFUSED')]) })
  expect((await ask(wrapped)).statusCode).toBe(503)
  expect((await ask(new Error('not loaded', { cause: coded('23505') }))).statusCode).toBe(500)
})

test('a missing file is not an outage, a missing socket is', async () => {
  expect((await ask(coded('ENOENT'))).statusCode).toBe(500)
  const missing = await new Promise<Error>((resolve) => connect('/nowhere/.s.PGSQL.5432').on('error', resolve))
  expect((await ask(missing)).statusCode).toBe(503)
})

test('[M04] an outage is logged once with its cause, not once for each request', async () => {
  await ask(coded('ENFILE'))
  expect(lines).toMatchObject([
    { msg: 'requests cannot be answered', outage: 'files', err: { message: 'it is ENFILE' } },
  ])
  for (let at = 0; at < 20; at++) await ask(coded('EMFILE'))
  expect(lines).toEqual([])
})

test('[A08] a failed page is a message in the reader’s script, a failed call an envelope', async () => {
  const refusal = new RefusalError('Overloaded', { retryAfterSec: 2 })
  const page = await ask(refusal, '/detail/1.html')
  expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '2'])
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).toContain(refusalMessage('Overloaded'))
  expect((await ask(refusal, '/detail/1.html?lang=t')).body).toContain('訪問的人太多')
  expect((await ask(refusal)).json()).toMatchObject({ data: { refusal: 'Overloaded' } })
})
