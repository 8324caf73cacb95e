import {
  replyCode,
  userExport,
  userInfo,
  userThirdBind,
  userThirdBound,
  userThirdList,
  userThirdLogin,
  userThirdRegister,
  userThirdUnbind,
} from '@yunmu/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { accountsOf, password } from '../../testing/accounts.ts'
import type { Answer, TestApp } from '../../testing/test-app.ts'
import { openBrowser } from './browser.fixture.ts'
import { openThirdStation, refusalIn, refused, type ThirdStation } from './third-station.fixture.ts'
import type { Ticket } from './ticket-store.ts'

let t: TestApp
let s: ThirdStation
beforeAll(async () => {
  s = await openThirdStation()
  t = s.t
})

describe('tickets', () => {
  /** Each call that takes a ticket. */
  const uses: readonly [string, (ticket: Ticket) => Promise<Answer>][] = [
    ['login', (ticket) => s.login(ticket)],
    ['bind', (ticket) => s.bind(ticket, {}, { as: 'lin' })],
    ['register', (ticket) => s.register(ticket, 'nobody@b.example', '123456')],
  ]

  test.each(uses)('[D04] %s refuses one of a site that is not offered', async (_name, use) => {
    for (const authType of ['facebook', '', '__proto__'])
      expect(await use({ ...(await s.ticketOf('ann')), authType })).toMatchObject(refused('ThirdUnavailable'))
  })

  test.each(uses)('[D04] %s refuses a forged one, and one of another site', async (_name, use) => {
    const ticket = await s.ticketOf('ann')
    const wrong = [
      { ...ticket, authType: 'two' },
      { ...ticket, accessSecret: 'x'.repeat(43) },
      { ...ticket, accessToken: 'x'.repeat(22) },
      { ...ticket, accessSecret: '' },
      { ...ticket, accessToken: ticket.accessSecret, accessSecret: ticket.accessToken },
    ]
    for (const one of wrong) expect(await use(one)).toMatchObject(refused('TicketInvalid'))
    expect(await use({ ...ticket, accessToken: 'a\u0000b' })).toMatchObject(refused('MalformedRequest'))
    expect(await s.login(ticket)).toMatchObject({ data: { signedIn: null, name: '小ann' } })
  })

  test.each(uses)('[D04] %s refuses one older than ten minutes', async (_name, use) => {
    const ticket = await s.ticketOf('ann')
    const nowMs = t.clock.nowMs()
    t.clock.set(nowMs + 600_000)
    expect(await use(ticket)).toMatchObject(refused('TicketInvalid'))
    t.clock.set(nowMs + 599_000)
    expect(await s.login(ticket)).toMatchObject({ data: { signedIn: null } })
    t.clock.set(nowMs)
  })

  test('[D04] unused ones are deleted', async () => {
    const ticket = await s.ticketOf('ann')
    const nowMs = t.clock.nowMs()
    const rowsAfter = async (sec: number): Promise<number | null> => {
      t.clock.set(nowMs + sec * 1000)
      await t.station.third.removeExpired()
      return (await t.platform.pool.query('select 1 from third_ticket where id = $1', [ticket.accessToken])).rowCount
    }
    expect([await rowsAfter(599), await rowsAfter(600)]).toEqual([1, 0])
    t.clock.set(nowMs)
  })
})

