import { emailForget, emailRegister, replyCode, userForget, userRegister } from '@yunmu/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountsOf, password } from '../../../testing/accounts.ts'
import { buildTestApp, type Answer, type MakeOptions, type TestApp } from '../../../testing/test-app.ts'

let t: TestApp
let a: ReturnType<typeof accountsOf>
beforeAll(async () => {
  t = await buildTestApp()
  a = accountsOf(t)
  await t.platform.jobs.start()
})

const after = (sec: number): void => t.clock.set(t.clock.nowMs() + sec * 1000)
// An hour between two tests, so that one test's rate limits do not affect the next.
beforeEach(() => after(3600))

interface Picture {
  captcha: string
  captcha_id: string
}

/** Requests a code where captchas are demanded, and returns the captcha that was solved for it. */
async function ask(to: string, call: typeof emailRegister = emailRegister, options: MakeOptions = {}) {
  await a.demandCaptchas(to)
  const picture = await a.solve(options)
  const answer = await t.make(call, { to, ...picture }, options)
  return { picture, answer }
}

const form = (email: string, code: string, picture: Picture) => ({
  username: '',
  email,
  code,
  password,
  againPassword: password,
  ...picture,
})
const register = (email: string, code: string, picture: Picture, options: MakeOptions = {}): Promise<Answer> =>
  t.make(userRegister, form(email, code, picture), options)
const forget = (email: string, code: string, picture: Picture): Promise<Answer> =>
  t.make(userForget, { email, code, password, againPassword: password, ...picture })
const outcomeOf = ({ code, data }: Answer): unknown =>
  code === replyCode.done ? 'done' : data instanceof Object && 'refusal' in data && data.refusal

