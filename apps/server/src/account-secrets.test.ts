import { captcha, emailRegister, userInfo, userLogin, userPassword, userRegister, type Call } from '@yunmu/contract'
import { openSealed, queryOf, splitToken } from '@yunmu/contract/wire'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadSecrets } from './platform/process/secrets.ts'
import { readCaptcha } from './testing/captcha.ts'
import { databaseUrlOf } from './testing/database-url.ts'
import { runStation } from './testing/running-station.ts'
import { createTestDatabase } from './testing/test-database.ts'

test("[M04] no token, password, code, captcha answer or device of an account's whole life is in the log", async () => {
  const { pool, ...database } = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'yunmu-secrets-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const { siteKey, tokenKey } = await loadSecrets(dataDir)
  const station = runStation({
    DATABASE_URL: databaseUrlOf(database),
    YUNMU_DATA: dataDir,
    LOG_LEVEL: 'trace',
    // No server listens there: delivery fails and is logged.
    SMTP_URL: 'smtp://post:smtp-geheim-11@127.0.0.1:9',
    MAIL_FROM: '云幕 <post@a.example>',
  })
  const base = await station.base()

  const make = async (call: Call, send: Record<string, unknown>, token = ''): Promise<unknown> => {
    const url = `${base}${call.path}?${queryOf({ ...splitToken(token) })}`
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(send),
    })
    const { data, day }: { data: unknown; day: string } = JSON.parse(await answer.text())
    return typeof data === 'string' ? openSealed(data, siteKey, day) : data
  }
  const solved = async () => readCaptcha({ pool, tokenKey }, captcha.reply.parse(await make(captcha, {})).captchaId)
  const [email, password, next] = ['xia@b.example', 'wanquan-budui-93', 'xin-mima-2046']

  const picture = await solved()
  await make(emailRegister, { to: email, ...picture })
  let code = ''
  await expect
    .poll(async () => {
      const { rows } = await pool.query<{ body: string }>('select body from mail')
      code = /\d{6}/.exec(rows[0]?.body ?? '')?.[0] ?? ''
      return code
    })
    .not.toBe('')
  const form = { username: 'linxia', email, code, password, againPassword: password }
  const registered = userRegister.reply.parse(
    await make(userRegister, { ...form, ...(await solved()), remember: true }),
  )
  expect(registered.user.userName).toBe('linxia')
  await make(userLogin, { username: 'linxia', password: next, ...(await solved()) })
  const entered = await make(userLogin, { username: email, password, remember: true, ...(await solved()) })
  const { token, device } = userLogin.reply.parse(entered)
  await make(userInfo, {}, token)
  await make(userPassword, { oldPassword: password, password: next, againPassword: next }, token)
  await expect.poll(() => station.said()).toContain('did not take a mail')

  // From here on every database query fails, and each failure is logged with its request.
  const last = await solved()
  await pool.query('alter table app_user rename to elsewhere')
  await make(userLogin, { username: 'linxia', password: next, device, ...last })
  await make(userRegister, { ...form, ...last })
  await make(userInfo, {}, token)
  await expect.poll(() => station.said().match(/a request failed/g)?.length ?? 0).toBeGreaterThanOrEqual(2)
  station.signal('SIGTERM')
  expect(await station.ended).toBe(0)

  const output = station.said()
  const secrets = [
    ...token.split('.'),
    ...registered.token.split('.').slice(1),
    device,
    registered.device,
    password,
    next,
    code,
    email,
    picture.captcha,
    'smtp-geheim-11',
    tokenKey,
  ]
  for (const secret of secrets) {
    expect(secret).not.toBe('')
    expect(output).not.toContain(secret)
  }
  // A longer number may contain six digits by chance.
  expect(output).not.toMatch(new RegExp(`(?<!\\d)${code}(?!\\d)`))
})
