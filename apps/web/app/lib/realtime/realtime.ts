import type { Script } from '@yunmu/contract'
import type { realtimeConnection, RoomListener, BroadcastListener } from './realtime-connection.ts'

export type { RoomListener, BroadcastFrame as StationFrame } from './realtime-connection.ts'
type Connection = typeof realtimeConnection

/**
 * Realtime frames over the page's one connection. The connection's code is loaded on first use; it is open while the
 * page is in a room, or is signed in and subscribed. If it cannot be loaded, no frames arrive.
 */
let connection: Promise<Connection> | null = null

function withConnection(begin: (connection: Connection) => () => void): () => void {
  let isOver = false
  let end: (() => void) | undefined
  connection ??= import('./realtime-connection.ts').then(({ realtimeConnection: loaded }) => loaded)
  connection.then(
    (ready) => {
      if (!isOver) end = begin(ready)
    },
    () => {
      connection = null
    },
  )
  return () => {
    isOver = true
    end?.()
  }
}

/** Joins a room (`roomName` of the contract) in the given script. Returns a function that leaves it. */
export const joinRoom = (room: string, script: Script, listener: RoomListener): (() => void) =>
  withConnection((ready) => ready.join(room, script, listener))

/** Subscribes to frames for the signed-in user and for everybody. Returns the unsubscribe function. */
export const subscribeToBroadcasts = (script: Script, listener: BroadcastListener): (() => void) =>
  withConnection((ready) => ready.subscribe(script, listener))

/** Whether frames for the signed-in user arrive now. */
export const isReceivingFrames = async (): Promise<boolean> => {
  const ready = await connection?.catch(() => null)
  return ready?.isIdentified() ?? false
}
