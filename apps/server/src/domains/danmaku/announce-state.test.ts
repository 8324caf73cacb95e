import { expect, test } from 'vitest'
import { createEvents } from '../../platform/events/events.ts'
import { localBus } from '../../testing/local-bus.ts'
import { danmakuRemoved } from './danmaku-events.ts'
import { announceStateChanges, type StateChange } from './announce-state.ts'

const pool = { kind: 'vod', id: 3, level: 1 } as const
const turn = (id: string, state: StateChange['state'], userId: number | null): StateChange => ({
  id,
  pool,
  state,
  userId,
  was: 'shown',
  danmaku: { time: 60 },
})

test('[I04] a held danmaku is hidden from all but its author; a removed one from the author too', () => {
  const events = createEvents(localBus, (err) => expect(err).toBeNull())
  const announced: unknown[] = []
  events.on(danmakuRemoved, (gone) => announced.push(gone))
  announceStateChanges(events, [
    turn('1', 'held', 7),
    turn('2', 'removed', 7),
    turn('3', 'held', 8),
    turn('4', 'held', null),
  ])
  const room = 'vod:3:1'
  expect(announced).toEqual([
    { room, ids: ['1'], exceptUserId: 7 },
    { room, ids: ['2', '4'] },
    { room, ids: ['3'], exceptUserId: 8 },
  ])
})
