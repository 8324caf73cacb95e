import { streamSchemes } from '@yunmu/formats'
import ipaddr from 'ipaddr.js'
import { resolve, sep } from 'node:path'

/**
 * A source of a stream, as entered by the operator or an imported list. `push` is the station's own ingest; `http` is HLS,
 * HTTP-FLV or MPEG-TS, which is detected from the content.
 */
export type Source =
  | { readonly kind: 'push' }
  | { readonly kind: 'rtmp'; readonly url: string }
  | { readonly kind: 'srt-listen'; readonly host: string; readonly port: number; readonly options: SrtOptions }
  | { readonly kind: 'srt-call'; readonly host: string; readonly port: number; readonly options: SrtOptions }
  | { readonly kind: 'udp'; readonly url: string }
  | { readonly kind: 'http'; readonly url: string }
  | { readonly kind: 'file'; readonly path: string }

export interface SrtOptions {
  /** 10 to 79 characters (the limits of SRT), or empty. */
  readonly passphrase: string
  readonly streamId: string
  /** 0 uses the default of SRT. */
  readonly latencyMs: number
}

/** Why an address is not a valid source. */
export type SourceRejection = 'malformed' | 'scheme' | 'port' | 'passphrase' | 'open-listener' | 'folder'

const loopback = /^(?:127(?:\.\d{1,3}){3}|\[::1\]|localhost)$/
/** Parses the authority of a stream URL. WHATWG URL does this only for schemes that it knows, so `http` is substituted. */
const parseAuthority = (address: string): URL | undefined => {
  const text = address.replace(/^[a-z]+:\/\/@?/i, 'http://')
  const withHost = text.startsWith('http://:') ? text.replace('http://:', 'http://0.0.0.0:') : text
  return URL.canParse(withHost) ? new URL(withHost) : undefined
}

/**
 * Parses the address of a source. `push:` is the station's ingest; `srt://:port?passphrase=…` (or `mode=listener`) waits
 * for an encoder, any other `srt://` calls one; `file:` is a video below `loopsDir`.
 */
export function parseSource(address: string, loopsDir: string): Source | { readonly rejected: SourceRejection } {
  const text = address.trim()
  // Line breaks and bars have a meaning in ffmpeg's own URL syntax.
  if (/[\s|\p{Cc}]/u.test(text) || text.length > 2000) return { rejected: 'malformed' }
  const prefix = /^([a-z][a-z\d+.-]*):/i.exec(text)?.[1]?.toLowerCase()
  if (prefix === 'push') return { kind: 'push' }
  if (prefix === 'file') return parseFileSource(text, loopsDir)
  const scheme = streamSchemes.find((one) => one === prefix)
  switch (scheme) {
    case 'http':
    case 'https':
      return URL.canParse(text) ? { kind: 'http', url: new URL(text).href } : { rejected: 'malformed' }
    case 'rtmp':
      return parseRtmp(text)
    case 'srt':
      return parseSrt(text)
    case 'udp':
    case 'rtp':
      return parseDatagrams(text, scheme)
    case undefined:
      return { rejected: 'scheme' }
  }
}

function parseRtmp(text: string): Source | { rejected: SourceRejection } {
  const url = parseAuthority(text)
  if (!url || url.pathname.split('/').filter(Boolean).length < 2) return { rejected: 'malformed' }
  return { kind: 'rtmp', url: text }
}

function parseSrt(text: string): Source | { rejected: SourceRejection } {
  const url = parseAuthority(text)
  if (!url) return { rejected: 'malformed' }
  const port = Number(url.port)
  if (!(port > 0)) return { rejected: 'port' }
  const passphrase = url.searchParams.get('passphrase') ?? ''
  if (passphrase !== '' && !/^[\x21-\x7e]{10,79}$/.test(passphrase)) return { rejected: 'passphrase' }
  const latencyMs = Number(url.searchParams.get('latency') ?? 0)
  const streamId = url.searchParams.get('streamid') ?? ''
  if (!Number.isInteger(latencyMs) || latencyMs < 0 || latencyMs > 60_000 || streamId.length > 512)
    return { rejected: 'malformed' }
  const options = { passphrase, streamId, latencyMs }
  const listens = /^srt:\/\/@?:/i.test(text) || url.searchParams.get('mode') === 'listener'
  if (!listens) return { kind: 'srt-call', host: url.hostname, port, options }
  // ffmpeg does not check the stream id of callers, so only a passphrase keeps others out.
  if (passphrase === '' && !loopback.test(url.hostname)) return { rejected: 'open-listener' }
  return { kind: 'srt-listen', host: url.hostname, port, options }
}

function parseDatagrams(text: string, scheme: 'udp' | 'rtp'): Source | { rejected: SourceRejection } {
  const url = parseAuthority(text)
  if (!url) return { rejected: 'malformed' }
  if (!(Number(url.port) > 0)) return { rejected: 'port' }
  return { kind: 'udp', url: `${scheme}://${url.hostname}:${url.port}` }
}

function parseFileSource(text: string, loopsDir: string): Source | { rejected: SourceRejection } {
  let path: string
  try {
    path = resolve(loopsDir, decodeURIComponent(text.replace(/^file:(?:\/\/)?/i, '')))
  } catch {
    return { rejected: 'malformed' }
  }
  if (path.includes('\0') || path.includes('%')) return { rejected: 'malformed' }
  return path.startsWith(resolve(loopsDir) + sep) ? { kind: 'file', path } : { rejected: 'folder' }
}

/**
 * Whether a source is pulled from a remote host, so that an imported list may contain it. Sources that open a local port
 * or read a file must be entered by the operator.
 */
export function isRemote(source: Source): boolean {
  if (source.kind !== 'udp') return source.kind === 'http' || source.kind === 'rtmp' || source.kind === 'srt-call'
  const host = (parseAuthority(source.url)?.hostname ?? '').replace(/^\[|\]$/g, '')
  return ipaddr.isValid(host) && ipaddr.process(host).range() === 'multicast'
}

/** Whether a source waits for an encoder to push, instead of being pulled. */
export const isPushed = ({ kind }: Source): boolean => kind === 'push' || kind === 'srt-listen'
