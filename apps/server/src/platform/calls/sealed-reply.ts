import { createHash } from 'node:crypto'

/** A reply as sent: the bytes of its envelope and their ETag. */
export interface SealedReply {
  readonly bytes: Buffer
  readonly etag: string
}

/** Bytes and ETag (RFC 9110, 8.8.3) of an envelope. */
export function sealedReply(body: string): SealedReply {
  const bytes = Buffer.from(body)
  return { bytes, etag: `"${createHash('sha1').update(bytes).digest('base64url')}"` }
}
