import { createCipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto'

/** A browser's keys, as its subscription has them. */
export interface ReceiverKeys {
  /** An uncompressed point of P-256. */
  publicKey: Uint8Array
  /** 16 bytes. */
  authSecret: Uint8Array
}

/** What is new in each message. */
export interface SenderKeys {
  ecdh: ECDH
  salt: Buffer
}

/** The size of the one record; a message is at most this long with header and tag (RFC 8291, 4). */
const recordSize = 4096
/** The record's delimiter: it is the last one (RFC 8188, 2). */
const lastRecord = 2

function createSenderKeys(): SenderKeys {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  return { ecdh, salt: randomBytes(16) }
}

const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

/** Whether a browser's public key is a point of the curve. */
export function isPublicKey(publicKey: Uint8Array): boolean {
  try {
    createSenderKeys().ecdh.computeSecret(publicKey)
    return true
  } catch {
    return false
  }
}

/** Encrypts a message for a browser: the body of the request, with content coding `aes128gcm` (RFC 8291, RFC 8188). */
export function encryptMessage(
  text: Uint8Array,
  { publicKey, authSecret }: ReceiverKeys,
  { ecdh, salt }: SenderKeys = createSenderKeys(),
): Buffer {
  const senderKey = ecdh.getPublicKey()
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey])
  const secret = derive(ecdh.computeSecret(publicKey), authSecret, keyInfo, 32)
  const contentKey = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const header = Buffer.alloc(21)
  salt.copy(header)
  header.writeUInt32BE(recordSize, 16)
  header.writeUInt8(senderKey.length, 20)
  const cipher = createCipheriv('aes-128-gcm', contentKey, nonce)
  const record = [cipher.update(text), cipher.update(Buffer.from([lastRecord])), cipher.final(), cipher.getAuthTag()]
  const body = Buffer.concat([header, senderKey, ...record])
  if (body.length > recordSize) throw new RangeError('the message is too long for Web Push')
  return body
}
