import { EncryptJWT, jwtDecrypt } from 'jose'
import { hkdfSync } from 'node:crypto'
import * as z from 'zod/mini'
import { flowSec } from './third-rules.ts'

/** A login that was started in this browser. */
const PendingLogin = z.object({
  authType: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The page to return to: a path of the station. */
  back: z.string(),
  mark: z.optional(z.string()),
})
export type PendingLogin = z.output<typeof PendingLogin>

export interface FlowCookies {
  /** The cookie that holds a login while the browser is at the other site. */
  seal(login: PendingLogin, secure: boolean, nowMs: number): Promise<string>
  /** Decrypts the login of this browser, or undefined if it is missing, forged or expired. */
  open(value: string | undefined, nowMs: number): Promise<PendingLogin | undefined>
  /** The cookie that deletes it. */
  clear(secure: boolean): string
  nameOf(secure: boolean): string
}

/** Encrypted with a key of its own (JWE, RFC 7516: A256GCM), so that nobody can read or forge one. */
export function createFlowCookies(secret: string): FlowCookies {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'yunmu/third/1', 32))
  // With this prefix a sibling host cannot set the cookie (RFC 6265bis, 4.1.3.2).
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
