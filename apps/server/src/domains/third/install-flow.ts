import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/process/clock.ts'
import type { Logger } from '../../platform/process/logger.ts'
import type { RateLimits } from '../../platform/http/rate-limits.ts'
import { cookieOf } from '../../platform/http/script.ts'
import { originOf } from '../../platform/http/site-origin.ts'
import { createFlowCookies, type PendingLogin } from './flow-cookie.ts'
import { failureReason } from './provider-failure.ts'
import type { Identity, Provider } from './provider.ts'
import type { ThirdParts } from './third-needs.ts'
import { parseMark, returnPath } from './third-rules.ts'

export interface FlowNeeds extends Pick<ThirdParts, 'providers' | 'tickets'> {
  secret: string
  clock: Clock
  log: Logger
  limits: RateLimits
}

/** Each start and each callback makes requests to the other site. */
const flowLimit = { points: 30, perSec: 60 }

type FlowRequest = FastifyRequest<{ Params: { authType: string }; Querystring: Record<string, unknown> }>

/**
 * The login flow: `/auth/{authType}/start` redirects to the other site, `/auth/{authType}/callback` returns with a
 * one-time ticket in the fragment, which appears in no log and no referrer. A failure returns with `#third=failed`.
 */
export function installFlow(app: FastifyInstance, needs: FlowNeeds): void {
  const { providers, tickets, clock, log, limits } = needs
  const cookies = createFlowCookies(needs.secret)
  const redirectFailed = (reply: FastifyReply, back: string): FastifyReply => redirectTo(reply, `${back}#third=failed`)
  const logFailure = (authType: string, step: 'start' | 'callback', cause: string): void =>
    log.warn({ authType, step, cause }, 'a login at another site failed')
  /** Logs failures of the other site and returns undefined. Our own errors go to the error exit. */
  const logRejection = <Value>(
    { authType }: Provider,
    step: 'start' | 'callback',
    pending: Promise<Value>,
  ): Promise<Value | undefined> =>
    pending.catch((err: unknown) => {
      logFailure(authType, step, failureReason(err))
      return undefined
    })

  app.get('/auth/:authType/start', { exposeHeadRoute: false }, async (request: FlowRequest, reply) => {
    await limits.consume('third', request.ip, flowLimit)
    const back = returnPath(request.query['back'])
    const provider = providers.get(request.params.authType)
    if (!provider) return redirectFailed(reply, back)
    const { authType } = provider
    const login = await logRejection(
      provider,
      'start',
      provider.startLogin(`${requestOrigin(request)}/auth/${authType}/callback`),
    )
    if (!login) return redirectFailed(reply, back)
    const mark = parseMark(request.query['mark'])
    const pendingLogin = { authType, ...login.flow, back, ...(mark === undefined ? {} : { mark }) }
    reply.header('set-cookie', await cookies.seal(pendingLogin, isSecure(request), clock.nowMs()))
    return redirectTo(reply, login.address)
  })

  app.get('/auth/:authType/callback', { exposeHeadRoute: false }, async (request: FlowRequest, reply) => {
    await limits.consume('third', request.ip, flowLimit)
    const secure = isSecure(request)
    const login = await cookies.open(cookieOf(request.headers.cookie, cookies.nameOf(secure)), clock.nowMs())
    reply.header('set-cookie', cookies.clear(secure))
    const provider = providers.get(request.params.authType)
    if (!provider) return redirectFailed(reply, '/')
    if (login?.authType !== provider.authType) {
      logFailure(provider.authType, 'callback', 'not begun in this browser')
      return redirectFailed(reply, login?.back ?? '/')
    }
    const callback = new URL(request.url, requestOrigin(request))
    const identity = await logRejection(provider, 'callback', provider.finishLogin(callback, login))
    return identity
      ? redirectTo(reply, await ticketAddress(provider, login, identity))
      : redirectFailed(reply, login.back)
  })

  async function ticketAddress(
    { authType }: Provider,
    { back, mark }: PendingLogin,
    identity: Identity,
  ): Promise<string> {
    const ticket = await tickets.issue(authType, identity, Math.floor(clock.nowMs() / 1000))
    const markParam = mark === undefined ? '' : `&mark=${mark}`
    return `${back}#ticket=${ticket.accessToken}.${ticket.accessSecret}&type=${authType}${markParam}`
  }
}

function redirectTo(reply: FastifyReply, address: string): FastifyReply {
  return reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(address, 302)
}

const isSecure = ({ protocol }: FastifyRequest): boolean => protocol === 'https'
/** The origin that the browser used, whatever the station's configured address: the cookie is bound to that host. */
const requestOrigin = (request: FastifyRequest): string => originOf(request, '')
