import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * The other answer to a captcha, for those who cannot read its picture: their device computes for some seconds. A proof
 * has `parts` nonces; SHA-256 of `id.part.nonce` begins with `bits` zero bits for each part. Several small parts take
 * about the same time on every try, unlike one large one, and show how far it is.
 */
export const captchaProof = { parts: 16, bits: 14 } as const

/** Distinguishes a proof from the characters of a picture. */
const prefix = 'proof:'

const hasZeroBits = (hash: Uint8Array): boolean => {
  const [first = 255, second = 255, third = 255] = hash
  return ((first << 16) | (second << 8) | third) >>> (24 - captchaProof.bits) === 0
}

const isNonce = (captchaId: string, part: number, nonce: string): boolean =>
  hasZeroBits(sha256(utf8ToBytes(`${captchaId}.${part}.${nonce}`)))

/** Whether an answer has the form of a proof. */
export const isProof = (answer: string): boolean => answer.startsWith(prefix)

/** Whether a proof is right for the captcha. */
export function isRightProof(captchaId: string, proof: string): boolean {
  const nonces = proof.slice(prefix.length).split('.')
  return nonces.length === captchaProof.parts && nonces.every((nonce, part) => isNonce(captchaId, part, nonce))
}

/**
 * Computes a proof for a captcha; takes some seconds. Yields how many parts are done after each, and returns the proof.
 */
export function* computeProof(captchaId: string): Generator<number, string> {
  const nonces: string[] = []
  for (let part = 0; part < captchaProof.parts; part++) {
    let nonce = 0
    while (!isNonce(captchaId, part, nonce.toString(36))) nonce++
    nonces.push(nonce.toString(36))
    yield nonces.length
  }
  return `${prefix}${nonces.join('.')}`
}
