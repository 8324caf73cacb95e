import { drawCrest, drawEmblem } from '@yunmu/artwork'
import type { FastifyInstance } from 'fastify'
import { coloursOf, crestAddress, parseCrestFile } from './crest-rules.ts'
import type { SportsStore } from './sports-store.ts'

/** The address contains a digest of the picture. */
const cachedForever = 'public, max-age=31536000, immutable'

/** Serves the crests of teams and the emblems of competitions, drawn from names and colours. */
export function installCrests(app: FastifyInstance, store: Pick<SportsStore, 'teams' | 'competitions'>): void {
  app.get<{ Params: { file: string } }>('/media/crests/:file', async (request, reply) => {
    const asked = parseCrestFile(request.params.file)
    const [owner] =
      asked === null
        ? []
        : asked.kind === 'team'
          ? await store.teams([asked.id])
          : (await store.competitions([asked.id])).map(({ id, name }) => ({ id, name, colour: '', colour2: '' }))
    // The former address of a changed picture must not be cached with the new one.
    const isCurrent = asked && owner && crestAddress(asked.kind, owner).endsWith(`/${request.params.file}`)
    if (!isCurrent) return reply.code(404).type('text/plain; charset=utf-8').send('not found')
    return reply
      .type('image/svg+xml; charset=utf-8')
      .header('cache-control', cachedForever)
      .send(asked.kind === 'competition' ? drawEmblem(owner.name) : drawCrest(owner.name, coloursOf(owner)))
  })
}