describe('binding', () => {
  test('[D04] a wrong password, or neither a password nor a session, binds nothing and leaves the ticket valid', async () => {
    await s.newcomer('cai')
    const ticket = await s.ticketOf('cat')
    expect(await s.bind(ticket)).toMatchObject(refused('LoginWrong'))
    expect(await s.bind(ticket, { username: 'cai', password: 'wrong-password-7' })).toMatchObject(refused('LoginWrong'))
    expect(await s.bind(ticket, { username: 'nobody', password })).toMatchObject(refused('LoginWrong'))
    expect(await s.login(ticket)).toMatchObject({ data: { signedIn: null } })
    expect(await s.bind(ticket, { username: 'cai', password })).toMatchObject({
      code: 0,
      data: { user: { userName: 'cai' }, token: expect.stringMatching(/^eyJ/) },
    })
    expect(await s.login(ticket)).toMatchObject(refused('TicketInvalid'))
    expect(await s.login(await s.ticketOf('cat'))).toMatchObject({ data: { signedIn: { user: { userName: 'cai' } } } })
  })

  test('[D04] without a ticket passwords cannot be tried', async () => {
    const none = { authType: 'op', accessToken: 'x'.repeat(22), accessSecret: 'x'.repeat(43) }
    expect(await s.bind(none, { username: 'cai', password })).toMatchObject(refused('TicketInvalid'))
  })

  test('[D04] wrong passwords lock the account as at the login', async () => {
    await s.newcomer('dou')
    const ticket = await s.ticketOf('dog')
    const tries: unknown[] = []
    for (let at = 0; at < 6; at++)
      tries.push(refusalIn(await s.bind(ticket, { username: 'dou', password: `wrong-password-${at}` })))
    expect(tries.at(-1)).toBe('LoginLocked')
    expect(await s.bind(ticket, { username: 'dou', password })).toMatchObject(refused('LoginLocked'))
  })

  test('[E04] a session alone binds nothing to an account with a password, and leaves the ticket valid', async () => {
    const wen = await s.newcomer('wen')
    const ticket = await s.ticketOf('wes')
    for (const wrong of ['', 'wrong-password-7'])
      expect(await s.bind(ticket, { password: wrong }, wen)).toMatchObject(refused('PasswordWrong'))
    expect(await s.boundOf(wen)).toEqual([])
    expect(await s.bind(ticket, {}, wen)).toMatchObject({ code: 0 })
  })

  test('[E04] the owner of an account is notified by mail of a bound and an unbound login', async () => {
    const accounts = accountsOf(t)
    const xin = await s.newcomer('xin')
    await s.bind(await s.ticketOf('xia'), {}, xin)
    expect((await accounts.mailTo('xin@b.example'))?.text).toContain('绑定了“云端账号”')
    await s.bind(await s.ticketOf('xib', 'two'), { username: 'xin', password })
    expect((await accounts.mailTo('xin@b.example'))?.text).toContain('绑定了“二号”')
    await t.make(userThirdUnbind, { authType: 'op' }, xin)
    expect((await accounts.mailTo('xin@b.example'))?.text).toContain('解绑了“云端账号”')
  })

  test('[D04] an existing session continues, with its own token', async () => {
    const { token } = await s.newcomer('en')
    const before = await t.make(userInfo, {}, { token })
    const sessionCount = async (): Promise<number | null> => {
      const { rowCount } = await t.platform.pool.query(
        'select 1 from user_session join app_user on app_user.id = user_id where name = $1',
        ['en'],
      )
      return rowCount
    }
    const sessions = await sessionCount()
    const answer = userThirdBind.reply.parse((await s.bind(await s.ticketOf('eve'), {}, { token })).data)
    expect(answer.user).toEqual(before.data)
    expect(await t.make(userInfo, {}, { token: answer.token })).toMatchObject({ data: { userName: 'en' } })
    expect(await t.make(userInfo, {}, { token })).toMatchObject({ data: { userName: 'en' } })
    expect(await sessionCount()).toBe(sessions)
  })

  test('[E02] signing in for one device only ends the others, from another site too', async () => {
    const hua = await s.newcomer('hua')
    await s.bind(await s.ticketOf('huo'), {}, hua)
    const stays = await t.make(userThirdLogin, await s.ticketOf('huo'))
    expect(await t.make(userInfo, {}, hua)).toMatchObject({ code: 0 })
    const { signedIn } = userThirdLogin.reply.parse(stays.data)
    const alone = await t.make(userThirdLogin, { ...(await s.ticketOf('huo')), single: true })
    expect(alone).toMatchObject({ code: 0 })
    for (const token of [hua.token, signedIn?.token ?? ''])
      expect(await t.make(userInfo, {}, { token })).toMatchObject({ code: replyCode.sessionEnded })
  })

  test('[D04] a login that belongs to one account is not bound to another, nor is a second login of one site', async () => {
    const fan = await s.newcomer('fan')
    const gao = await s.newcomer('gao')
    expect(await s.bind(await s.ticketOf('fay'), {}, fan)).toMatchObject({ code: 0 })
    expect(await s.bind(await s.ticketOf('fay'), {}, gao)).toMatchObject(refused('ThirdTaken'))
    expect(await s.bind(await s.ticketOf('fay2'), {}, fan)).toMatchObject(refused('ThirdDouble'))
    expect(await s.bind(await s.ticketOf('fay'), {}, fan)).toMatchObject({ code: 0 })
    expect(await s.register(await s.ticketOf('fay'), 'fay@b.example', '123456')).toMatchObject(refused('ThirdTaken'))
    expect([await s.boundOf(fan), await s.boundOf(gao)]).toEqual([['op'], []])
  })

  test('[D04] the same subject at another provider is another user', async () => {
    expect(await s.login(await s.ticketOf('fay', 'two'))).toMatchObject({ data: { signedIn: null } })
  })

  test('[D04] a disabled account is refused, by either method', async () => {
    const han = await s.newcomer('han')
    await s.bind(await s.ticketOf('hal'), {}, han)
    await t.station.accounts.manager.setDisabled('han', true)
    expect(await s.login(await s.ticketOf('hal'))).toMatchObject(refused('AccountDisabled'))
    const other = await s.ticketOf('hal2')
    expect(await s.bind(other, { username: 'han', password })).toMatchObject(refused('AccountDisabled'))
    expect(await s.login(other)).toMatchObject({ data: { signedIn: null } })
  })
})

