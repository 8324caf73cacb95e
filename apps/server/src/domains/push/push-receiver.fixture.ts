/**
 * A browser and its push service, as RFC 8291, RFC 8188 and RFC 8292 describe them: keys are derived step by step with
 * HMAC, without the code that sends.
 */
import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify, type ECDH } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'

const hmac = (key: Buffer, ...data: (Buffer | string)[]): Buffer => {
  const mac = createHmac('sha256', key)
  for (const part of data) mac.update(part)
  return mac.digest()
}
const one = Buffer.from([1])

/** Decrypts the body of a request (RFC 8291, 3.4; RFC 8188, 2.1). */
export function decryptMessage(body: Buffer, { ecdh, authSecret }: { ecdh: ECDH; authSecret: Buffer }): string {
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const keyLength = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  if (record.length > recordSize) throw new Error('more than one record')
  const keyPrk = hmac(authSecret, ecdh.computeSecret(senderKey))
  const inputKey = hmac(keyPrk, 'WebPush: info\0', ecdh.getPublicKey(), senderKey, one)
  const prk = hmac(salt, inputKey)
  const contentKey = hmac(prk, 'Content-Encoding: aes128gcm\0', one).subarray(0, 16)
  const nonce = hmac(prk, 'Content-Encoding: nonce\0', one).subarray(0, 12)
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('wrong padding')
  return padded.subarray(0, end).toString()
}

/** Checks the header `authorization` (RFC 8292, 2 and 3). Returns the claims and the key. */
export function checkVapid(header: string): { claims: unknown; key: string } {
  const [, token = '', key = ''] = /^vapid t=([^,\s]+), k=([\w-]+)$/.exec(header) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const decode = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString())
  const isValid = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isValid || JSON.stringify(decode(head)) !== '{"typ":"JWT","alg":"ES256"}') throw new Error('invalid token')
  return { claims: decode(claims), key }
}

export interface PushRequest {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A push service, which answers as `reply` says. */
export async function aPushService(reply: (path: string) => { status: number; headers?: Record<string, string> }) {
  const requests: PushRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      requests.push({ path, headers: request.headers, body: Buffer.concat(chunks) })
      const { status, headers = {} } = reply(path)
      response.writeHead(status, headers).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return {
    host,
    requests,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A browser with a subscription at a push service. */
export function aBrowser(endpoint: string) {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const authSecret = randomBytes(16)
  return {
    subscription: {
      endpoint,
      p256dh: ecdh.getPublicKey().toString('base64url'),
      auth: authSecret.toString('base64url'),
    },
    read: (request: PushRequest | undefined): unknown =>
      request && JSON.parse(decryptMessage(request.body, { ecdh, authSecret })),
  }
}
