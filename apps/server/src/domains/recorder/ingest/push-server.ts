import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import NodeMediaServer, { type MediaSession } from 'node-media-server'
import logger from 'node-media-server/src/core/logger.js'
import type { KeyedHash } from '../../../platform/process/keyed-hash.ts'
import { isValidKey, streamIdOf } from './key-rules.ts'

/** Lifetime of node-media-server's own signature, which it checks at once. */
const signedForSec = 60

export interface PushServer {
  /** Closes pushes whose keys were revoked. */
  closeRevoked(): void
}

/**
 * Accepts RTMP pushes to `/live/<stream>?key=…` and serves them to clients with a play key. Only the RTMP part of
 * node-media-server is used, not its HTTP server, database, console or recording.
 * @throws the error of listening on the port
 */
export async function startPushServer(options: {
  host: string
  port: number
  hash: KeyedHash
  nowSec: () => number
  /** The stream's current serial number. */
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

  /** Checks the key, and sets the signature that the server checks after its listeners. */
  const authorise = (session: MediaSession, purpose: 'push' | 'play'): boolean => {
    const streamId = streamIdOf(session.streamPath)
    const { key } = session.streamQuery
    const serial = streamId === undefined || purpose === 'play' ? 0 : serialOf(streamId)
    const isValid = streamId !== undefined && isValidKey(hash, { purpose, streamId, serial, key, nowSec: nowSec() })
    session.streamQuery = { sign: isValid ? signatureOf(session.streamPath, nowSec() + signedForSec, secret) : '' }
    if (isValid && purpose === 'push') publishers.set(streamId, { session, serial })
    return isValid
  }
  /** Refuses at once: node-media-server only ends its side of the connection and still reads what is sent. */
  const refuse = (session: MediaSession): void => session.socket?.destroy()
  server.on('prePlay', (session) => {
    relayOnlyAsPublisher(session)
    if (!authorise(session, 'play')) refuse(session)
  })
  server.on('prePublish', (session) => {
    relayOnlyAsPublisher(session)
    if (!authorise(session, 'push')) return refuse(session)
    const { broadcast } = session
    // A reconnected encoder may use other parameters, so subscribers must start again instead of being handed over.
    broadcast.publishGraceMs = 0
    // Closes a dead connection of the same encoder, so that its next attempt succeeds.
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

/**
 * Drops what a session sends unless it is the stream's publisher. node-media-server relays whatever any session sends to
 * the stream that it has named, and stores its header for later players, also of one that it has refused: data may
 * follow in the same read as the refused command.
 */
function relayOnlyAsPublisher(session: MediaSession): void {
  session.rtmp.onPacketCallback = (packet) => {
    if (session.broadcast.publisher === session) session.broadcast.broadcastMessage(packet)
  }
}

function signatureOf(path: string, expirySec: number, secret: string): string {
  return `${expirySec}-${createHash('md5').update(`${path}-${expirySec}-${secret}`).digest('hex')}`
}

/** Checks the port first, because node-media-server exits the process if it cannot listen. @throws the listen error */
async function assertPortFree(host: string, port: number): Promise<void> {
  const trial = createServer().listen(port, host)
  await once(trial, 'listening')
  trial.close()
  await once(trial, 'close')
}
