import { maxId } from '@yunmu/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HttpServices } from '../../../platform/domain-module.ts'
import type { Calendars, CalendarView } from './calendars.ts'

/** Programs read a calendar every hour or so; many may share an address. */
const limit = { points: 120, perSec: 60 }

/** Serves calendars of competitions, of teams and of what a user follows. `lang=t` is in traditional script. */
export function installCalendars(
  app: FastifyInstance,
  calendars: Calendars,
  { limits, originOf }: Pick<HttpServices, 'limits' | 'originOf'>,
): void {
  const viewOf = (request: FastifyRequest): CalendarView => ({
    origin: originOf(request),
    script: new URLSearchParams(request.url.split('?')[1]).get('lang') === 't' ? 't' : 's',
  })
  const send = (reply: FastifyReply, calendar: string | null): FastifyReply =>
    calendar === null
      ? reply.code(404).type('text/plain; charset=utf-8').send('not found')
      : reply.type('text/calendar; charset=utf-8').send(calendar)

  app.get<{ Params: { kind: string; file: string } }>('/calendar/:kind/:file', async (request, reply) => {
    await limits.consume('matches.calendar', request.ip, limit)
    const { kind, file } = request.params
    const id = Number(/^([1-9]\d{0,9})\.ics$/.exec(file)?.[1] ?? 0)
    const of = kind === 'competition' ? calendars.ofCompetition : kind === 'team' ? calendars.ofTeam : null
    const calendar = of === null || id === 0 || id > maxId ? null : await of(id, viewOf(request))
    void reply.header('cache-control', 'public, max-age=300')
    return send(reply, calendar)
  })

  app.get<{ Params: { key: string } }>('/calendar/my/:key/matches.ics', async (request, reply) => {
    await limits.consume('matches.calendar', request.ip, limit)
    void reply.header('cache-control', 'private, no-store')
    return send(reply, await calendars.ofKey(request.params.key, viewOf(request)))
  })
}
