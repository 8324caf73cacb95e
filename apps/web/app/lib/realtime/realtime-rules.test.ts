import type { ServerFrame } from '@yunmu/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  closedConnection,
  laterId,
  isIdentifiedAs,
  stepConnection,
  retryDelayMs,
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionState,
} from './realtime-rules.ts'

/** A connection with a clock that the test controls. */
function createTestConnection() {
  let state: ConnectionState = closedConnection
  let nextMs: number | null = null
  let nowMs = 1_000_000
  const effects: ConnectionEffect[] = []
  const step = (event: ConnectionEvent): readonly ConnectionEffect[] => {
    const next = stepConnection(state, event, { nowMs, random: 0.5 })
    state = next.state
    nextMs = next.nextMs
    effects.push(...next.effects)
    return next.effects
  }
  return {
    step,
    effects,
    state: () => state,
    nextMs: () => nextMs,
    /** Advances the clock to the next tick. Returns the time waited. */
    wait() {
      if (nextMs === null) throw new Error('the line awaits nothing')
      const waited = nextMs - nowMs
      nowMs = nextMs
      return { waited, effects: step({ kind: 'tick' }) }
    },
    advance: (ms: number) => void (nowMs += ms),
  }
}

const danmaku = (id: string) => ({
  id,
  time: 1,
  mode: 'scroll' as const,
  color: 0xffffff,
  size: 25 as const,
  text: '好',
  user: '',
  weight: 5,
  vip: false,
  up: 0,
  mine: false,
})
const inRoom = (room: string, ...ids: string[]): ServerFrame => ({ room, danmaku: ids.map(danmaku), online: 3 })
const hello = { do: 'send', frame: { hello: { token: '', lang: 's' } } }

test('[I02] without a need there is no connection, even with listeners while nobody is signed in', () => {
  const connection = createTestConnection()
  expect(connection.step({ kind: 'listen' })).toEqual([])
  expect(connection.step({ kind: 'tick' })).toEqual([])
  expect(connection.nextMs()).toBeNull()
  expect(connection.step({ kind: 'identity', identity: { token: 'a', lang: 't' } })).toEqual([{ do: 'open' }])
})

test('[I02] a failed connection is retried after increasing delays, and at once when the network is back', () => {
  const connection = createTestConnection()
  expect(connection.step({ kind: 'join', room: 'live:1' })).toEqual([{ do: 'open' }])
  const waits: number[] = []
  for (let attempt = 0; attempt < 10; attempt++) {
    expect(connection.step({ kind: 'closed' })).toEqual([])
    const { waited, effects } = connection.wait()
    waits.push(waited)
    expect(effects).toEqual([{ do: 'open' }])
  }
  expect(waits).toEqual([...waits].sort((one, other) => one - other))
  expect(waits[0]).toBe(2000)
  expect(waits.at(-1)).toBe(60_000)
  connection.step({ kind: 'closed' })
  expect(connection.step({ kind: 'online' })).toEqual([{ do: 'open' }])
})

test('[I02] a station that accepts and closes at once is retried after increasing delays, a stable one soon', () => {
  const connection = createTestConnection()
  connection.step({ kind: 'join', room: 'live:1' })
  const round = (steadyMs: number): number => {
    connection.step({ kind: 'opened' })
    connection.advance(steadyMs)
    connection.step({ kind: 'frame', frame: inRoom('live:1', '1') })
    connection.step({ kind: 'closed' })
    return connection.wait().waited
  }
  expect([round(100), round(100), round(100)]).toEqual([2000, 4000, 8000])
  expect(round(30_000)).toBe(2000)
})

