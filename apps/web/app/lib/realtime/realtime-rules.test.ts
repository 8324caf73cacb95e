import type { ServerFrame } from '@yunmu/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  closedLine,
  laterId,
  speaksFor,
  stepLine,
  waitMs,
  type LineEffect,
  type LineEvent,
  type LineState,
} from './realtime-rules.ts'

/** A line with a clock that tests turn. */
function aLine() {
  let state: LineState = closedLine
  let nextMs: number | null = null
  let nowMs = 1_000_000
  const said: LineEffect[] = []
  const step = (event: LineEvent): readonly LineEffect[] => {
    const next = stepLine(state, event, { nowMs, random: 0.5 })
    state = next.state
    nextMs = next.nextMs
    said.push(...next.effects)
    return next.effects
  }
  return {
    step,
    said,
    state: () => state,
    nextMs: () => nextMs,
    /** Goes on to where the line wants to be asked again. Returns how long that was. */
    wait() {
      if (nextMs === null) throw new Error('the line awaits nothing')
      const waited = nextMs - nowMs
      nowMs = nextMs
      return { waited, effects: step({ kind: 'tick' }) }
    },
    later: (ms: number) => void (nowMs += ms),
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
const hello = { do: 'say', frame: { hello: { token: '', lang: 's' } } }

test('[I02] nobody who needs it: no line, also with listeners as long as nobody is signed in', () => {
  const line = aLine()
  expect(line.step({ kind: 'listen' })).toEqual([])
  expect(line.step({ kind: 'tick' })).toEqual([])
  expect(line.nextMs()).toBeNull()
  expect(line.step({ kind: 'speaker', speaker: { token: 'a', lang: 't' } })).toEqual([{ do: 'open' }])
})

test('[I02] a line that cannot be had is tried again after longer and longer waits, and at once when the network is back', () => {
  const line = aLine()
  expect(line.step({ kind: 'join', room: 'live:1' })).toEqual([{ do: 'open' }])
  const waits: number[] = []
  for (let attempt = 0; attempt < 10; attempt++) {
    expect(line.step({ kind: 'closed' })).toEqual([])
    const { waited, effects } = line.wait()
    waits.push(waited)
    expect(effects).toEqual([{ do: 'open' }])
  }
  expect(waits).toEqual([...waits].sort((one, other) => one - other))
  expect(waits[0]).toBe(2000)
  expect(waits.at(-1)).toBe(60_000)
  line.step({ kind: 'closed' })
  expect(line.step({ kind: 'online' })).toEqual([{ do: 'open' }])
})

test('[I02] a station that lets in and sends away at once is met again later and later, one that was steady soon', () => {
  const line = aLine()
  line.step({ kind: 'join', room: 'live:1' })
  const round = (steadyMs: number): number => {
    line.step({ kind: 'opened' })
    line.later(steadyMs)
    line.step({ kind: 'heard', frame: inRoom('live:1', '1') })
    line.step({ kind: 'closed' })
    return line.wait().waited
  }
  expect([round(100), round(100), round(100)]).toEqual([2000, 4000, 8000])
  expect(round(30_000)).toBe(2000)
})

test('[I02] a line that never opens, or on which not even a beat comes, is left for another', () => {
  const line = aLine()
  line.step({ kind: 'join', room: 'live:1' })
  expect(line.wait().effects).toEqual([{ do: 'close' }])
  expect(line.wait().effects).toEqual([{ do: 'open' }])
  line.step({ kind: 'opened' })
  line.later(49_000)
  line.step({ kind: 'heard', frame: { beat: 1 } })
  const { waited, effects } = line.wait()
  expect(waited).toBe(50_000)
  expect(effects).toEqual([{ do: 'close' }])
})

test('[I02] who comes back says who they are, enters every room again and asks for what they missed', () => {
  const line = aLine()
  line.step({ kind: 'join', room: 'live:1' })
  line.step({ kind: 'join', room: 'vod:2:3' })
  expect(line.step({ kind: 'opened' })).toEqual([
    hello,
    { do: 'say', frame: { join: 'live:1', after: '0' } },
    { do: 'say', frame: { join: 'vod:2:3', after: '0' } },
  ])
  line.step({ kind: 'heard', frame: inRoom('live:1', '9', '12', '11') })
  line.step({ kind: 'closed' })
  line.wait()
  expect(line.step({ kind: 'opened' })).toEqual([
    hello,
    { do: 'say', frame: { join: 'live:1', after: '12' } },
    { do: 'say', frame: { join: 'vod:2:3', after: '0' } },
  ])
})

test('[I02] a room is entered with its first reader and left with its last', () => {
  const line = aLine()
  line.step({ kind: 'join', room: 'live:1' })
  line.step({ kind: 'opened' })
  expect(line.step({ kind: 'join', room: 'live:1' })).toEqual([])
  expect(line.step({ kind: 'leave', room: 'live:1' })).toEqual([])
  expect(line.step({ kind: 'leave', room: 'live:7' })).toEqual([])
  expect(line.step({ kind: 'leave', room: 'live:1' })).toEqual([{ do: 'say', frame: { leave: 'live:1' } }])
  // From one page to the next the line stays.
  line.later(2000)
  expect(line.step({ kind: 'join', room: 'live:2' })).toEqual([{ do: 'say', frame: { join: 'live:2', after: '0' } }])
  line.step({ kind: 'leave', room: 'live:2' })
  expect(line.wait().effects).toEqual([{ do: 'close' }])
  expect(line.nextMs()).toBeNull()
})

test('[I02] another person or script is told once, and a room that was refused is tried again', () => {
  const line = aLine()
  line.step({ kind: 'join', room: 'live:1' })
  line.step({ kind: 'opened' })
  line.step({ kind: 'heard', frame: { room: 'live:1', refused: true } })
  const speaker = { token: 'a.b.c', lang: 't' as const }
  expect(line.step({ kind: 'speaker', speaker })).toEqual([
    { do: 'say', frame: { hello: speaker } },
    { do: 'say', frame: { join: 'live:1', after: '0' } },
  ])
  expect(line.step({ kind: 'speaker', speaker: { ...speaker } })).toEqual([])
})

test('[F09] a line speaks for who is signed in once the station has said so, and as long as it stands', () => {
  const line = aLine()
  const speaks = (token: string | null): boolean => speaksFor(line.state(), token)
  const answered = (userId: number) => line.step({ kind: 'heard', frame: { hello: { userId } } })
  line.step({ kind: 'speaker', speaker: { token: 'a', lang: 's' } })
  line.step({ kind: 'join', room: 'live:1' })
  line.step({ kind: 'opened' })
  expect(speaks('a')).toBe(false)
  answered(7)
  expect([speaks('a'), speaks('b'), speaks(null)]).toEqual([true, false, false])
  // Two are told one after the other: the first answer is about the one before.
  line.step({ kind: 'speaker', speaker: { token: 'b', lang: 's' } })
  line.step({ kind: 'speaker', speaker: { token: 'c', lang: 's' } })
  answered(8)
  expect([speaks('b'), speaks('c')]).toEqual([false, false])
  answered(9)
  expect(speaks('c')).toBe(true)
  // A token that holds no longer is a visitor's.
  line.step({ kind: 'speaker', speaker: { token: 'd', lang: 's' } })
  answered(0)
  expect(speaks('d')).toBe(false)
  line.step({ kind: 'closed' })
  line.wait()
  line.step({ kind: 'opened' })
  expect(speaks('d')).toBe(false)
  answered(9)
  expect(speaks('d')).toBe(true)
})

test('[I02] a page that is left, or that nobody looks at for long, gives its line back and has it again when it returns', () => {
  const line = aLine()
  line.step({ kind: 'join', room: 'live:1' })
  line.step({ kind: 'opened' })
  expect(line.step({ kind: 'left' })).toEqual([{ do: 'close' }])
  expect(line.nextMs()).toBeNull()
  expect(line.step({ kind: 'back' })).toEqual([{ do: 'open' }])
  line.step({ kind: 'opened' })
  expect(line.step({ kind: 'hidden' })).toEqual([])
  for (let beats = 0; beats < 11; beats++) {
    line.later(25_000)
    expect(line.step({ kind: 'heard', frame: null })).toEqual([])
  }
  expect(line.wait().effects).toEqual([{ do: 'close' }])
  expect(line.nextMs()).toBeNull()
  expect(line.step({ kind: 'shown' })).toEqual([{ do: 'open' }])
})

test('[I02] whatever happens in whatever order, there is one line at most and it is said something only while it is open', () => {
  const kinds = ['hidden', 'shown', 'online', 'left', 'back', 'tick', 'opened', 'closed'] as const
  const rooms = fc.constantFrom('live:1', 'live:2', 'vod:3:1')
  const event: fc.Arbitrary<LineEvent> = fc.oneof(
    fc.record({ kind: fc.constantFrom('join' as const, 'leave' as const), room: rooms }),
    fc.constantFrom(...kinds).map((kind) => ({ kind })),
    rooms.map((room) => ({ kind: 'heard' as const, frame: inRoom(room, '4') })),
    fc.constantFrom('', 'a.b.c').map((token) => ({ kind: 'speaker' as const, speaker: { token, lang: 's' as const } })),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(event, fc.nat(60_000)), { maxLength: 60 }), (events) => {
      let state = closedLine
      let socket: 'none' | 'opening' | 'open' = 'none'
      let nowMs = 0
      for (const [given, afterMs] of events) {
        nowMs += afterMs
        // A line tells only of itself.
        if (given.kind === 'opened' && socket !== 'opening') continue
        if ((given.kind === 'closed' || given.kind === 'heard') && socket === 'none') continue
        if (given.kind === 'opened') socket = 'open'
        if (given.kind === 'closed') socket = 'none'
        const step = stepLine(state, given, { nowMs, random: 0.3 })
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

test('[I02] of two ids the later is the larger number, and waits are never for everybody the same', () => {
  expect(laterId(null, '7')).toBe('7')
  expect(laterId('9', '10')).toBe('10')
  expect(laterId('123', '99')).toBe('123')
  expect(waitMs(3, 0)).not.toBe(waitMs(3, 1))
})
