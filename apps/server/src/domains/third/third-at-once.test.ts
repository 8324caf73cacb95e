import { userThirdRegister, userThirdUnbind } from '@yunmu/contract'
import { beforeAll, expect, test } from 'vitest'
import type { Answer, TestApp } from '../../testing/test-app.ts'
import { openThirdStation, refusalIn, type ThirdStation } from './third-station.fixture.ts'

let t: TestApp
let s: ThirdStation
beforeAll(async () => {
  s = await openThirdStation()
  t = s.t
})

const times = <Value>(count: number, make: (at: number) => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)))
const countOf = (answers: Answer[], what: string): number =>
  answers.filter((answer) => refusalIn(answer) === what).length

test('[D04] of 20 concurrent bindings with one ticket, one succeeds', async () => {
  // These users have no password: concurrent attempts on one would be throttled like a login.
  const people = [{ as: 'lin' }, { as: 'mei' }] as const
  const ticket = await s.ticketOf('leo')
  const answers = await times(20, (at) => s.bind(ticket, {}, people[at % 2]))
  expect([countOf(answers, 'done'), countOf(answers, 'TicketInvalid')]).toEqual([1, 19])
  const bound = await Promise.all(people.map(s.boundOf))
  expect(bound.flat()).toEqual(['op'])
})

test('[D04] of 20 concurrent logins with one ticket, one succeeds', async () => {
  const ticket = await s.ticketOf('leo')
  const answers = await times(20, () => s.login(ticket))
  expect([countOf(answers, 'done'), countOf(answers, 'TicketInvalid')]).toEqual([1, 19])
})

test('[D05] 20 concurrent registrations with one ticket and four addresses make one account', async () => {
  const emails = ['n1', 'n2', 'n3', 'n4'].map((name) => `${name}@b.example`)
  const codes: string[] = []
  for (const email of emails) codes.push(await s.codeFor(email))
  const ticket = await s.ticketOf('nia')
  const answers = await times(20, (at) => s.register(ticket, emails[at % 4] ?? '', codes[at % 4] ?? ''))
  expect(countOf(answers, 'done')).toBe(1)
  const made = await t.platform.pool.query('select 1 from app_user where email = any($1)', [emails])
  expect(made.rowCount).toBe(1)
  const kept = await t.platform.pool.query('select 1 from email_code where email = any($1)', [emails])
  expect(kept.rowCount).toBe(3)
})

test('[D05] of 20 codes guessed concurrently with one ticket, three are checked', async () => {
  const ticket = await s.ticketOf('nan')
  const answers = await times(20, (at) => s.register(ticket, `guess${at}@b.example`, '000000'))
  expect([countOf(answers, 'CodeWrong'), countOf(answers, 'TicketInvalid')]).toEqual([3, 17])
})

test('[E04] of the last two sign-in methods that are unbound concurrently, one stays', async () => {
  const code = await s.codeFor('ou@b.example')
  const made = userThirdRegister.reply.parse((await s.register(await s.ticketOf('ou'), 'ou@b.example', code)).data)
  await s.bind(await s.ticketOf('ou', 'two'), {}, made)
  expect(await s.boundOf(made)).toEqual(['op', 'two'])
  const answers = await Promise.all(['op', 'two'].map((authType) => t.make(userThirdUnbind, { authType }, made)))
  expect([countOf(answers, 'done'), countOf(answers, 'OnlyWayIn')]).toEqual([1, 1])
  expect(await s.boundOf(made)).toHaveLength(1)
})
