import { captcha, emailForget, emailRegister, replyCode, userForget, userInfo, userRegister } from '@yunmu/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { accountsOf, password } from '../../../testing/accounts.ts'
import { buildTestApp, type Answer, type TestApp } from '../../../testing/test-app.ts'

let t: TestApp
let a: ReturnType<typeof accountsOf>
beforeAll(async () => {
  t = await buildTestApp()
  a = accountsOf(t)
  await t.platform.jobs.start()
})

const after = (sec: number): void => t.clock.set(t.clock.nowMs() + sec * 1000)
const from = (remoteAddress: string) => ({ remoteAddress })
const refusalOf = (answer: Answer): unknown => (answer.code === replyCode.done ? 'none' : answer.data)
const ask = async (to: string, call: typeof emailRegister = emailRegister, options = {}): Promise<Answer> =>
  t.make(call, { to, ...(await a.solve(options)) }, options)
const count = async (what: string): Promise<number> =>
  (await t.platform.pool.query<{ count: number }>(`select count(*)::int as count from ${what}`)).rows[0]?.count ?? -1

test('[D02] while registration is closed, no code is sent and nobody registers; it opens again at once', async () => {
  const closed = { refusal: 'RegistrationClosed' }
  const entryId = await t.station.site.correct('mei', { registration_open: false })
  expect(await ask('closed@b.example')).toMatchObject({ msg: '本站暂不开放注册，已有账号可以直接登录', data: closed })
  const sent = { username: '', email: 'closed@b.example', code: '000000', password, againPassword: password }
  const captchaFields = { captcha: '', captcha_id: '' }
  expect(await t.make(userRegister, { ...sent, ...captchaFields, remember: false })).toMatchObject({ data: closed })
  expect(await count(`email_code where email = 'closed@b.example'`)).toBe(0)
  expect(await t.station.site.correct('mei', { registration_open: false })).toBe(null)
  const done = await t.station.audit.undo(entryId ?? 0, 'mei')
  expect(done).toMatchObject({ entryId: expect.any(Number) })
  expect((await ask('closed@b.example')).code).toBe(replyCode.done)
  after(61)
})

