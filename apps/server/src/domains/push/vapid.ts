import { createECDH, createPrivateKey, hkdfSync } from 'node:crypto'
import { SignJWT } from 'jose'

/** The station's identity towards push services (RFC 8292). */
export interface Vapid {
  /** An uncompressed point of P-256, as base64url. */
  publicKey: string
  /** The header `authorization` for a push service. @param audience its origin */
  authorization(audience: string, nowSec: number): Promise<string>
}

/** Order of the group of P-256 (FIPS 186-5, SP 800-186). */
const order = 0xff_ff_ff_ff_00_00_00_00_ff_ff_ff_ff_ff_ff_ff_ff_bc_e6_fa_ad_a7_17_9e_84_f3_b9_ca_c2_fc_63_25_51n
/** A token is valid for at most 24 hours (RFC 8292, 2). */
const lifetimeSec = 12 * 3600

/**
 * The key is derived from a secret of the station, so that all instances have the same and it is part of the same backup:
 * subscriptions are valid for one key. 48 bytes reduced by the order are as good as random ones (FIPS 186-5, A.2.1).
 * @param contact `mailto:` or `https:` address of the operator; empty for none
 */
export function createVapid(secret: string, contact: string): Vapid {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'push.vapid', 48)).toString('hex')
  const scalar = ((BigInt(`0x${seed}`) % (order - 1n)) + 1n).toString(16).padStart(64, '0')
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(scalar, 'hex')
  const point = ecdh.getPublicKey()
  const publicKey = point.toString('base64url')
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
      d: Buffer.from(scalar, 'hex').toString('base64url'),
    },
  })
  return {
    publicKey,
    async authorization(audience, nowSec) {
      const claims = { aud: audience, exp: nowSec + lifetimeSec, ...(contact === '' ? {} : { sub: contact }) }
      const token = await new SignJWT(claims).setProtectedHeader({ typ: 'JWT', alg: 'ES256' }).sign(key)
      return `vapid t=${token}, k=${publicKey}`
    },
  }
}
