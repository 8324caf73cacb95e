import { type FeedAnswer, matchFeed } from '@yunmu/contract'
import type { FastifyInstance } from 'fastify'
import type { HttpServices } from '../../../platform/domain-module.ts'
import type { Feed } from './feed.ts'
import type { FeedTokens } from './feed-token-store.ts'
import { readJson } from './read-json.ts'

/** Ten requests a second: a feed tells each event as it happens. */
const limit = { points: 600, perSec: 60 }
/** Tokens cannot be guessed; this only keeps guesses from the database. */
const wrongTokenLimit = { points: 30, perSec: 60 }

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
    scope.post(matchFeed.path, { bodyLimit: matchFeed.maxBodyBytes }, async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      const [, token = ''] = /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '') ?? []
      await limits.consume('matches.feed', request.ip, limit)
      const source = token === '' ? null : await tokens.sourceOf(token, Math.floor(nowMs() / 1000))
      if (source === null) {
        await limits.consume('matches.feedToken', request.ip, wrongTokenLimit)
        return reply
          .code(401)
          .header('www-authenticate', 'Bearer')
          .send({ msg: '令牌不对，用 matches token add 发一个' })
      }
      const answer: FeedAnswer = await feed.take(source, readJson(typeof request.body === 'string' ? request.body : ''))
      return reply.send(answer)
    })
  })
}
