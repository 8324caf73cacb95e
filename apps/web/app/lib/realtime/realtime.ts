import type { Script } from '@yunmu/contract'
import type { realtimeLine, RoomListener, StationListener } from './realtime-line.ts'

export type { RoomListener, StationFrame } from './realtime-line.ts'
type Line = typeof realtimeLine

/**
 * What the station says at once, over the one line of the page. The line and all that it needs is loaded when it is first
 * wanted, and open while somebody is in a room, or is signed in and listens. Where it cannot be had, nobody hears anything.
 */
let line: Promise<Line> | null = null

function onLine(begin: (line: Line) => () => void): () => void {
  let isOver = false
  let end: (() => void) | undefined
  line ??= import('./realtime-line.ts').then(({ realtimeLine: loaded }) => loaded)
  line.then(
    (ready) => {
      if (!isOver) end = begin(ready)
    },
    () => {
      line = null
    },
  )
  return () => {
    isOver = true
    end?.()
  }
}

/** Hears what is said in a room, in the given script: see `roomName` of the contract. Returns what ends it. */
export const joinRoom = (room: string, script: Script, listener: RoomListener): (() => void) =>
  onLine((ready) => ready.join(room, script, listener))

/** Hears what is said to the person who is signed in. Returns what ends it. */
export const hearStation = (script: Script, listener: StationListener): (() => void) =>
  onLine((ready) => ready.listen(script, listener))
