import type { Danmaku } from '@yunmu/contract'
import { setTimeout as delay } from 'node:timers/promises'
import { danmakuSent } from '../../apps/server/src/domains/danmaku/danmaku-events.ts'
import { openDatabaseBus } from '../../apps/server/src/platform/events/database-bus.ts'
import { createEvents } from '../../apps/server/src/platform/events/events.ts'
import { createLogger } from '../../apps/server/src/platform/process/logger.ts'

export type Connection = Parameters<typeof openDatabaseBus>[0]['connection']

const letters = '这一段拍得真好看啊哈前方高能请注意'
const danmaku = (id: number): Danmaku => ({
  id: String(id),
  time: Date.now() / 1000,
  mode: 'scroll',
  color: 0xffffff,
  size: 25,
  text: letters.slice(0, 4 + (id % 13)),
  user: 'a1b2c3d4e5f6a7b8',
  weight: 5,
  vip: false,
  up: 0,
  mine: false,
})

/**
 * Announces danmaku of a room evenly at a given rate, as another process of the station, over the database: for some
 * seconds, or until `signal` aborts.
 */
export async function announceAtRate(
  connection: Connection,
  {
    room,
    perSec,
    seconds = Infinity,
    signal,
  }: { room: string; perSec: number; seconds?: number; signal?: AbortSignal },
): Promise<void> {
  const bus = await openDatabaseBus({ connection, log: createLogger({ level: 'warn' }), onGap: () => {} })
  const events = createEvents(bus, (err) => console.error(err))
  const begunMs = performance.now()
  for (let said = 0; said < seconds * perSec && !signal?.aborted; said++) {
    await delay(Math.max(0, begunMs + (said * 1000) / perSec - performance.now()))
    events.announce(danmakuSent, { room, danmaku: danmaku(1000 + Math.floor(begunMs) + said) })
  }
  await bus.close()
}
