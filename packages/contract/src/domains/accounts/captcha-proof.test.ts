import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { captchaProof, computeProof, isProof, isRightProof } from './captcha-proof.ts'

const captchaId = 'q0ZbX2l4bWVkLWlkLTAx'

test('[D01] a proof has a number for each part, whose hash begins with as many zero bits as are asked for', () => {
  const work = computeProof(captchaId)
  const doneParts: number[] = []
  let step = work.next()
  for (; !step.done; step = work.next()) doneParts.push(step.value)
  expect(doneParts).toEqual(Array.from({ length: captchaProof.parts }, (_, at) => at + 1))
  const proof = step.value
  const nonces = proof.replace(/^proof:/, '').split('.')
  expect(nonces).toHaveLength(captchaProof.parts)
  for (const [part, nonce] of nonces.entries()) {
    const digest = createHash('sha256').update(`${captchaId}.${part}.${nonce}`).digest()
    expect(digest.readUInt32BE() >>> (32 - captchaProof.bits)).toBe(0)
  }
  // It travels in a field of 320 characters.
  expect(proof.length).toBeLessThan(160)
  expect([isProof(proof), isRightProof(captchaId, proof)]).toEqual([true, true])

  const [first = '', ...rest] = nonces
  for (const wrong of [
    'proof:',
    `proof:${rest.join('.')}`,
    `proof:${[...rest, first].join('.')}`,
    `${proof}.${first}`,
    `proof:${Array(captchaProof.parts).fill(first).join('.')}`,
  ])
    expect(isRightProof(captchaId, wrong)).toBe(false)
  expect(isRightProof('another', proof)).toBe(false)
  expect(isProof('ACEH')).toBe(false)
})
