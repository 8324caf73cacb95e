import { dayOf } from '@yunmu/contract/wire'
import type { FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import type { Visitor } from './mount-call.ts'

/** Who sent a request, as far as the network tells. */
export function visitorOf(request: FastifyRequest, nowMs: number): Visitor {
  const agent = request.headers['user-agent'] ?? ''
  return {
    address: request.ip,
    agent,
    // Few calls ask for it.
    get dayKey() {
      const about = `${dayOf(nowMs / 1000)}\n${request.ip}\n${agent}`
      return createHash('sha256').update(about).digest('base64url').slice(0, 22)
    },
  }
}