describe('requesting a code', () => {
  test.each(['', 'lin', 'lin@b', 'lin@b.example\r\nbcc: x@y.example'])('[D02] %j is no address', async (to) => {
    expect(await ask(to)).toMatchObject({ code: replyCode.refused, msg: '请输入正确的邮箱地址' })
  })

  const bare = { captcha: '', captcha_id: '' }
  const isNeeded = async (account: string, options = {}): Promise<boolean> =>
    captcha.reply.parse((await t.make(captcha, { purpose: 'register', account }, options)).data).needed

  test('[D02] the first codes of an e-mail address and of a client need no captcha; without it, no more are sent', async () => {
    const here = from('192.0.2.1')
    for (let at = 0; at < 2; at++) {
      expect(await isNeeded('more@b.example')).toBe(false)
      expect(await t.make(emailRegister, { to: 'more@b.example', ...bare })).toMatchObject({ code: replyCode.done })
      after(61)
    }
    expect(await isNeeded('more@b.example')).toBe(true)
    const third = await t.make(emailRegister, { to: 'more@b.example', ...bare })
    expect(third).toMatchObject({ msg: '请输入图形验证码', data: { refusal: 'CaptchaNeeded' } })
    for (let at = 0; at < 3; at++)
      expect((await t.make(emailRegister, { to: `own${at}@b.example`, ...bare }, here)).code).toBe(replyCode.done)
    expect(await isNeeded('', here)).toBe(true)
    expect(await isNeeded('', from('192.0.2.2'))).toBe(false)
    const wrong = { to: 'none@b.example', captcha: 'xxxx', captcha_id: 'none' }
    expect(refusalOf(await t.make(emailRegister, wrong, here))).toMatchObject({ refusal: 'CaptchaWrong' })
    expect(await count(`email_code where email = 'none@b.example'`)).toBe(0)
    expect(await ask('none@b.example', emailRegister, here)).toMatchObject({ code: replyCode.done })
    after(3600)
  })

  test('[D02] whoever was not asked for a captcha with the code is not asked with the form either, and later only after failures', async () => {
    const [email, here] = ['plain@b.example', from('192.0.2.9')]
    await t.make(emailRegister, { to: email, ...bare }, here)
    const form = { ...(await a.form('plain', email, 'none', here)), ...bare }
    const send = async (more: object = {}) => refusalOf(await t.make(userRegister, { ...form, ...more }, here))
    for (let at = 0; at < 4; at++) expect(await send()).toMatchObject({ refusal: 'CodeWrong' })
    expect(await isNeeded(email, here)).toBe(true)
    expect(await send()).toMatchObject({ refusal: 'CaptchaNeeded' })
    expect(await send({ captcha: 'xxxx', captcha_id: 'none' })).toMatchObject({ refusal: 'CaptchaWrong' })
    expect(await send({ ...(await a.solve(here)), code: await a.codeIn(email) })).toBe('none')
    after(3600)
  })

  test('[D02] names that are taken cannot be tried without captchas', async () => {
    const here = from('192.0.2.17')
    const outcomes: unknown[] = []
    for (let at = 0; at < 8; at++) {
      const form = { ...(await a.form('lin', `taken${at}@b.example`, 'none', here)), ...bare }
      outcomes.push(refusalOf(await t.make(userRegister, form, here)))
    }
    expect(outcomes).toEqual([
      ...Array(6).fill({ refusal: 'NameTaken' }),
      ...Array(2).fill({ refusal: 'CaptchaNeeded' }),
    ])
  })

  test('[D02] concurrent codes and forms need captchas as soon as sequential ones', async () => {
    const [codesFrom, formsFrom] = [from('192.0.4.1'), from('192.0.5.1')]
    const codes = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        t.make(emailRegister, { to: `at.once${at}@b.example`, ...bare }, codesFrom),
      ),
    )
    expect(codes.filter(({ code }) => code === replyCode.done)).toHaveLength(3)
    const form = { ...(await a.form('', '', 'none', formsFrom)), ...bare }
    const forms = await Promise.all(
      Array.from({ length: 30 }, (_, at) => t.make(userRegister, { ...form, email: `form${at}@b.example` }, formsFrom)),
    )
    const outcomes = forms.map((answer) => JSON.stringify(refusalOf(answer))).toSorted()
    expect(outcomes).toEqual([
      ...Array(24).fill('{"refusal":"CaptchaNeeded"}'),
      ...Array(6).fill('{"refusal":"CodeWrong"}'),
    ])
  })

  test('[D02] there is a minute between two codes, and the reply says how long to wait', async () => {
    expect(await ask('twice@b.example')).toMatchObject({ code: replyCode.done, data: { again: 60 } })
    after(20)
    const again = await ask('twice@b.example')
    expect(again).toMatchObject({
      data: { refusal: 'CodeTooSoon', retryAfterSec: 40 },
      msg: '验证码刚刚发过，请 40 秒后再试',
    })
    after(40)
    expect(await ask('twice@b.example')).toMatchObject({ code: replyCode.done })
  })

  test('[D02] the number of codes to one address, and from one network, is limited', async () => {
    const outcomes: unknown[] = []
    for (let at = 0; at < 8; at++) {
      after(61)
      outcomes.push((await ask('often@b.example')).code)
    }
    expect(outcomes.slice(0, 5)).toEqual([0, 0, 0, 0, 0])
    expect(outcomes.slice(5)).toContain(replyCode.refused)
    const codes: number[] = []
    for (let at = 0; at < 12; at++) codes.push((await ask(`n${at}@b.example`, emailRegister, from('203.0.113.9'))).code)
    expect(codes.slice(0, 10)).toEqual(Array(10).fill(replyCode.done))
    expect(codes.slice(10)).toEqual([replyCode.refused, replyCode.refused])
  })

  test('[D02] a client beyond its limit does not use up the address’s minute, and a request that is too early is counted once', async () => {
    const spent = from('203.0.113.19')
    for (let at = 0; at < 10; at++) await ask(`m${at}@b.example`, emailRegister, spent)
    expect(refusalOf(await ask('minute@b.example', emailRegister, spent))).toMatchObject({ refusal: 'CodeTooSoon' })
    expect(await ask('minute@b.example')).toMatchObject({ code: replyCode.done })
    const hasty = from('203.0.113.20')
    for (let at = 0; at < 12; at++)
      expect(refusalOf(await ask('minute@b.example', emailRegister, hasty))).toMatchObject({ retryAfterSec: 60 })
    after(60)
    expect(await ask('minute@b.example', emailRegister, hasty)).toMatchObject({ code: replyCode.done })
  })

  test('[D02] whether an address is registered shows neither in the reply nor in what is written; only its owner is notified', async () => {
    await a.register('known', 'known@b.example')
    after(3600)
    const answers: unknown[] = []
    for (const call of [emailRegister, emailForget]) {
      for (const to of ['known@b.example', 'unknown@b.example']) {
        const { status, code, msg, data } = await ask(to, call)
        answers.push({ status, code, msg, data })
        expect(
          await count(
            `email_code where email = '${to}' and purpose = '${call === emailForget ? 'forget' : 'register'}'`,
          ),
        ).toBe(1)
      }
    }
    for (const answer of answers) expect(answer).toEqual(answers[0])
    await expect.poll(() => count('graphile_worker.jobs')).toBe(0)
    const mails = (await t.station.mailer.list(3)).map(({ to, subject }) => `${to} ${subject}`).toSorted()
    expect(mails).toEqual([
      'known@b.example 【云幕】这个邮箱已经注册过了',
      'known@b.example 【云幕】重设密码验证码',
      'unknown@b.example 【云幕】注册账号验证码',
    ])
  })
})

