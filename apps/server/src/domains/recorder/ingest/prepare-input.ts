import { lookup } from 'node:dns/promises'
import { realpath } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { isPublicAddress, literalOf, parseDestination } from '../../../platform/egress/egress-rules.ts'
import type { Input } from '../runs/ffmpeg-rules.ts'
import { fetchPlaylist } from './fetch-playlist.ts'
import { proxyPath } from './proxy-rules.ts'
import { playKey } from './key-rules.ts'
import type { IngestProcess } from './ingest-process.ts'
import type { RecordingParts, StreamSource } from '../recorder-needs.ts'
import { SourceError } from '../failover/source-error.ts'
import { parseSource, type Source } from '../failover/source-rules.ts'

/** The folder for videos that are played in a loop. */
export const loopsFolder = (dataDir: string): string => join(dataDir, 'loops')

type Needs = Pick<RecordingParts, 'dataDir' | 'settings' | 'hash' | 'egress' | 'egressAllow' | 'clock'>

/**
 * Converts a source to an input for ffmpeg: host names are resolved and checked, remote HTTP streams go through the local
 * proxy, keys are filled in. @throws SourceError, or the error of the ingest process
 */
export async function prepareInput(
  streamId: number,
  { address, userAgent }: StreamSource,
  needs: Needs,
  ingest: IngestProcess,
): Promise<Input> {
  const source = parseSource(address, loopsFolder(needs.dataDir))
  if ('rejected' in source) throw new SourceError(source.rejected)
  switch (source.kind) {
    case 'push':
      return pushInput(streamId, needs, ingest)
    case 'http':
      return proxyInput(source, userAgent, needs, ingest)
    case 'rtmp':
      return rtmpInput(source.url, needs.egressAllow)
    case 'srt-call':
      return { ...source, host: await resolveHost(source.host, source.port, needs.egressAllow) }
    case 'file':
      return { kind: 'file', path: await loopFile(source, needs.dataDir) }
    case 'srt-listen':
    case 'udp':
      return source
  }
}

async function pushInput(streamId: number, { settings, hash, clock }: Needs, ingest: IngestProcess): Promise<Input> {
  if (settings.ingestPlay !== '') return templateInput(settings.ingestPlay.replaceAll('{stream}', String(streamId)))
  const { pushes } = await ingest.ensure()
  if (!pushes) throw new SourceError('ingest')
  const host = ['0.0.0.0', '::'].includes(settings.rtmpHost) ? '127.0.0.1' : settings.rtmpHost
  const server = `rtmp://${isIP(host) === 6 ? `[${host}]` : host}:${settings.rtmpPort}/live`
  const key = playKey(hash, streamId, Math.floor(clock.nowMs() / 1000))
  return { kind: 'rtmp', url: `${server}/${streamId}?key=${key}`, tcUrl: server }
}

/** The operator's own server; its address is trusted. */
function templateInput(address: string): Input {
  const source = parseSource(address, '/')
  if ('rejected' in source) throw new SourceError(source.rejected)
  if (source.kind === 'rtmp') return { kind: 'rtmp', url: source.url, tcUrl: serverOf(source.url) }
  if (source.kind === 'http') return { kind: 'own-http', url: source.url }
  if (source.kind === 'srt-call') return source
  throw new SourceError('scheme')
}

/** `rtmp://host:port/app` of a URL (Adobe RTMP specification, 7.2.1.1). */
const serverOf = (url: string): string => url.split('/').slice(0, 4).join('/')

async function proxyInput(
  { url }: Extract<Source, { kind: 'http' }>,
  userAgent: string,
  { egress, hash }: Needs,
  ingest: IngestProcess,
): Promise<Input> {
  const isPlaylist = (await fetchPlaylist(egress, { url, userAgent })) !== null
  const { proxyPort } = await ingest.ensure()
  const target = { url: await egress.fill(url), userAgent }
  const proxyUrl = `http://127.0.0.1:${proxyPort}${proxyPath(hash, target)}`
  return { kind: isPlaylist ? 'hls' : 'http', url: proxyUrl }
}

async function rtmpInput(url: string, allow: readonly string[]): Promise<Input> {
  const at = new URL(url.replace(/^rtmp:/i, 'http:'))
  const host = await resolveHost(at.hostname, Number(at.port || 1935), allow)
  const rest = url.slice(url.indexOf('/', 'rtmp://'.length))
  return { kind: 'rtmp', url: `rtmp://${host}:${at.port || 1935}${rest}`, tcUrl: serverOf(url) }
}

/**
 * Resolves a host to an IP address and checks that it is public or allowed. ffmpeg gets the address, not the name, because
 * it would resolve the name again with a possibly different result. @throws SourceError
 */
async function resolveHost(host: string, port: number, allow: readonly string[]): Promise<string> {
  const destination = parseDestination(`${host}:${port}`)
  if (destination !== undefined && allow.includes(destination)) return host
  const literal = literalOf(host)
  const found = literal === undefined ? await addressesOf(host) : [literal]
  const [first] = found
  if (first === undefined) throw new SourceError('unresolved')
  if (!found.every(isPublicAddress)) throw new SourceError('address')
  return isIP(first) === 6 ? `[${first}]` : first
}

async function addressesOf(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address)
  } catch (cause) {
    throw new SourceError('unresolved', { cause })
  }
}

/** The real path of the file, because a symbolic link could lead out of the folder. */
async function loopFile({ path }: Extract<Source, { kind: 'file' }>, dataDir: string): Promise<string> {
  try {
    const [real, folder] = await Promise.all([realpath(path), realpath(loopsFolder(dataDir))])
    if (real.startsWith(`${folder}/`)) return real
  } catch (cause) {
    throw new SourceError('missing', { cause })
  }
  throw new SourceError('folder')
}
