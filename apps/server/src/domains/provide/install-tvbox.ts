import { writeTvbox } from '@yunmu/formats'
import type { FastifyInstance } from 'fastify'
import type { HttpServices } from '../../platform/domain-module.ts'
import type { ProvideNeeds } from './provide-needs.ts'

const limit = { points: 60, perSec: 60 }

/** Serves the configuration of television boxes: what of it the operator has opened. */
export function installTvbox(
  app: FastifyInstance,
  { site, titles }: Pick<ProvideNeeds, 'site' | 'titles'>,
  { limits, originOf }: HttpServices,
): void {
  app.get('/tvbox.json', async (request, reply) => {
    await limits.consume('provide.tvbox', request.ip, limit)
    const { name, provideOpen, listsOpen } = await site.current()
    if (!listsOpen) return reply.callNotFound()
    const origin = originOf(request)
    const categories = (await titles.categories()).map((category) => category.name)
    const api = `${origin}/api.php/provide/vod/`
    const live = { name: `${name}直播`, url: `${origin}/live.m3u`, epg: `${origin}/epg?ch={name}&date={date}` }
    return reply
      .headers({ 'access-control-allow-origin': '*', 'cache-control': 'no-cache' })
      .type('application/json; charset=utf-8')
      .send(writeTvbox({ sites: provideOpen ? [{ key: 'yunmu', name, api, categories }] : [], lives: [live] }))
  })
}
