import { createECDH, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { encryptMessage, isPublicKey } from './encrypt-message.ts'
import { decryptMessage } from './push-receiver.fixture.ts'

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url')
const keysOf = (privateKey: string) => {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(bytes(privateKey))
  return ecdh
}

/** RFC 8291, 5 and appendix A. */
const example = {
  text: 'When I grow up, I want to be a watermelon',
  sender: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  receiver: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  authSecret: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

test('[H02] the example of RFC 8291 is encrypted to the octet, and read by the receiver of the tests', () => {
  const receiver = keysOf(example.receiver)
  const authSecret = bytes(example.authSecret)
  const body = encryptMessage(
    Buffer.from(example.text),
    { publicKey: receiver.getPublicKey(), authSecret },
    { ecdh: keysOf(example.sender), salt: bytes(example.salt) },
  )
  expect(body.toString('base64url')).toBe(example.body)
  expect(decryptMessage(bytes(example.body), { ecdh: receiver, authSecret })).toBe(example.text)
})

test('[H02] each message has keys of its own, and one that does not fit into a record is not sent', () => {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const receiver = { publicKey: ecdh.getPublicKey(), authSecret: randomBytes(16) }
  const [one, other] = [1, 2].map(() => encryptMessage(Buffer.from('开始了'), receiver))
  expect(one?.equals(other ?? Buffer.alloc(0))).toBe(false)
  expect(() => encryptMessage(Buffer.alloc(4096), receiver)).toThrow('too long')
})

test('[H02] a key that is not a point of the curve is not one', () => {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  expect(isPublicKey(ecdh.getPublicKey())).toBe(true)
  expect(isPublicKey(Buffer.alloc(65, 4))).toBe(false)
  expect(isPublicKey(Buffer.alloc(0))).toBe(false)
})
