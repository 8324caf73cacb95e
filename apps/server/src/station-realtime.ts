import { parseRoom } from '@yunmu/contract'
import { splitToken } from '@yunmu/contract/wire'
import { convertDeep } from '@yunmu/zh'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { mountUps, subscribeRealtime } from './platform/domain-modules.ts'
import { nowSec } from './platform/process/clock.ts'
import type { RateLimits } from './platform/http/rate-limits.ts'
import type { RealtimeNeeds } from './platform/realtime/realtime-needs.ts'
import { createRealtime } from './platform/realtime/realtime.ts'
import { RefusalError } from './platform/http/refusal-error.ts'
import type { ViewerReader } from './platform/calls/viewer.ts'
import type { Platform } from './platform/platform.ts'
import type { Station } from './station.ts'

/** How long it is remembered whether there is a place: a thousand pages may come to one at once. */
const placeKeptMs = 10_000
const mostPlaces = 5000
/** No id outgrows an integer of the database. */
const greatestId = 2 ** 31 - 1

/** What is said and told, as it reaches the pages that are open. */
export function installRealtime(
  app: FastifyInstance,
  platform: Platform,
  station: Station,
  rest: { limits: RateLimits; overloaded: () => boolean; viewers: ViewerReader },
): void {
  const { clock, config } = platform
  const realtime = createRealtime({
    ...platform,
    ...rest,
    allowedOrigins: new Set(config.allowedOrigins),
    async viewerOf(token) {
      const parts = splitToken(token)
      if (!parts) return null
      try {
        return await rest.viewers.read({ ...parts }, clock.nowMs())
      } catch (err) {
        if (err instanceof RefusalError) return null
        throw err
      }
    },
    ups: mountUps(station.modules),
    canJoin: roomCheck(platform, station),
    recent: station.danmaku.recent,
    async heldAuthors(ids) {
      const found = await station.danmaku.texts.find(ids)
      return new Map(found.flatMap(({ id, userId, state }) => (state === 'held' && userId ? [[id, userId]] : [])))
    },
    convert: convertDeep,
  })
  realtime.install(app)
  const stopListening = subscribeRealtime(station.modules, platform.events, realtime)
  app.addHook('onClose', async () => stopListening())
}

/** Whether the subject of a room exists and is visible: the same for everybody. Answers are cached. */
function roomCheck({ clock }: Platform, { subjects }: Station): RealtimeNeeds['canJoin'] {
  const isThere = async (name: string): Promise<boolean> => {
    const room = parseRoom(name)
    return room !== null && room.id <= greatestId && subjects.exists(room, nowSec(clock))
  }
  const known = new LRUCache<string, Promise<boolean>>({ max: mostPlaces, ttl: placeKeptMs })
  return (name) => {
    const asked = known.get(name)
    if (asked) return asked
    const found = isThere(name)
    known.set(name, found)
    // Places that are invented do not push out those that are there.
    const forget = (): void => {
      if (known.peek(name) === found) known.delete(name)
    }
    found.then((is) => is || forget(), forget)
    return found
  }
}