describe('registering', () => {
  test('[D05] a wrong code, an invalid address and a taken address make no account and leave the ticket valid', async () => {
    await s.newcomer('ji')
    const ticket = await s.ticketOf('joe')
    await s.codeFor('joe@b.example')
    expect(await s.register(ticket, 'joe@b.example', '000000x')).toMatchObject(refused('CodeWrong'))
    expect(await s.register(ticket, 'not an address', '123456')).toMatchObject(refused('EmailInvalid'))
    expect(await s.register(ticket, 'ji@b.example', '123456')).toMatchObject(refused('CodeWrong'))
    expect(await s.login(ticket)).toMatchObject({ data: { signedIn: null } })
  })

  test('[D05] after three wrong codes the ticket is invalid, for any address; other mistakes do not count', async () => {
    const ticket = await s.ticketOf('kai')
    const code = await s.codeFor('kai@b.example')
    const wrong = code === '000000' ? '111111' : '000000'
    for (let at = 0; at < 4; at++)
      expect(await s.register(ticket, 'no address', wrong)).toMatchObject(refused('EmailInvalid'))
    for (const email of ['kai@b.example', 'a1@b.example', 'a2@b.example'])
      expect(await s.register(ticket, email, wrong)).toMatchObject(refused('CodeWrong'))
    expect(await s.register(ticket, 'kai@b.example', code)).toMatchObject(refused('TicketInvalid'))
    expect(await s.login(ticket)).toMatchObject(refused('TicketInvalid'))
  })

  test('[D05] who registers while every name made from the e-mail address is taken is refused, and the ticket stays valid', async () => {
    await t.platform.pool.query(
      `insert into app_user (name, name_key, nickname, group_id, user_end_time, created_at)
       select name, name, name, 2, 0, 0 from (
         select 'kun' as name union all select 'kun' || number from generate_series(1000, 9999) as number
       ) as names`,
    )
    const ticket = await s.ticketOf('kun')
    const code = await s.codeFor('kun@b.example')
    expect(await s.register(ticket, 'kun@b.example', code)).toMatchObject(refused('NameTaken'))
    await t.platform.pool.query("delete from app_user where name = 'kun'")
    expect(await s.register(ticket, 'kun@b.example', code)).toMatchObject({ code: 0 })
  })

  test('[D05] a ticket and a code make an account that the other site signs in to from then on', async () => {
    const ticket = await s.ticketOf('kim')
    const code = await s.codeFor('kim@b.example')
    s.secrets.add(code)
    const answer = await s.register(ticket, 'Kim@B.example', code)
    expect(answer).toMatchObject({
      code: 0,
      data: { user: { userEmail: 'kim@b.example', userNickName: '小kim', hasPassword: false } },
    })
    const { token, user } = userThirdRegister.reply.parse(answer.data)
    s.secrets.add(token)
    expect(await t.make(userInfo, {}, { token })).toMatchObject({ data: { userId: user.userId } })
    expect(await s.login(ticket)).toMatchObject(refused('TicketInvalid'))
    const again = await s.login(await s.ticketOf('kim'))
    expect(again).toMatchObject({ data: { signedIn: { user: { userId: user.userId } }, name: '小kim' } })
    expect(await t.make(userThirdUnbind, { authType: 'op' }, { token })).toMatchObject(refused('OnlyWayIn'))
    expect(await s.boundOf({ token })).toEqual(['op'])
  })
})

