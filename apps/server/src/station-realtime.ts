import { parseRoom } from '@yunmu/contract'
import { splitToken } from '@yunmu/contract/wire'
import { convertDeep } from '@yunmu/zh'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { siteChanged } from './domains/site/index.ts'
import { mountUps, subscribeRealtime } from './platform/domain-modules.ts'
import { nowSec } from './platform/process/clock.ts'
import type { RateLimits } from './platform/http/rate-limits.ts'
import type { RealtimeNeeds } from './platform/realtime/realtime-needs.ts'
import { createRealtime } from './platform/realtime/realtime.ts'
import { RefusalError } from './platform/http/refusal-error.ts'
import type { ViewerReader } from './platform/calls/viewer.ts'
import type { Platform } from './platform/platform.ts'
import type { Station } from './station.ts'

/** Cache lifetime of room checks: a thousand pages may join one room at once. */
const roomCheckTtlMs = 10_000
const maxRooms = 5000
/** Larger ids exceed the database's integer. */
const maxId = 2 ** 31 - 1

/** Connects events of the domains to the open pages. */
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
        const viewer = await rest.viewers.read({ ...parts }, clock.nowMs())
        // Open pages are not calls of operators.
        return viewer?.scope === 'console' ? null : viewer
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
    crowd(name) {
      const room = parseRoom(name)
      return room === null ? 0 : station.demo.watching(room, clock.nowMs())
    },
    convert: convertDeep,
  })
  realtime.install(app)
  const stopListening = subscribeRealtime(station.modules, platform.events, realtime)
  app.addHook('onClose', async () => stopListening())
}

/** Whether the subject of a room exists and is visible: the same for everybody. Answers are cached. */
function roomCheck({ clock, events }: Platform, { subjects }: Station): RealtimeNeeds['canJoin'] {
  const roomExists = async (name: string): Promise<boolean> => {
    const room = parseRoom(name)
    return room !== null && room.id <= maxId && subjects.exists(room, nowSec(clock))
  }
  const known = new LRUCache<string, Promise<boolean>>({ max: maxRooms, ttl: roomCheckTtlMs })
  // The site's settings decide whether there are matches.
  events.on(siteChanged, () => known.clear())
  return (name) => {
    const cached = known.get(name)
    if (cached) return cached
    const found = roomExists(name)
    known.set(name, found)
    // Invented rooms must not evict existing ones.
    const evict = (): void => {
      if (known.peek(name) === found) known.delete(name)
    }
    found.then((is) => is || evict(), evict)
    return found
  }
}