describe('the captcha that a code was requested with', () => {
  test('[D02] is not valid for another e-mail address', async () => {
    const mine = await ask('mine@b.example')
    await ask('other@b.example')
    const code = await a.codeIn('other@b.example')
    await a.demandCaptchas('nobody@b.example')
    expect(outcomeOf(await register('other@b.example', code, mine.picture))).toBe('CaptchaWrong')
    expect(outcomeOf(await register('nobody@b.example', code, mine.picture))).toBe('CaptchaWrong')
    expect(outcomeOf(await register('mine@b.example', await a.codeIn('mine@b.example'), mine.picture))).toBe('done')
  })

  test('[D02] is not valid for another purpose, nor for requesting another code', async () => {
    await a.register('purpose')
    const { picture } = await ask('purpose@b.example', emailForget)
    const code = await a.codeIn('purpose@b.example')
    expect(outcomeOf(await register('purpose@b.example', code, picture))).toBe('CaptchaWrong')
    after(60)
    await a.demandCaptchas('more@b.example')
    for (const to of ['purpose@b.example', 'more@b.example'])
      expect(outcomeOf(await t.make(emailForget, { to, ...picture }))).toBe('CaptchaWrong')
  })

  test('[D02] is not valid from another network', async () => {
    const { picture } = await ask('network@b.example', emailRegister, { remoteAddress: '203.0.113.7' })
    const code = await a.codeIn('network@b.example')
    const from = (remoteAddress: string) => register('network@b.example', code, picture, { remoteAddress })
    expect(outcomeOf(await from('203.0.114.7'))).toBe('CaptchaWrong')
    expect(outcomeOf(await from('203.0.113.99'))).toBe('done')
  })

  test('[D02] is not valid with another answer, which does not consume it', async () => {
    const { picture } = await ask('answer@b.example')
    const code = await a.codeIn('answer@b.example')
    expect(outcomeOf(await register('answer@b.example', code, { ...picture, captcha: '' }))).toBe('CaptchaNeeded')
    for (const captcha of ['no', 'q7w'])
      expect(outcomeOf(await register('answer@b.example', code, { ...picture, captcha }))).toBe('CaptchaWrong')
    const shouted = { ...picture, captcha: ` ${picture.captcha.toUpperCase()} ` }
    expect(outcomeOf(await register('answer@b.example', code, shouted))).toBe('done')
  })

  test('[D02] is valid once more: a wrong code consumes it, and another captcha must be solved', async () => {
    const { picture } = await ask('once@b.example')
    const code = await a.codeIn('once@b.example')
    expect(outcomeOf(await register('once@b.example', 'none', picture))).toBe('CodeWrong')
    expect(outcomeOf(await register('once@b.example', code, picture))).toBe('CaptchaWrong')
    expect(outcomeOf(await register('once@b.example', code, await a.solve()))).toBe('done')
    expect(outcomeOf(await register('once@b.example', code, picture))).toBe('CaptchaWrong')
  })

  test('[D02] is not consumed by an invalid form', async () => {
    const { picture } = await ask('weak@b.example')
    const given = form('weak@b.example', await a.codeIn('weak@b.example'), picture)
    for (const [refusal, wrong] of [
      ['NameInvalid', { username: '夏' }],
      ['EmailInvalid', { email: 'weak' }],
      ['PasswordMismatch', { againPassword: 'something else' }],
      ['PasswordWeak', { password: '12345678', againPassword: '12345678' }],
    ] as const)
      expect(outcomeOf(await t.make(userRegister, { ...given, ...wrong }))).toBe(refusal)
    expect(outcomeOf(await t.make(userRegister, given))).toBe('done')
  })

  test('[D02] is valid as long as the code', async () => {
    const late = await ask('late@b.example')
    after(600)
    expect(outcomeOf(await register('late@b.example', 'none', late.picture))).toBe('CaptchaWrong')
    const early = await ask('early@b.example')
    const code = await a.codeIn('early@b.example')
    // Five minutes later an ordinary captcha has expired.
    after(599)
    expect(outcomeOf(await register('early@b.example', code, early.picture))).toBe('done')
  })

  test('[D02] is replaced by that of the next code, and one without a code is not valid', async () => {
    const first = await ask('next@b.example')
    after(20)
    const hasty = await ask('next@b.example')
    expect(outcomeOf(hasty.answer)).toBe('CodeTooSoon')
    expect(outcomeOf(await register('next@b.example', 'none', hasty.picture))).toBe('CaptchaWrong')
    after(40)
    const second = await ask('next@b.example')
    expect(outcomeOf(second.answer)).toBe('done')
    expect(outcomeOf(await register('next@b.example', 'none', first.picture))).toBe('CaptchaWrong')
    expect(outcomeOf(await register('next@b.example', 'none', second.picture))).toBe('CodeWrong')
  })

  test('[D02] of 50 concurrent requests with it, one succeeds', async () => {
    const { picture } = await ask('crowd@b.example')
    const code = await a.codeIn('crowd@b.example')
    const answers = await Promise.all(Array.from({ length: 50 }, () => register('crowd@b.example', code, picture)))
    const outcomes = answers.map(outcomeOf)
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'CaptchaWrong')).toHaveLength(49)
  })

  test('[D02] does not reveal whether an address is registered', async () => {
    await a.register('known')
    after(3600)
    const answers: Answer[] = []
    for (const email of ['known@b.example', 'unknown@b.example']) {
      const registering = await ask(email)
      const forgetting = await ask(email, emailForget)
      await expect
        .poll(async () => (await t.platform.pool.query('select 1 from graphile_worker.jobs')).rowCount)
        .toBe(0)
      answers.push(await register(email, '000000', registering.picture))
      answers.push(await forget(email, '000000', forgetting.picture))
    }
    expect(answers.map(outcomeOf)).toEqual(Array(4).fill('CodeWrong'))
    expect(new Set(answers.map(({ msg }) => msg)).size).toBe(1)
    // Writes take time: they are the same for both.
    const { rows } = await t.platform.pool.query(
      `select tries, picture_hash = '' as spent from email_code where email in ('known@b.example', 'unknown@b.example')`,
    )
    expect(rows).toEqual(Array(4).fill({ tries: 1, spent: true }))
  })

  test('[D02] is not stored in readable form', async () => {
    const { picture } = await ask('kept@b.example')
    const { rows } = await t.platform.pool.query(`select * from email_code where email = 'kept@b.example'`)
    expect(JSON.stringify(rows)).not.toContain(picture.captcha_id)
    expect(JSON.stringify(rows)).not.toContain(picture.captcha)
  })

  test('[D03] resets a forgotten password, once', async () => {
    await a.register('again')
    after(60)
    const { picture } = await ask('again@b.example', emailForget)
    await expect.poll(async () => (await a.mailTo('again@b.example'))?.subject).toContain('重设密码')
    const code = await a.codeIn('again@b.example')
    await a.demandCaptchas('other@b.example')
    expect(outcomeOf(await forget('other@b.example', code, picture))).toBe('CaptchaWrong')
    expect(outcomeOf(await forget('again@b.example', code, picture))).toBe('done')
    expect(outcomeOf(await forget('again@b.example', code, picture))).toBe('CaptchaWrong')
  })
})
