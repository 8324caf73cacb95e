import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import NodeMediaServer, { type MediaSession } from 'node-media-server'
import logger from 'node-media-server/src/core/logger.js'
import type { KeyedHash } from '../../../platform/process/keyed-hash.ts'
import { isValidKey, streamIdOf } from './key-rules.ts'

/** A signature of the server's own lasts this long: it is checked in the same moment. */
const signedForSec = 60

export interface PushServer {
  /** Ends pushes whose keys were ended since. */
  closeRevoked(): void
}

/**
 * Takes RTMP pushes to `/live/<stream>?key=…` and hands them to whoever asks with a key to watch. Only the RTMP half of
 * node-media-server is started: neither its HTTP server nor its store, its console or its recording. Ends the process
 * when it cannot listen, as that program does.
 */
export async function startPushServer(options: {
  host: string
  port: number
  hash: KeyedHash
  nowSec: () => number
  /** How often the keys of a stream were ended until now. */
  serialOf: (streamId: number) => number
}): Promise<PushServer> {
  const { host, port, hash, nowSec, serialOf } = options
  const publishers = new Map<number, { session: MediaSession; serial: number }>()
  await assertPortFree(host, port)
  const secret = randomBytes(16).toString('hex')
  const server = new NodeMediaServer({
    bind: host,
    rtmp: { port },
    auth: { play: true, publish: true, secret },
    webadmin: { enable: false },
    record: { auto: false },
    notify: { url: '' },
  })
  logger.level = 'error'

  /** The server checks a signature after its listeners: whoever has a key of ours gets one, nobody else. */
  const authorise = (session: MediaSession, purpose: 'push' | 'play'): boolean => {
    const streamId = streamIdOf(session.streamPath)
    const { key } = session.streamQuery
    const serial = streamId === undefined || purpose === 'play' ? 0 : serialOf(streamId)
    const isValid = streamId !== undefined && isValidKey(hash, { purpose, streamId, serial, key, nowSec: nowSec() })
    session.streamQuery = { sign: isValid ? signatureOf(session.streamPath, nowSec() + signedForSec, secret) : '' }
    if (isValid && purpose === 'push') publishers.set(streamId, { session, serial })
    return isValid
  }
  server.on('prePlay', (session) => void authorise(session, 'play'))
  server.on('prePublish', (session) => {
    if (!authorise(session, 'push')) return
    const { broadcast } = session
    // An encoder that comes back may look different: whoever records begins anew instead of being handed over.
    broadcast.publishGraceMs = 0
    // One that comes back before its broken connection is noticed gets in at its next attempt.
    broadcast.publisher?.socket?.destroy()
  })
  server.on('donePublish', (session) => {
    for (const [streamId, each] of publishers) if (each.session === session) publishers.delete(streamId)
    const { broadcast } = session
    for (const subscriber of broadcast.subscribers.values()) subscriber.close()
  })
  server.rtmpServer.run()
  const { tcpServer } = server.rtmpServer
  if (tcpServer && !tcpServer.listening) await once(tcpServer, 'listening')
  return {
    closeRevoked() {
      for (const [streamId, { session, serial }] of publishers)
        if (serialOf(streamId) !== serial) session.socket?.destroy()
    },
  }
}

function signatureOf(path: string, expirySec: number, secret: string): string {
  return `${expirySec}-${createHash('md5').update(`${path}-${expirySec}-${secret}`).digest('hex')}`
}

/** @throws the error of listening, which the server would answer by ending the process */
async function assertPortFree(host: string, port: number): Promise<void> {
  const trial = createServer().listen(port, host)
  await once(trial, 'listening')
  trial.close()
  await once(trial, 'close')
}
