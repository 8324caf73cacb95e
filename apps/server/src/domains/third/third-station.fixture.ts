import { emailRegister, userThirdBind, userThirdBound, userThirdLogin, userThirdRegister } from '@yunmu/contract'
import { accountsOf, password } from '../../testing/accounts.ts'
import { atFileEnd } from '../../testing/at-file-end.ts'
import { buildTestApp, type Answer, type MakeOptions, type TestApp } from '../../testing/test-app.ts'
import { openBrowser } from './browser.fixture.ts'
import { openOutsideSite, type OutsideSite } from './outside-site.fixture.ts'
import { openLog } from './read-log.fixture.ts'
import type { Ticket } from './ticket-store.ts'

/** A station with sign-in by another site, and actions of its users. */
export interface ThirdStation {
  t: TestApp
  site: OutsideSite
  logged(): string
  /** Values that must not appear in the log. */
  secrets: Set<string>
  /** Logs a user in at the other site. Returns the ticket that the page gets. */
  ticketOf(person: string, authType?: string): Promise<Ticket>
  login(ticket: Ticket): Promise<Answer>
  /** With a session the default password of new users is sent, else none. */
  bind(ticket: Ticket, by?: { username?: string; password?: string }, options?: MakeOptions): Promise<Answer>
  register(ticket: Ticket, email: string, code: string): Promise<Answer>
  boundOf(options: MakeOptions): Promise<string[]>
  /** The code for registering, from the mail. */
  codeFor(email: string): Promise<string>
  /** A new account with a password, and a token of its session. */
  newcomer(name: string): Promise<{ token: string }>
}

export const refused = (refusal: string) => ({ data: { refusal } })

export const refusalIn = ({ data }: Answer): unknown =>
  typeof data === 'object' && data !== null && 'refusal' in data ? data.refusal : 'done'

/** Two providers, `op` and `two`, both at one site. */
export async function openThirdStation(): Promise<ThirdStation> {
  const site = await openOutsideSite(['op', 'two'].map((key) => `http://station.example/auth/${key}/callback`))
  const secrets = new Set([site.clientSecret])
  site.tamper = async (reply) => {
    for (const name of ['id_token', 'access_token']) secrets.add(String(reply[name]))
    return reply
  }
  const { log, text: logged } = openLog()
  const t = await buildTestApp(settingsOf(site), { log })
  await t.platform.jobs.start()
  atFileEnd(() => site.close())
  return { t, site, secrets, logged, ticketOf: ticketMaker(t, site, secrets), ...peopleOf(t, secrets) }
}

function settingsOf(site: OutsideSite): Record<string, string> {
  const provider = (key: string, name: string) => ({
    [`OIDC_${key}_NAME`]: name,
    [`OIDC_${key}_ISSUER`]: site.issuer,
    [`OIDC_${key}_CLIENT_ID`]: site.clientId,
    [`OIDC_${key}_CLIENT_SECRET`]: site.clientSecret,
  })
  const both = { ...provider('OP', '云端账号'), ...provider('TWO', '二号') }
  return { OIDC_PROVIDERS: 'op,two', EGRESS_ALLOW: site.destination, ...both }
}

function ticketMaker(t: TestApp, site: OutsideSite, secrets: Set<string>): ThirdStation['ticketOf'] {
  return async (person, authType = 'op') => {
    site.nextUser = person
    const browser = openBrowser(t.app)
    const callback = await browser.goUntilCallback(`/auth/${authType}/start?back=/user`)
    secrets.add(callback.searchParams.get('code') ?? '').add(browser.cookies().slice('third='.length))
    const { hash } = await browser.go(callback.pathname + callback.search)
    const [accessToken = '', accessSecret = ''] = /^#ticket=([^&]+)/.exec(hash)?.[1]?.split('.') ?? []
    secrets.add(accessSecret)
    return { authType, accessToken, accessSecret }
  }
}

function peopleOf(
  t: TestApp,
  secrets: Set<string>,
): Pick<ThirdStation, 'login' | 'bind' | 'register' | 'boundOf' | 'codeFor' | 'newcomer'> {
  const accounts = accountsOf(t)
  return {
    login: (ticket) => t.make(userThirdLogin, ticket),
    bind: (ticket, by = {}, options = {}) => {
      const own = options.token === undefined && options.as === undefined ? '' : password
      return t.make(userThirdBind, { ...ticket, username: '', password: own, ...by }, options)
    },
    register: (ticket, email, code) => t.make(userThirdRegister, { ...ticket, email, code }),
    async boundOf(options) {
      const { data } = await t.make(userThirdBound, {}, options)
      return userThirdBound.reply.parse(data).list.map(({ authType }) => authType)
    },
    async codeFor(email) {
      await t.make(emailRegister, { to: email, ...(await accounts.solve()) })
      return accounts.codeIn(email)
    },
    async newcomer(name) {
      await accounts.register(name)
      const { token } = await accounts.enter(name)
      secrets.add(token)
      return { token }
    },
  }
}
