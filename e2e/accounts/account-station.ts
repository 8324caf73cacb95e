import { setTimeout } from 'node:timers/promises'
import { openOutsideSite, type OutsideSite } from '../../apps/server/src/domains/third/outside-site.fixture.ts'
import { demandCaptcha, readCaptcha } from '../../apps/server/src/testing/captcha.ts'
import { freePort } from '../../apps/server/src/testing/free-port.ts'
import type { SubjectKind } from '../../apps/server/src/platform/subjects.ts'
import type { TestStation } from '../in-process-station.ts'
import { openTestStation } from '../test-station.ts'

/** A station whose jobs run, so that mails are sent, with helpers for captchas and mails. */
export interface AccountStation extends TestStation {
  /** Another site that users can sign in with (OpenID Connect). */
  loginSite: OutsideSite
  /** Solves all captchas; returns the text of one of them. */
  solveCaptchas(): Promise<string>
  /** Demands captchas, as after failures: `login <name>`, `code register <e-mail address>`, …. */
  demandCaptcha(key: string): Promise<void>
  /** The newest code sent to an address. */
  codeFor(email: string): Promise<string>
}

export async function openAccountStation(live?: readonly SubjectKind[]): Promise<AccountStation> {
  // The other site is configured with our address, so the port is chosen first.
  const port = await freePort()
  const loginSite = await openOutsideSite([`http://127.0.0.1:${port}/auth/zhandao/callback`])
  const env = {
    PORT: String(port),
    EGRESS_ALLOW: loginSite.destination,
    OIDC_PROVIDERS: 'zhandao',
    OIDC_ZHANDAO_NAME: '栈道',
    OIDC_ZHANDAO_ISSUER: loginSite.issuer,
    OIDC_ZHANDAO_CLIENT_ID: loginSite.clientId,
    OIDC_ZHANDAO_CLIENT_SECRET: loginSite.clientSecret,
  }
  const testStation = await openTestStation({ env, ...(live === undefined ? {} : { live }) })
  const { pool, secrets, jobs } = testStation.platform
  await jobs.start()
  return {
    ...testStation,
    loginSite,
    async close() {
      await testStation.close()
      await loginSite.close()
    },
    async solveCaptchas() {
      const { rows } = await pool.query<{ id: string }>('select id from captcha')
      const solutions = await Promise.all(rows.map(({ id }) => readCaptcha({ pool, tokenKey: secrets.tokenKey }, id)))
      return solutions[0]?.captcha ?? ''
    },
    demandCaptcha: (key) =>
      // As many hours as attempts: enough for a captcha, not for a wait.
      demandCaptcha({ pool, tokenKey: secrets.tokenKey }, key, Date.now() + 3 * 3600_000),
    async codeFor(email) {
      for (let attempt = 0; attempt < 400; attempt++) {
        const mail = (await testStation.station.mailer.list(100)).find(({ to }) => to === email)
        const code = /：(\d{6})\n/.exec(mail?.text ?? '')?.[1]
        if (code !== undefined) return code
        await setTimeout(50)
      }
      throw new Error(`no code for ${email}`)
    },
  }
}
