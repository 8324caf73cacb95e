import { setTimeout } from 'node:timers/promises'
import { beforeEach } from 'vitest'
import { openOutsideSite, type OutsideSite } from '../apps/server/src/domains/third/outside-site.fixture.ts'
import { readCaptcha } from '../apps/server/src/testing/captcha.ts'
import { freePort } from '../apps/server/src/testing/free-port.ts'
import type { SubjectKind } from '../apps/server/src/platform/subjects.ts'
import type { FilmStation } from './film-station.ts'
import { openTestStation } from './test-station.ts'

/** A station whose jobs run, so that codes arrive, and what a person does there with pictures and mail. */
export interface AccountStation extends FilmStation {
  /** Another site that one may sign in with. */
  outside: OutsideSite
  /** Reads every picture that was handed out: what to type for any of them. */
  readPictures(): Promise<string>
  /** The newest code that was sent to an address. */
  codeFor(email: string): Promise<string>
  /** Frees every name, address and login of another site, and forgets mails and tries: as if nobody had come yet. */
  forgetPeople(): Promise<void>
}

/** @param live what is known of channels and matches; absent is nothing */
export async function openAccountStation(live?: readonly SubjectKind[]): Promise<AccountStation> {
  // The other site must know our address before we are there.
  const port = await freePort()
  const outside = await openOutsideSite([`http://127.0.0.1:${port}/auth/zhandao/callback`])
  const env = {
    PORT: String(port),
    EGRESS_ALLOW: outside.destination,
    OIDC_PROVIDERS: 'zhandao',
    OIDC_ZHANDAO_NAME: '栈道',
    OIDC_ZHANDAO_ISSUER: outside.issuer,
    OIDC_ZHANDAO_CLIENT_ID: outside.clientId,
    OIDC_ZHANDAO_CLIENT_SECRET: outside.clientSecret,
  }
  const film = await openTestStation({ env, ...(live === undefined ? {} : { live }) })
  const { pool, secrets, jobs } = film.platform
  await jobs.start()
  return {
    ...film,
    outside,
    async close() {
      await film.close()
      await outside.close()
    },
    async readPictures() {
      const { rows } = await pool.query<{ id: string }>('select id from captcha')
      const answers = await Promise.all(rows.map(({ id }) => readCaptcha({ pool, tokenKey: secrets.tokenKey }, id)))
      return answers[0]?.captcha ?? ''
    },
    async codeFor(email) {
      for (let tries = 0; tries < 400; tries++) {
        const mail = (await film.station.mailer.list(100)).find(({ to }) => to === email)
        const code = /：(\d{6})\n/.exec(mail?.text ?? '')?.[1]
        if (code !== undefined) return code
        await setTimeout(50)
      }
      throw new Error(`no code for ${email}`)
    },
    async forgetPeople() {
      await pool.query(`update app_user set name = 'once' || id, name_key = 'once' || id, email = null`)
      await pool.query('delete from third_identity')
      for (const table of ['mail', 'email_code', 'throttle', 'captcha']) await pool.query(`delete from ${table}`)
    },
  }
}

/** A journey that is made once more meets nobody of the first time. */
export function beginEachTryAnew(stationNow: () => Pick<AccountStation, 'forgetPeople'>): void {
  beforeEach(async ({ task }) => {
    if ((task.result?.retryCount ?? 0) > 0) await stationNow().forgetPeople()
  })
}