describe('registering', () => {
  const email = 'xia@b.example'
  let code = ''
  beforeAll(async () => {
    after(3600)
    await ask(email)
    code = await a.codeIn(email)
  })
  const wrongForms: [
    string,
    Partial<Record<'username' | 'email' | 'code' | 'password' | 'againPassword' | 'captcha', string>>,
  ][] = [
    ['NameInvalid', { username: 'a b' }],
    ['NameInvalid', { username: '夏' }],
    ['EmailInvalid', { email: 'xia' }],
    ['PasswordMismatch', { againPassword: 'something else' }],
    ['PasswordWeak', { password: '12345678', againPassword: '12345678' }],
    ['PasswordWeak', { username: 'xia_linlin', password: 'Xia_LinLin', againPassword: 'Xia_LinLin' }],
    ['NameTaken', { username: 'LIN' }],
    ['NameTaken', { username: '管理员' }],
    ['CodeWrong', { code: 'none' }],
    ['CodeWrong', { email: 'other@b.example' }],
  ]
  test.each(wrongForms)('[D02] %s for %j, and the code stays valid', async (refusal, wrong) => {
    const form = { ...(await a.form('林夏', email, code)), ...wrong }
    expect(refusalOf(await t.make(userRegister, form))).toMatchObject({ refusal })
  })

  test('[D02] the code registers a user and signs in; the database contains neither the code nor the password', async () => {
    const answer = await t.make(userRegister, await a.form(' 林夏 ', email.toUpperCase(), code))
    expect(answer).toMatchObject({ code: replyCode.done, data: { user: { userName: '林夏' }, device: '' } })
    const { token } = userRegister.reply.parse(answer.data)
    expect(await t.make(userInfo, {}, { token })).toMatchObject({ data: { userEmail: email } })
    const { rows } = await t.platform.pool.query(
      `select u.*, c.* from app_user u left join email_code c on c.email = u.email`,
    )
    expect(JSON.stringify(rows)).not.toContain(code)
    expect(JSON.stringify(rows)).not.toContain(password)
    const hash = rows.find(({ name }) => name === '林夏')?.password_hash
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('[D02] a code is valid once, and after five wrong ones no more', async () => {
    expect(refusalOf(await t.make(userRegister, await a.form('other1', email, code)))).toMatchObject({
      refusal: 'CodeWrong',
    })
    await ask('five@b.example')
    const right = await a.codeIn('five@b.example')
    for (let at = 0; at < 5; at++) await t.make(userRegister, await a.form('other2', 'five@b.example', String(at)))
    const late = await t.make(userRegister, await a.form('other2', 'five@b.example', right))
    expect(refusalOf(late)).toMatchObject({ refusal: 'CodeWrong' })
  })

  test('[D02] a generated name never passes for the station’s', async () => {
    const email = 'admin@b.example'
    await t.make(emailRegister, { to: email, ...(await a.solve()) })
    const made = await t.make(userRegister, await a.form('', email, await a.codeIn(email)))
    expect(userRegister.reply.parse(made.data).user.userName).toMatch(/^admin\d{4}$/)
  })

  test('[D02] a code expires after ten minutes, and one for a new password does not register', async () => {
    await ask('late@b.example')
    const right = await a.codeIn('late@b.example')
    after(600)
    expect(refusalOf(await t.make(userRegister, await a.form('late', 'late@b.example', right)))).toMatchObject({
      refusal: 'CodeWrong',
    })
    await ask(email, emailForget)
    await expect.poll(async () => (await a.mailTo(email))?.subject).toContain('重设密码')
    const forOther = await a.codeIn(email)
    expect(refusalOf(await t.make(userRegister, await a.form('late', email, forOther)))).toMatchObject({
      refusal: 'CodeWrong',
    })
  })

  test('[D02] a browser that is to be remembered is known from its registration on', async () => {
    await ask('device@b.example')
    const form = await a.form('device', 'device@b.example', await a.codeIn('device@b.example'))
    const { device } = userRegister.reply.parse((await t.make(userRegister, { ...form, remember: true })).data)
    for (let at = 0; at < 5; at++) await a.login('device', { password: 'wrong' })
    expect(refusalOf(await a.login('device'))).toMatchObject({ refusal: 'LoginLocked' })
    expect(await a.login('device', { device })).toMatchObject({ code: replyCode.done })
  })

  test('[D02] a user without a name gets one from the address, or another if that is taken', async () => {
    const names: unknown[] = []
    for (const host of ['b', 'c', 'd']) {
      const to = `mei.lan@${host}.example`
      await ask(to)
      const answer = await t.make(userRegister, await a.form('', to, await a.codeIn(to)))
      names.push(userRegister.reply.parse(answer.data).user.userName)
    }
    expect(names[0]).toBe('meilan')
    expect(names.slice(1).every((name) => /^meilan\d{4}$/.test(String(name)))).toBe(true)
  })
})

test('[D02] without a valid code no password is hashed', async () => {
  const options = from('203.0.113.44')
  const forms = await Promise.all(
    Array.from({ length: 20 }, (_, at) => a.form(`flood_${at}`, 'flood@b.example', 'none', options)),
  )
  const answers = await Promise.all(forms.map((form) => t.make(userRegister, form, options)))
  expect(new Set(answers.map((answer) => JSON.stringify(refusalOf(answer))))).toEqual(
    new Set(['{"refusal":"CodeWrong"}']),
  )
})

test('[D02] of 50 concurrent uses of one code, one succeeds', async () => {
  const email = 'one@b.example'
  await ask(email)
  const code = await a.codeIn(email)
  const forms = await Promise.all(Array.from({ length: 50 }, (_, at) => a.form(`one_${at}`, email, code)))
  const answers = await Promise.all(forms.map((form) => t.make(userRegister, form)))
  expect(answers.filter((answer) => answer.code === replyCode.done)).toHaveLength(1)
  expect(await count(`app_user where email = '${email}'`)).toBe(1)
})

test('[D02] of 50 concurrent registrations of one name, one succeeds, and the others keep their codes', async () => {
  const emails = Array.from({ length: 50 }, (_, at) => `same${at}@b.example`)
  for (const email of emails) await ask(email)
  const codes = await Promise.all(emails.map((email) => a.codeIn(email)))
  const forms = await Promise.all(emails.map((email, at) => a.form(at % 2 ? '同名' : '同名 ', email, codes[at] ?? '')))
  const answers = await Promise.all(forms.map((form) => t.make(userRegister, form)))
  const done = answers.map(({ code }) => code === replyCode.done)
  expect(done.filter(Boolean)).toHaveLength(1)
  expect(answers.filter(({ data }) => JSON.stringify(data).includes('NameTaken'))).toHaveLength(49)
  const other = done.indexOf(false)
  const again = await t.make(userRegister, await a.form('异名', emails[other] ?? '', codes[other] ?? ''))
  expect(again.code).toBe(replyCode.done)
})

describe('a forgotten password', () => {
  const fresh = 'xin-mima-2046'
  const forget = async (email: string, code: string, more = {}): Promise<Answer> =>
    t.make(userForget, { email, code, password: fresh, againPassword: fresh, ...(await a.solve()), ...more })

  test('[D03] is not reset without the code sent to the address', async () => {
    await a.register('wang', 'wang@b.example')
    expect(refusalOf(await forget('wang@b.example', '000000'))).toMatchObject({ refusal: 'CodeWrong' })
    expect(refusalOf(await forget('nobody@b.example', '000000'))).toMatchObject({ refusal: 'CodeWrong' })
    expect(refusalOf(await forget('wang', '000000'))).toMatchObject({ refusal: 'EmailInvalid' })
    expect(refusalOf(await forget('wang@b.example', '0', { againPassword: '' }))).toMatchObject({
      refusal: 'PasswordMismatch',
    })
  })

  test('[D03] is reset with the code, once, and every session ends with code 14', async () => {
    const { token } = await a.enter('wang')
    await ask('wang@b.example', emailForget)
    await expect.poll(async () => (await a.mailTo('wang@b.example'))?.subject).toContain('重设密码')
    const code = await a.codeIn('wang@b.example')
    const weak = await forget('wang@b.example', code, { password: 'password', againPassword: 'password' })
    expect(refusalOf(weak)).toMatchObject({ refusal: 'PasswordWeak' })
    expect(await forget('wang@b.example', code)).toMatchObject({ code: replyCode.done })
    expect(refusalOf(await forget('wang@b.example', code))).toMatchObject({ refusal: 'CodeWrong' })
    expect(await t.make(userInfo, {}, { token })).toMatchObject({ code: replyCode.sessionEnded })
    expect(refusalOf(await a.login('wang'))).toMatchObject({ refusal: 'LoginWrong' })
    expect(await a.login('wang', { password: fresh })).toMatchObject({ code: replyCode.done })
  })

  test('[D03] is reset on a browser that is then known, so that guesses of strangers do not lock it out', async () => {
    after(3600)
    const email = 'wang@b.example'
    await ask(email, emailForget)
    await expect.poll(() => count('graphile_worker.jobs')).toBe(0)
    const { device } = userForget.reply.parse((await forget(email, await a.codeIn(email))).data)
    for (let at = 0; at < 5; at++) await a.login(email, { password: 'wrong' })
    expect(refusalOf(await a.login(email, { password: fresh }))).toMatchObject({ refusal: 'LoginLocked' })
    expect(await a.login(email, { password: fresh, device })).toMatchObject({ code: replyCode.done })
  })
})