test('[I02] a connection that never opens, or without a heartbeat, is replaced', () => {
  const connection = createTestConnection()
  connection.step({ kind: 'join', room: 'live:1' })
  expect(connection.wait().effects).toEqual([{ do: 'close' }])
  expect(connection.wait().effects).toEqual([{ do: 'open' }])
  connection.step({ kind: 'opened' })
  connection.advance(49_000)
  connection.step({ kind: 'frame', frame: { beat: 1 } })
  const { waited, effects } = connection.wait()
  expect(waited).toBe(50_000)
  expect(effects).toEqual([{ do: 'close' }])
})

test('[I02] after reconnecting a page authenticates, joins all rooms again and requests what it missed', () => {
  const connection = createTestConnection()
  connection.step({ kind: 'join', room: 'live:1' })
  connection.step({ kind: 'join', room: 'vod:2:3' })
  expect(connection.step({ kind: 'opened' })).toEqual([
    hello,
    { do: 'send', frame: { join: 'live:1', after: '0' } },
    { do: 'send', frame: { join: 'vod:2:3', after: '0' } },
  ])
  connection.step({ kind: 'frame', frame: inRoom('live:1', '9', '12', '11') })
  connection.step({ kind: 'closed' })
  connection.wait()
  expect(connection.step({ kind: 'opened' })).toEqual([
    hello,
    { do: 'send', frame: { join: 'live:1', after: '12' } },
    { do: 'send', frame: { join: 'vod:2:3', after: '0' } },
  ])
})

test('[I02] a room is joined with its first subscriber and left with its last', () => {
  const connection = createTestConnection()
  connection.step({ kind: 'join', room: 'live:1' })
  connection.step({ kind: 'opened' })
  expect(connection.step({ kind: 'join', room: 'live:1' })).toEqual([])
  expect(connection.step({ kind: 'leave', room: 'live:1' })).toEqual([])
  expect(connection.step({ kind: 'leave', room: 'live:7' })).toEqual([])
  expect(connection.step({ kind: 'leave', room: 'live:1' })).toEqual([{ do: 'send', frame: { leave: 'live:1' } }])
  // The connection stays open during navigation.
  connection.advance(2000)
  expect(connection.step({ kind: 'join', room: 'live:2' })).toEqual([
    { do: 'send', frame: { join: 'live:2', after: '0' } },
  ])
  connection.step({ kind: 'leave', room: 'live:2' })
  expect(connection.wait().effects).toEqual([{ do: 'close' }])
  expect(connection.nextMs()).toBeNull()
})

test('[I02] another user or script is sent once, and a refused room is retried', () => {
  const connection = createTestConnection()
  connection.step({ kind: 'join', room: 'live:1' })
  connection.step({ kind: 'opened' })
  connection.step({ kind: 'frame', frame: { room: 'live:1', refused: true } })
  const identity = { token: 'a.b.c', lang: 't' as const }
  expect(connection.step({ kind: 'identity', identity })).toEqual([
    { do: 'send', frame: { hello: identity } },
    { do: 'send', frame: { join: 'live:1', after: '0' } },
  ])
  expect(connection.step({ kind: 'identity', identity: { ...identity } })).toEqual([])
})

test('[F09] a connection is authenticated once the station has confirmed it, until it closes', () => {
  const connection = createTestConnection()
  const identity = (token: string | null): boolean => isIdentifiedAs(connection.state(), token)
  const confirm = (userId: number) => connection.step({ kind: 'frame', frame: { hello: { userId } } })
  connection.step({ kind: 'identity', identity: { token: 'a', lang: 's' } })
  connection.step({ kind: 'join', room: 'live:1' })
  connection.step({ kind: 'opened' })
  expect(identity('a')).toBe(false)
  confirm(7)
  expect([identity('a'), identity('b'), identity(null)]).toEqual([true, false, false])
  // Two hellos are pending: the first reply answers the first one.
  connection.step({ kind: 'identity', identity: { token: 'b', lang: 's' } })
  connection.step({ kind: 'identity', identity: { token: 'c', lang: 's' } })
  confirm(8)
  expect([identity('b'), identity('c')]).toEqual([false, false])
  confirm(9)
  expect(identity('c')).toBe(true)
  // An invalid token counts as a visitor's.
  connection.step({ kind: 'identity', identity: { token: 'd', lang: 's' } })
  confirm(0)
  expect(identity('d')).toBe(false)
  connection.step({ kind: 'closed' })
  connection.wait()
  connection.step({ kind: 'opened' })
  expect(identity('d')).toBe(false)
  confirm(9)
  expect(identity('d')).toBe(true)
})

