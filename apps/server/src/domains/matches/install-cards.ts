import { drawMatchCard, drawSportsCard } from '@yunmu/artwork'
import { sports } from '@yunmu/contract'
import { chinaDay, clockOf } from '@yunmu/contract/china-time'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import sharp from 'sharp'
import type { HttpServices } from '../../platform/domain-module.ts'
import { coloursOf } from './crest-rules.ts'
import type { MatchesParts } from './matches-parts.ts'

/** A picture takes about a tenth of a second; previews of links are made by few programs. */
const limit = { points: 60, perSec: 60 }
const cacheControl = 'public, max-age=3600'
const maxCards = 100
const quality = 82

const weekdays = ['周日', '周一', '周二', '周三', '周四', '周五', '周六']

/** 11 月 21 日 周六 19:35（北京时间）. */
function startText(startSec: number): string {
  const day = chinaDay(startSec)
  const [, month, date] = day.split('-').map(Number)
  return `${month} 月 ${date} 日 ${weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]} ${clockOf(startSec)}（北京时间）`
}

/** Serves the pictures of matches, teams and competitions for previews of links. They show no score. */
export function installCards(app: FastifyInstance, parts: MatchesParts, { limits }: HttpServices): void {
  const { store, sportsStore, isOpen } = parts
  const drawn = new LRUCache<string, Promise<Buffer>>({ max: maxCards })
  const drawers: Record<string, (id: number) => Promise<string | null>> = {
    async match(id) {
      const [row] = await store.rows([id])
      if (!row) return null
      const side = (team: (typeof row)['home']) => ({ name: team.name, colours: coloursOf(team) })
      const league = [row.league, row.round].filter((text) => text !== '').join(' ')
      return drawMatchCard({ league, home: side(row.home), away: side(row.away), start: startText(row.kickoffSec) })
    },
    async team(id) {
      const [team] = await sportsStore.teams([id])
      if (!team) return null
      const { label, competitor } = sports[team.sport]
      return drawSportsCard({ name: team.name, note: `${label}${competitor}`, colours: coloursOf(team) })
    },
    async competition(id) {
      const [competition] = await sportsStore.competitions([id])
      if (!competition) return null
      return drawSportsCard({ name: competition.name, note: `${sports[competition.sport].label}赛事`, colours: null })
    },
  }
  app.get<{ Params: { file: string } }>('/media/cards/:file', async (request, reply) => {
    const [, kind = '', id] = /^(match|team|competition)-([1-9]\d{0,8})\.webp$/.exec(request.params.file) ?? []
    await limits.consume('matches.card', request.ip, limit)
    const svg = (await isOpen()) ? await drawers[kind]?.(Number(id)) : null
    if (!svg) return reply.code(404).type('text/plain; charset=utf-8').send('not found')
    const picture = drawn.get(svg) ?? sharp(Buffer.from(svg)).webp({ quality }).toBuffer()
    drawn.set(svg, picture)
    return reply
      .type('image/webp')
      .header('cache-control', cacheControl)
      .send(await picture)
  })
}
