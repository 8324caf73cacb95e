import { joinToken } from '@yunmu/contract/wire'
import { errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { RefusalError } from '../http/refusal-error.ts'

/** A signed-in user who makes a call. In the platform, so that domains need not import accounts. */
export interface Viewer {
  id: number
  sessionId: string
  name: string
  groupId: number
  authorityId: number
  isVip: boolean
  /** Whether the account is in minors' mode. */
  isMinor: boolean
  scope: SessionScope
}

/**
 * What a session may be used for: that of a person for everything, tokens of programs for the calls of users or for those of
 * operators.
 */
export type SessionScope = 'full' | 'account' | 'console'

/**
 * Why the session ended: another login or password, the user on another device, an operator who disabled the account, or
 * did so for a time.
 */
export type SessionEndRefusal = 'SessionEnded' | 'SessionSignedOut' | 'SessionDisabled' | 'SessionWasDisabled'

/** State of the token's session. */
export type SessionState =
  | { state: 'alive'; viewer: Viewer }
  | { state: 'ended'; refusal: SessionEndRefusal }
  | { state: 'unknown' }

/** Implemented by the accounts domain. */
export type FindSession = (sessionId: string, userId: number, nowMs: number) => Promise<SessionState>

/** The session of a token. */
interface Claims {
  userId: number
  sessionId: string
  expiresSec: number
}

/** Issues and verifies tokens of sessions: JWTs (RFC 7519) signed with HS256. */
export interface Tokens {
  issue(session: { userId: number; sessionId: string; nowSec: number; lifetimeSec: number }): Promise<string>
  /** Refuses with TokenInvalid or TokenExpired. */
  verify(token: string, nowMs: number): Promise<Claims>
}

export interface ViewerReader {
  /** Null for a visitor. Refuses with TokenInvalid, TokenExpired or why the session ended. */
  read(query: Record<string, unknown>, nowMs: number): Promise<Viewer | null>
}

const maxVerified = 20_000

/** Verified signatures are cached, because the key never changes while the station runs. Expiry is always checked. */
export function createTokens(secret: Uint8Array): Tokens {
  const verified = new LRUCache<string, Claims>({ max: maxVerified })
  return {
    async verify(token, nowMs) {
      const cached = verified.get(token)
      const claims = cached ?? (await claimsOf(token, secret, nowMs))
      if (claims.expiresSec * 1000 <= nowMs) throw new RefusalError('TokenExpired')
      if (!cached) verified.set(token, claims)
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

/** Reads the token from `_he`, `_pl` and `_si`; forged, expired and ended ones are refused. */
export function createViewerReader(tokens: Pick<Tokens, 'verify'>, findSession: FindSession): ViewerReader {
  return {
    async read(query, nowMs) {
      const token = joinToken(query)
      if (token === null) return null
      const { sessionId, userId } = await tokens.verify(token, nowMs)
      const session = await findSession(sessionId, userId, nowMs)
      if (session.state === 'alive') return session.viewer
      throw new RefusalError(session.state === 'ended' ? session.refusal : 'TokenInvalid')
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