test('[I02] a page that is left or long hidden closes its connection, and reconnects when it returns', () => {
  const connection = createTestConnection()
  connection.step({ kind: 'join', room: 'live:1' })
  connection.step({ kind: 'opened' })
  expect(connection.step({ kind: 'pagehide' })).toEqual([{ do: 'close' }])
  expect(connection.nextMs()).toBeNull()
  expect(connection.step({ kind: 'pageshow' })).toEqual([{ do: 'open' }])
  connection.step({ kind: 'opened' })
  expect(connection.step({ kind: 'hidden' })).toEqual([])
  for (let beats = 0; beats < 11; beats++) {
    connection.advance(25_000)
    expect(connection.step({ kind: 'frame', frame: null })).toEqual([])
  }
  expect(connection.wait().effects).toEqual([{ do: 'close' }])
  expect(connection.nextMs()).toBeNull()
  expect(connection.step({ kind: 'shown' })).toEqual([{ do: 'open' }])
})

test('[I02] in any order of events there is at most one connection, and frames are sent only while it is open', () => {
  const kinds = ['hidden', 'shown', 'online', 'pagehide', 'pageshow', 'tick', 'opened', 'closed'] as const
  const rooms = fc.constantFrom('live:1', 'live:2', 'vod:3:1')
  const event: fc.Arbitrary<ConnectionEvent> = fc.oneof(
    fc.record({ kind: fc.constantFrom('join' as const, 'leave' as const), room: rooms }),
    fc.constantFrom(...kinds).map((kind) => ({ kind })),
    rooms.map((room) => ({ kind: 'frame' as const, frame: inRoom(room, '4') })),
    fc
      .constantFrom('', 'a.b.c')
      .map((token) => ({ kind: 'identity' as const, identity: { token, lang: 's' as const } })),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(event, fc.nat(60_000)), { maxLength: 60 }), (events) => {
      let state = closedConnection
      let socket: 'none' | 'opening' | 'open' = 'none'
      let nowMs = 0
      for (const [given, afterMs] of events) {
        nowMs += afterMs
        // Events of a connection occur only while it exists.
        if (given.kind === 'opened' && socket !== 'opening') continue
        if ((given.kind === 'closed' || given.kind === 'frame') && socket === 'none') continue
        if (given.kind === 'opened') socket = 'open'
        if (given.kind === 'closed') socket = 'none'
        const step = stepConnection(state, given, { nowMs, random: 0.3 })
        state = step.state
        for (const effect of step.effects) {
          if (effect.do === 'open') {
            expect(socket).toBe('none')
            socket = 'opening'
          } else if (effect.do === 'close') {
            expect(socket).not.toBe('none')
            socket = 'none'
          } else expect(socket).toBe('open')
        }
        expect(state.phase).toBe(socket === 'none' ? 'closed' : socket)
        if (step.nextMs !== null) expect(step.nextMs).toBeGreaterThan(nowMs)
      }
    }),
  )
})

test('[I02] of two ids the later is the larger number, and delays are randomised', () => {
  expect(laterId(null, '7')).toBe('7')
  expect(laterId('9', '10')).toBe('10')
  expect(laterId('123', '99')).toBe('123')
  expect(retryDelayMs(3, 0)).not.toBe(retryDelayMs(3, 1))
})

test('[M05] a page whose connection closes retries within three seconds, pages spread over one and a half', () => {
  expect([0, 1].map((random) => retryDelayMs(1, random))).toEqual([1300, 2700])
})