describe('unbinding', () => {
  test('[E04] nobody can unbind or see another user’s login', async () => {
    await s.bind(await s.ticketOf('pam'), {}, await s.newcomer('pan'))
    const qiu = await s.newcomer('qiu')
    expect(await s.boundOf(qiu)).toEqual([])
    expect(await t.make(userThirdUnbind, { authType: 'op' }, qiu)).toMatchObject(refused('AlreadyDone'))
    expect(await s.login(await s.ticketOf('pam'))).toMatchObject({ data: { signedIn: { user: { userName: 'pan' } } } })
  })

  test('[E04] a user with a password can unbind, and the other site no longer signs in', async () => {
    const ren = await s.newcomer('ren')
    await s.bind(await s.ticketOf('ray'), {}, ren)
    const { data } = await t.make(userThirdBound, {}, ren)
    expect(data).toEqual({ list: [{ authType: 'op', name: '云端账号', since: Math.floor(t.clock.nowMs() / 1000) }] })
    expect(await t.make(userThirdUnbind, { authType: 'op' }, ren)).toMatchObject({ code: 0 })
    expect(await t.make(userThirdUnbind, { authType: 'op' }, ren)).toMatchObject(refused('AlreadyDone'))
    expect(await s.login(await s.ticketOf('ray'))).toMatchObject({ data: { signedIn: null } })
  })
})

test('[E04] the export names the user’s logins at other sites, and nobody else’s', async () => {
  const tao = await s.newcomer('tao')
  await s.bind(await s.ticketOf('tom'), {}, tao)
  const { data } = await t.make(userExport, {}, tao)
  const since = new Date(Math.floor(t.clock.nowMs() / 1000) * 1000).toISOString()
  expect(JSON.parse(userExport.reply.parse(data).file)).toMatchObject({
    thirdParty: [{ authType: 'op', subject: 'tom', name: '小tom', since }],
  })
})

test('[E04] everybody can list the offered sites, and nothing else of them', async () => {
  const { data } = await t.make(userThirdList, {})
  expect(data).toEqual({
    list: [
      { authType: 'op', name: '云端账号' },
      { authType: 'two', name: '二号' },
    ],
  })
})

test('[D04] a request at an invalid host is not redirected', async () => {
  for (const host of ['station.example/x', 'station.example#x', 'ann@station.example', 'not a host']) {
    const { statusCode, headers } = await t.app.inject({ url: '/auth/op/start', headers: { host } })
    expect([host, statusCode, headers.location]).toEqual([host, 400, undefined])
  }
})

test('[D04] no secret of these tests appears in the log', async () => {
  s.site.tamper = async () => ({ error: 'invalid_grant', error_description: 'of a token eyJhbGciOiJSUzI1NiJ9' })
  expect((await openBrowser(t.app).go('/auth/op/start')).hash).toBe('#third=failed')
  expect(s.logged()).toContain('a login at another site failed')
  expect(s.secrets.size).toBeGreaterThan(20)
  for (const secret of s.secrets) expect(s.logged().includes(secret), secret).toBe(false)
  expect(s.logged()).not.toContain('eyJ')
})
