import { EncryptJWT, jwtDecrypt } from 'jose'
import { hkdfSync } from 'node:crypto'
import * as z from 'zod/mini'
import { flowSec } from './third-rules.ts'

/** A login that has begun in a browser. */
const PendingLogin = z.object({
  authType: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The page to go back to: a path of ours. */
  back: z.string(),
  mark: z.optional(z.string()),
})
export type PendingLogin = z.output<typeof PendingLogin>

export interface FlowCookies {
  /** The cookie that keeps a login while the browser is away. */
  seal(login: PendingLogin, secure: boolean, nowMs: number): Promise<string>
  /** The login of this browser, or undefined where there is none that we sealed and that is not over. */
  open(value: string | undefined, nowMs: number): Promise<PendingLogin | undefined>
  /** The cookie that takes it away. */
  clear(secure: boolean): string
  nameOf(secure: boolean): string
}

/** Sealed with a key of their own (JWE, RFC 7516: A256GCM), so that nobody reads or makes one. */
export function createFlowCookies(secret: string): FlowCookies {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'yunmu/third/1', 32))
  // With this prefix no page of a neighbouring host can set one (RFC 6265bis, 4.1.3.2).
  const nameOf = (secure: boolean): string => (secure ? '__Host-third' : 'third')
  const cookie = (value: string, secure: boolean, maxAgeSec: number): string =>
    `${nameOf(secure)}=${value}; Path=/; Max-Age=${maxAgeSec}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return {
    nameOf,
    async seal(login, secure, nowMs) {
      const sealed = await new EncryptJWT({ ...login })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setExpirationTime(Math.floor(nowMs / 1000) + flowSec)
        .encrypt(key)
      return cookie(sealed, secure, flowSec)
    },
    async open(value, nowMs) {
      if (value === undefined) return undefined
      const decrypted = await jwtDecrypt(value, key, {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
        currentDate: new Date(nowMs),
        requiredClaims: ['exp'],
      }).catch(() => undefined)
      return PendingLogin.safeParse(decrypted?.payload).data
    },
    clear: (secure) => cookie('', secure, 0),
  }
}
