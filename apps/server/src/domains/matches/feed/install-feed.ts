import { type FeedAnswer, matchFeed } from '@yunmu/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { HttpServices } from '../../../platform/domain-module.ts'
import type { Feed } from './feed.ts'
import type { FeedTokens } from './feed-token-store.ts'
import { readJson } from './read-json.ts'

/** Ten requests a second, for each token: a feed tells each event as it happens. */
const limit = { points: 600, perSec: 60 }
/** Several programs may run at one address. */
const addressLimit = { points: 3000, perSec: 60 }
/** Tokens cannot be guessed; this only keeps guesses from the database. */
const wrongTokenLimit = { points: 30, perSec: 60 }
const maxLines = 20_000

interface FeedNeeds {
  feed: Feed
  tokens: FeedTokens
  nowMs: () => number
}

/** The feed for programs: JSON Lines or a JSON array, with a bearer token. Answers plain JSON. */
export function installFeed(app: FastifyInstance, { feed, tokens, nowMs }: FeedNeeds, { limits }: HttpServices): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    const sources = new WeakMap<FastifyRequest, string>()
    scope.post(
      matchFeed.path,
      {
        bodyLimit: matchFeed.maxBodyBytes,
        // Before the body is read.
        async onRequest(request, reply) {
          void reply.header('cache-control', 'no-store')
          const [, token = ''] = /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '') ?? []
          await limits.consume('matches.feedAddress', request.ip, addressLimit)
          const source = token === '' ? null : await tokens.sourceOf(token, Math.floor(nowMs() / 1000))
          if (source !== null) {
            await limits.consumeKey('matches.feed', source, limit)
            sources.set(request, source)
            return undefined
          }
          await limits.consume('matches.feedToken', request.ip, wrongTokenLimit)
          return reply
            .code(401)
            .header('www-authenticate', 'Bearer')
            .send({ msg: '令牌不对，用 matches token add 发一个' })
        },
      },
      async (request, reply) => {
        const source = sources.get(request)
        if (source === undefined) throw new Error('a request without a source')
        const body = typeof request.body === 'string' ? request.body : ''
        const answer: FeedAnswer = await feed.take(source, readJson(body, maxLines))
        return reply.send(answer)
      },
    )
  })
}
