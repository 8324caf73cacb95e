import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/process/clock.ts'
import type { Logger } from '../../platform/process/logger.ts'
import type { RateLimits } from '../../platform/http/rate-limits.ts'
import { cookieOf } from '../../platform/http/script.ts'
import { originOf } from '../../platform/http/site-origin.ts'
import { createFlowCookies, type Begun } from './flow-cookie.ts'
import { failureOf } from './provider-failure.ts'
import type { Identity, Provider } from './provider.ts'
import type { ThirdParts } from './third-needs.ts'
import { readMark, returnPath } from './third-rules.ts'

export interface FlowNeeds extends Pick<ThirdParts, 'providers' | 'tickets'> {
  secret: string
  clock: Clock
  log: Logger
  limits: RateLimits
}

/** Each beginning and each end asks the other site something. */
const flowLimit = { points: 30, perSec: 60 }

type FlowRequest = FastifyRequest<{ Params: { authType: string }; Querystring: Record<string, unknown> }>

/**
 * The way through another site: `/auth/{authType}/start` leads there, `/auth/{authType}/callback` comes back with a
 * one-time ticket in the fragment, which no log and no referrer sees. What fails comes back with `#third=failed`.
 */
export function installFlow(app: FastifyInstance, needs: FlowNeeds): void {
  const { providers, tickets, clock, log, limits } = needs
  const cookies = createFlowCookies(needs.secret)
  const fail = (reply: FastifyReply, back: string): FastifyReply => lead(reply, `${back}#third=failed`)
  const note = (authType: string, step: 'start' | 'callback', cause: string): void =>
    log.warn({ authType, step, cause }, 'a login at another site failed')
  /** Everything that can be wrong at the other site ends here; what is wrong with us goes to the one exit. */
  const asked = <Value>(
    { authType }: Provider,
    step: 'start' | 'callback',
    asking: Promise<Value>,
  ): Promise<Value | undefined> =>
    asking.catch((err: unknown) => {
      note(authType, step, failureOf(err))
      return undefined
    })

  app.get('/auth/:authType/start', { exposeHeadRoute: false }, async (request: FlowRequest, reply) => {
    await limits.consume('third', request.ip, flowLimit)
    const back = returnPath(request.query['back'])
    const provider = providers.get(request.params.authType)
    if (!provider) return fail(reply, back)
    const { authType } = provider
    const begun = await asked(provider, 'start', provider.begin(`${hereOf(request)}/auth/${authType}/callback`))
    if (!begun) return fail(reply, back)
    const mark = readMark(request.query['mark'])
    const kept = { authType, ...begun.flow, back, ...(mark === undefined ? {} : { mark }) }
    reply.header('set-cookie', await cookies.keep(kept, isSecure(request), clock.nowMs()))
    return lead(reply, begun.address)
  })

  app.get('/auth/:authType/callback', { exposeHeadRoute: false }, async (request: FlowRequest, reply) => {
    await limits.consume('third', request.ip, flowLimit)
    const secure = isSecure(request)
    const begun = await cookies.open(cookieOf(request.headers.cookie, cookies.nameOf(secure)), clock.nowMs())
    reply.header('set-cookie', cookies.drop(secure))
    const provider = providers.get(request.params.authType)
    if (!provider) return fail(reply, '/')
    if (begun?.authType !== provider.authType) {
      note(provider.authType, 'callback', 'not begun in this browser')
      return fail(reply, begun?.back ?? '/')
    }
    const callback = new URL(request.url, hereOf(request))
    const identity = await asked(provider, 'callback', provider.finish(callback, begun))
    return identity ? lead(reply, await ticketAddress(provider, begun, identity)) : fail(reply, begun.back)
  })

  async function ticketAddress({ authType }: Provider, { back, mark }: Begun, identity: Identity): Promise<string> {
    const ticket = await tickets.make(authType, identity, Math.floor(clock.nowMs() / 1000))
    const tail = mark === undefined ? '' : `&mark=${mark}`
    return `${back}#ticket=${ticket.accessToken}.${ticket.accessSecret}&type=${authType}${tail}`
  }
}

function lead(reply: FastifyReply, address: string): FastifyReply {
  return reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(address, 302)
}

const isSecure = ({ protocol }: FastifyRequest): boolean => protocol === 'https'
/** Where the browser is, whatever the station calls itself: its cookie is of that host alone. */
const hereOf = (request: FastifyRequest): string => originOf(request, '')
