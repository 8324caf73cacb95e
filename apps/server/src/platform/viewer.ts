import { joinToken } from '@yunmu/contract/wire'
import { errors, jwtVerify, SignJWT } from 'jose'
import { RefusalError } from './refusal-error.ts'

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

export interface ViewerReader {
  /** Null for a visitor. Refuses with TokenInvalid, TokenExpired or SessionEnded. */
  read(query: Record<string, unknown>, nowMs: number): Promise<Viewer | null>
  /** A token of a session, a JWT (RFC 7519) signed with HS256. */
  issue(session: { userId: number; sessionId: string; nowSec: number; lifetimeSec: number }): Promise<string>
}

/** Reads the token of `_he`, `_pl` and `_si`; a forged, stale or ended one is refused as the wire says. */
export function createViewerReader(secret: Uint8Array, findSession: FindSession): ViewerReader {
  return {
    async read(query, nowMs) {
      const token = joinToken(query)
      if (token === null) return null
      const claims = await verified(token, secret, nowMs)
      const session = await findSession(claims.sessionId, claims.userId, nowMs)
      if (session.state === 'alive') return session.viewer
      throw new RefusalError(session.state === 'ended' ? 'SessionEnded' : 'TokenInvalid')
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

async function verified(
  token: string,
  secret: Uint8Array,
  nowMs: number,
): Promise<{ userId: number; sessionId: string }> {
  try {
    const { payload } = await jwtVerify(token, secret, {
      algorithms: ['HS256'],
      currentDate: new Date(nowMs),
      requiredClaims: ['sub', 'exp', 'iat'],
    })
    const userId = Number(payload.sub)
    if (!Number.isSafeInteger(userId) || userId < 1 || typeof payload.sid !== 'string')
      throw new RefusalError('TokenInvalid')
    return { userId, sessionId: payload.sid }
  } catch (err) {
    if (err instanceof errors.JWTExpired) throw new RefusalError('TokenExpired')
    throw new RefusalError('TokenInvalid')
  }
}
