import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import NodeMediaServer, { type MediaSession } from 'node-media-server'
import logger from 'node-media-server/src/core/logger.js'
import type { KeyedHash } from '../../../platform/process/keyed-hash.ts'
import { isKeyGood, streamOf } from './key-rules.ts'

/** A signature of the server's own lasts this long: it is checked in the same moment. */
const signedForSec = 60

export interface PushServer {
  /** Ends pushes whose keys were ended since. */
  review(): void
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
  const pushing = new Map<number, { session: MediaSession; serial: number }>()
  await assertFree(host, port)
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
  const admit = (session: MediaSession, purpose: 'push' | 'play'): boolean => {
    const streamId = streamOf(session.streamPath)
    const { key } = session.streamQuery
    const serial = streamId === undefined || purpose === 'play' ? 0 : serialOf(streamId)
    const good = streamId !== undefined && isKeyGood(hash, { purpose, streamId, serial, key, nowSec: nowSec() })
    session.streamQuery = { sign: good ? signatureOf(session.streamPath, nowSec() + signedForSec, secret) : '' }
    if (good && purpose === 'push') pushing.set(streamId, { session, serial })
    return good
  }
  server.on('prePlay', (session) => void admit(session, 'play'))
  server.on('prePublish', (session) => {
    if (!admit(session, 'push')) return
    const { broadcast } = session
    // An encoder that comes back may look different: whoever records begins anew instead of being handed over.
    broadcast.publishGraceMs = 0
    // One that comes back before its broken connection is noticed gets in at its next attempt.
    broadcast.publisher?.socket?.destroy()
  })
  server.on('donePublish', (session) => {
    for (const [streamId, each] of pushing) if (each.session === session) pushing.delete(streamId)
    const { broadcast } = session
    for (const watching of broadcast.subscribers.values()) watching.close()
  })
  server.rtmpServer.run()
  const { tcpServer } = server.rtmpServer
  if (tcpServer && !tcpServer.listening) await once(tcpServer, 'listening')
  return {
    review() {
      for (const [streamId, { session, serial }] of pushing)
        if (serialOf(streamId) !== serial) session.socket?.destroy()
    },
  }
}

function signatureOf(path: string, expirySec: number, secret: string): string {
  return `${expirySec}-${createHash('md5').update(`${path}-${expirySec}-${secret}`).digest('hex')}`
}

/** @throws the error of listening, which the server would answer by ending the process */
async function assertFree(host: string, port: number): Promise<void> {
  const trial = createServer().listen(port, host)
  await once(trial, 'listening')
  trial.close()
  await once(trial, 'close')
}
