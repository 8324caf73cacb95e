import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import type { ForeignPart } from '@yunmu/hls'

/**
 * Encrypts kind, URL and range of a part into the path that serves it, so that only what the station itself read in a playlist
 * of an address can be requested. A sealed part opens for its address alone.
 */
export interface Sealer {
  /** The same part has the same name in every process, so that caches share it. */
  seal(addressId: number, part: ForeignPart): string
  /** Null for a name that was not sealed for this address. */
  open(addressId: number, name: string): ForeignPart | null
}

const tagBytes = 16
const ivBytes = 12
const letters: Record<ForeignPart['kind'], string> = { playlist: 'p', segment: 's', map: 'm', key: 'k' }
const kinds: Readonly<Record<string, ForeignPart['kind']>> = { p: 'playlist', s: 'segment', m: 'map', k: 'key' }
const extensions: Record<ForeignPart['kind'], string> = { playlist: 'm3u8', segment: 'ts', map: 'mp4', key: 'key' }

/** @param secret the station's key of signatures */
export function createSealer(secret: string): Sealer {
  const derive = (use: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', `relay ${use}`, 32))
  const key = derive('seal')
  const ivKey = derive('iv')
  return {
    seal(addressId, { kind, url, range }) {
      const text = `${letters[kind]}${range ? `${range.first}-${range.last}` : ''} ${url}`
      // Derived from the text: a random one would give each viewer other addresses. AES-GCM needs that it never repeats with
      // another text, which a hash of 96 bits gives.
      const iv = createHmac('sha256', ivKey).update(`${addressId}\n${text}`).digest().subarray(0, ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(String(addressId)))
      const bytes = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${bytes.toString('base64url')}.${extensions[kind]}`
    },

    open(addressId, name) {
      const [, sealed, extension] = /^([A-Za-z0-9_-]{40,4000})\.(m3u8|ts|mp4|key)$/.exec(name) ?? []
      if (sealed === undefined) return null
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length <= ivBytes + tagBytes) return null
      const opened = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
        .setAAD(Buffer.from(String(addressId)))
        .setAuthTag(bytes.subarray(-tagBytes))
      try {
        const text = Buffer.concat([opened.update(bytes.subarray(ivBytes, -tagBytes)), opened.final()]).toString('utf8')
        const [, letter = '', first, last, url = ''] = /^([psmk])(?:(\d+)-(\d+))? (.+)$/.exec(text) ?? []
        const kind = kinds[letter]
        if (kind === undefined || extensions[kind] !== extension) return null
        return { kind, url, range: first === undefined ? null : { first: Number(first), last: Number(last) } }
      } catch {
        return null
      }
    },
  }
}
