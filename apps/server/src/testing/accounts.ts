import { emailRegister, userLogin, userRegister, type SignedIn } from '@yunmu/contract'
import { expect, vi } from 'vitest'
import { captchaOf, demandCaptcha } from './captcha.ts'
import type { Answer, MakeOptions, TestApp } from './test-app.ts'

/** A password that is not weak. */
export const password = 'wanquan-budui-93'

/** Actions of users with their accounts. The app's jobs must run if a mail is awaited. */
export function accountsOf(t: TestApp) {
  const { pool, secrets } = t.platform

  /** The fields of a solved captcha. */
  const solve = ({ remoteAddress = '127.0.0.1' }: MakeOptions = {}): Promise<{ captcha: string; captcha_id: string }> =>
    captchaOf({ pool, tokenKey: secrets.tokenKey, nowMs: t.clock.nowMs() }, remoteAddress)
  /** The newest mail to an address. */
  const mailTo = async (email: string): Promise<{ subject: string; text: string } | undefined> =>
    (await t.station.mailer.list(1000)).find(({ to }) => to === email)
  const codeIn = async (email: string): Promise<string> => {
    const read = async (): Promise<string> => {
      const code = /：(\d{6})\n/.exec((await mailTo(email))?.text ?? '')?.[1]
      if (code === undefined) throw new Error(`no code for ${email}`)
      return code
    }
    return vi.waitFor(read, { timeout: 40_000, interval: 20 })
  }
  const form = async (username: string, email: string, code: string, options: MakeOptions = {}) => ({
    username,
    email,
    code,
    password,
    againPassword: password,
    ...(await solve(options)),
  })
  const login = async (
    username: string,
    more: { password?: string; device?: string; remember?: boolean; single?: boolean } = {},
    options: MakeOptions = {},
  ): Promise<Answer> => t.make(userLogin, { username, password, ...more, ...(await solve(options)) }, options)

  /** Makes the station demand captchas for an e-mail address, as after a burst: for codes and the forms that submit them. */
  const demandCaptchas = async (email: string): Promise<void> => {
    const keys = { pool, tokenKey: secrets.tokenKey }
    for (const purpose of ['register', 'forget']) {
      // As many hours as attempts: enough for captchas, not for a wait.
      await demandCaptcha(keys, `code ${purpose} ${email}`, t.clock.nowMs() + 2 * 3600_000)
      await demandCaptcha(keys, `form ${purpose} ${email}`, t.clock.nowMs() + 24 * 3600_000)
    }
  }

  return {
    solve,
    demandCaptchas,
    mailTo,
    codeIn,
    form,
    login,
    /** Registers as a user does: requests a code, reads the mail, sends the form. */
    async register(username: string, email = `${username}@b.example`): Promise<void> {
      await t.make(emailRegister, { to: email, ...(await solve()) })
      const answer = await t.make(userRegister, await form(username, email, await codeIn(email)))
      expect(answer.msg).toBe('')
    },
    /** Signs in. Returns the token and the device token. */
    async enter(
      ...given: Parameters<typeof login>
    ): Promise<{ token: string; device: string; user: SignedIn['user'] }> {
      const answer = await login(...given)
      expect(answer.msg).toBe('')
      return userLogin.reply.parse(answer.data)
    },
  }
}

/** Makes all accounts a month old: new users have to solve captchas sooner, and contacts in their texts are held. */
export async function ageAccounts({ platform }: Pick<TestApp, 'platform'>): Promise<void> {
  await platform.pool.query('update app_user set created_at = created_at - 30 * 24 * 3600')
}
