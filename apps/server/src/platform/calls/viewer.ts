import { joinToken } from '@yunmu/contract/wire'
import { errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { RefusalError } from '../http/refusal-error.ts'

/** Who is asking. No domain needs to import accounts for that. */
export interface Viewer {
  id: number
  sessionId: string
  name: string
  groupId: number
  authorityId: number
  isVip: boolean
}

/** What the token's session has become. */
export type SessionState = { state: 'alive'; viewer: Viewer } | { state: 'ended' } | { state: 'unknown' }

/** Answered by the domain that keeps the sessions. */
export type FindSession = (sessionId: string, userId: number, nowMs: number) => Promise<SessionState>

/** Whose session a token is of. */
interface Claims {
  userId: number
  sessionId: string
  expiresSec: number
}

/** Makes and reads tokens of sessions: JWTs (RFC 7519) signed with HS256. */
export interface Tokens {
  issue(session: { userId: number; sessionId: string; nowSec: number; lifetimeSec: number }): Promise<string>
  /** Refuses with TokenInvalid or TokenExpired. */
  verify(token: string, nowMs: number): Promise<Claims>
}

export interface ViewerReader {
  /** Null for a visitor. Refuses with TokenInvalid, TokenExpired or SessionEnded. */
  read(query: Record<string, unknown>, nowMs: number): Promise<Viewer | null>
}

const mostVerified = 20_000

/** A signature that was found good stays good: the key never changes while the station runs. Expiry is checked always. */
export function createTokens(secret: Uint8Array): Tokens {
  const verified = new LRUCache<string, Claims>({ max: mostVerified })
  return {
    async verify(token, nowMs) {
      const known = verified.get(token)
      const claims = known ?? (await claimsOf(token, secret, nowMs))
      if (claims.expiresSec * 1000 <= nowMs) throw new RefusalError('TokenExpired')
      if (!known) verified.set(token, claims)
      return claims
    },
    issue({ userId, sessionId, nowSec, lifetimeSec }) {
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(String(userId))
        .setIssuedAt(nowSec)
        .setExpirationTime(nowSec + lifetimeSec)
        .sign(secret)
    },
  }
}

/** Reads the token of `_he`, `_pl` and `_si`; a forged, stale or ended one is refused as the wire says. */
export function createViewerReader(tokens: Pick<Tokens, 'verify'>, findSession: FindSession): ViewerReader {
  return {
    async read(query, nowMs) {
      const token = joinToken(query)
      if (token === null) return null
      const { sessionId, userId } = await tokens.verify(token, nowMs)
      const session = await findSession(sessionId, userId, nowMs)
      if (session.state === 'alive') return session.viewer
      throw new RefusalError(session.state === 'ended' ? 'SessionEnded' : 'TokenInvalid')
    },
  }
}

async function claimsOf(token: string, secret: Uint8Array, nowMs: number): Promise<Claims> {
  try {
    const { payload } = await jwtVerify(token, secret, {
      algorithms: ['HS256'],
      currentDate: new Date(nowMs),
      requiredClaims: ['sub', 'exp', 'iat'],
    })
    const userId = Number(payload.sub)
    if (!Number.isSafeInteger(userId) || userId < 1 || typeof payload.sid !== 'string')
      throw new RefusalError('TokenInvalid')
    return { userId, sessionId: payload.sid, expiresSec: payload.exp ?? 0 }
  } catch (err) {
    if (err instanceof errors.JWTExpired) throw new RefusalError('TokenExpired')
    throw new RefusalError('TokenInvalid')
  }
}
