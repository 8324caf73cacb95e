/** Types for the used part of node-media-server 4, which has none. */
declare module 'node-media-server' {
  import type { Server } from 'node:net'

  export interface MediaSession {
    /** `/app/name`; empty until known. */
    readonly streamPath: string
    /** The parsed query behind the name. The server checks its `sign` after calling its listeners. */
    streamQuery: Record<string, unknown>
    readonly broadcast: Broadcast
    /** The parser of the connection. */
    readonly rtmp: { onPacketCallback: (packet: MediaPacket) => void }
    readonly socket?: { destroy(): void }
    close(): void
  }
  /** A message with sound, pictures or metadata. */
  type MediaPacket = object
  interface Broadcast {
    broadcastMessage(packet: MediaPacket): void
    readonly publisher: MediaSession | null
    readonly subscribers: ReadonlyMap<string, MediaSession>
    publishGraceMs: number
  }
  interface MediaConfig {
    readonly bind: string
    readonly rtmp: { readonly port: number }
    readonly auth: { readonly play: true; readonly publish: true; readonly secret: string }
    readonly webadmin: { readonly enable: false }
    readonly record: { readonly auto: false }
    readonly notify: { readonly url: '' }
  }
  class NodeMediaServer {
    constructor(config: MediaConfig)
    on(event: 'prePublish' | 'prePlay' | 'donePublish', listener: (session: MediaSession) => void): void
    readonly rtmpServer: { run(): void; readonly tcpServer?: Server }
  }
  export { NodeMediaServer as default }
}

declare module 'node-media-server/src/core/logger.js' {
  const logger: { level: string }
  export { logger as default }
}
