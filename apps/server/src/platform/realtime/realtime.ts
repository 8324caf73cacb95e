import { realtimeBounds, refusalOf, type ClientFrame, type Danmaku, type ServerFrame } from '@yunmu/contract'
import type { FastifyInstance } from 'fastify'
import type { RawData } from 'ws'
import { RefusalError } from '../http/refusal-error.ts'
import { installUpgradeHandler } from './upgrade-handler.ts'
import { framesOf, parseClientFrame, textFrame } from './frames.ts'
import { forEachYielding } from './for-each-yielding.ts'
import { coalesceRuns } from './coalesce-runs.ts'
import { createConnectionCounts } from './connection-counts.ts'
import { createOnlineCounts, type OnlineCounts } from './online-counts.ts'
import { closeCodes, PageSocket, toText } from './page-socket.ts'
import { createConnectedUsers, type ConnectedUsers } from './connected-users.ts'
import type { Viewer } from '../calls/viewer.ts'
import type { RealtimeNeeds } from './realtime-needs.ts'
import { createRooms, type Rooms } from './rooms.ts'
import { createSharedWait, type SharedWait } from './shared-wait.ts'

/** Interval of the one timer for all periodic work. */
const tickMs = 5000
const ticksPerHeartbeat = Math.round((realtimeBounds.beatSec * 1000) / tickMs)
/** Ticks between checks of sessions. */
const ticksPerSessionCheck = 60
/** A replay may need the database, so it costs more tokens. */
const replayCost = 4
/** Joins per address, because each may query the database. */
const joinLimit = { points: 300, perSec: 60 }
const closeGraceMs = 500
/** Frames are processed together after this delay, because waking up for each would cost most. */
const processDelayMs = 100

/** Push to pages: one WebSocket per page, rooms, and messages to users. */
export interface Realtime {
  /** Adds the upgrade handler. */
  install(app: FastifyInstance): void
  /** Broadcasts to the room's sockets in this process, batched, one frame per script (t/s). */
  toRoom(room: string, danmaku: readonly Danmaku[]): void
  /** Sends a frame to the room's sockets in this process, at once. */
  sendToRoom(room: string, frame: ServerFrame): void
  /** Sends the pages of this process out of rooms that do not exist any more. */
  closeRooms(isClosed: (room: string) => boolean): void
  /** @param exceptUserId the user whose pages keep the danmaku */
  removeFromRoom(room: string, ids: readonly string[], exceptUserId?: number): void
  /** Sends to the pages of a user at this process, after checking their sessions. */
  toUser(userId: number, frame: ServerFrame): void
  /** Which of these users have a page open at this process; without a list, all who have. */
  connectedUserIds(userIds?: readonly number[]): number[]
  /** Sends to every page of this process. */
  toAll(frame: ServerFrame): void
  /** The rooms that have pages at this process. */
  rooms(): string[]
  /** The number of pages in a room over all processes. */
  online(room: string): number
  /** Reloads recent danmaku of all rooms after a gap in the bus, and sends what was missed. */
  resyncRooms(): void
  /** Re-checks the sessions of these users (`null`: all) and closes sockets whose session has ended. */
  recheckSessions(userIds: readonly number[] | null): void
  close(): Promise<void>
}

/** State shared by the functions below. */
interface Parts {
  needs: RealtimeNeeds
  pages: Set<PageSocket>
  users: ConnectedUsers
  rooms: Rooms
  counts: OnlineCounts
  processDelay: SharedWait
  stats: { frames: number; slow: number; dead: number; skipped: number; accepted: number; refused: number }
}

export function createRealtime(needs: RealtimeNeeds): Realtime {
  const parts = createParts(needs)
  const { pages, users, rooms, counts } = parts
  registerMetrics(parts)
  const listener = {
    ...createListener(parts),
    onFrame: (page: PageSocket, data: RawData) => receive(parts, page, data),
  }
  const timer = setInterval(createTick(parts), tickMs)
  timer.unref()
  const resyncRooms = coalesceRuns(() => rooms.resync())
  let isClosed = false
  const close = async (): Promise<void> => {
    if (isClosed) return
    isClosed = true
    clearInterval(timer)
    counts.leave()
    rooms.closeAll()
    parts.processDelay.end()
    for (const page of pages) page.close(closeCodes.goingAway, 'the station restarts')
    const untilMs = performance.now() + closeGraceMs
    while (pages.size > 0 && performance.now() < untilMs) await new Promise((resolve) => setTimeout(resolve, 20))
    for (const page of pages) page.terminate()
  }
  return {
    install(app) {
      installUpgradeHandler(app, {
        ...needs,
        connections: createConnectionCounts(needs.channel),
        onConnection(ws, socket, from) {
          const page = new PageSocket(ws, socket, from, listener)
          pages.add(page)
          if (isClosed) page.close(closeCodes.goingAway, 'the station restarts')
        },
      })
      app.addHook('preClose', close)
    },
    toRoom: rooms.broadcast,
    sendToRoom: rooms.send,
    closeRooms: rooms.close,
    removeFromRoom: rooms.removeDanmaku,
    toUser(userId, frame) {
      const frames = framesOf(frame, needs.convert)
      for (const page of users.pagesOf(userId)) {
        void checkSession(parts, page).then((isValid) => {
          if (isValid) page.send(frames)
        })
      }
    },
    connectedUserIds: (userIds = users.ids()) => userIds.filter((id) => users.has(id)),
    toAll(frame) {
      const frames = framesOf(frame, needs.convert)
      void forEachYielding(pages, (page) => page.send(frames))
    },
    rooms: () => [...rooms.counts().keys()],
    online: counts.of,
    resyncRooms,
    recheckSessions(userIds) {
      const toCheck =
        userIds === null ? [...pages].filter(({ userId }) => userId !== 0) : userIds.flatMap(users.pagesOf)
      void checkSessions(parts, toCheck)
    },
    close,
  }
}

function createParts(needs: RealtimeNeeds): Parts {
  const stats = { frames: 0, slow: 0, dead: 0, skipped: 0, accepted: 0, refused: 0 }
  const rooms = createRooms({
    ...needs,
    online: (room) => counts.of(room) + needs.crowd(room),
    onSkipped(count) {
      stats.skipped += count
    },
  })
  const counts = createOnlineCounts(needs.events, rooms)
  const processDelay = createSharedWait(processDelayMs)
  return { needs, pages: new Set<PageSocket>(), users: createConnectedUsers(), rooms, counts, processDelay, stats }
}

function createListener({ pages, users, rooms, stats }: Parts) {
  return {
    onWrite(): void {
      stats.frames++
    },
    onDrop(why: 'slow' | 'dead'): void {
      stats[why]++
    },
    onClose(page: PageSocket): void {
      pages.delete(page)
      users.set(page, 0)
      for (const room of page.rooms) rooms.leave(page, room)
    },
  }
}

function registerMetrics({ needs: { metrics }, pages, users, rooms, stats }: Parts): void {
  metrics.addGauge({
    name: 'yunmu_realtime',
    help: 'Connected pages, signed-in users, rooms with pages.',
    label: 'kind',
    read: async () => ({ pages: pages.size, people: users.size, rooms: rooms.counts().size }),
  })
  metrics.addCounter({
    name: 'yunmu_realtime_frames_total',
    help: 'Frames sent.',
    label: 'kind',
    read: () => ({ sent: stats.frames }),
  })
  metrics.addCounter({
    name: 'yunmu_realtime_ups_total',
    help: 'Up-frames: accepted, refused.',
    label: 'outcome',
    read: () => ({ taken: stats.accepted, refused: stats.refused }),
  })
  metrics.addCounter({
    name: 'yunmu_realtime_left_out_total',
    help: 'Danmaku skipped because a room exceeded its rate.',
    label: 'kind',
    read: () => ({ danmaku: stats.skipped }),
  })
  metrics.addCounter({
    name: 'yunmu_realtime_dropped_total',
    help: 'Connections closed: page too slow, or dead.',
    label: 'why',
    read: () => ({ slow: stats.slow, dead: stats.dead }),
  })
}

/** Heartbeats, counts and periodic session checks: one timer for all pages. */
function createTick(parts: Parts): () => void {
  const { pages, rooms, counts } = parts
  const heartbeat = textFrame(JSON.stringify({ beat: 1 } satisfies ServerFrame))
  let ticks = 0
  return () => {
    void forEachYielding(pages, (page) => page.tick(heartbeat, ticksPerHeartbeat))
    counts.tick()
    rooms.tick()
    if (++ticks % ticksPerSessionCheck === 0)
      void checkSessions(
        parts,
        [...pages].filter(({ userId }) => userId !== 0),
      )
  }
}

/** Processes frames of a page in order. */
function receive(parts: Parts, page: PageSocket, data: RawData): void {
  const delay = parts.processDelay.wait()
  page.processing = page.processing
    .then(() => delay)
    .then(() => handleFrame(parts, page, data))
    .catch((err: unknown) => {
      if (!(err instanceof RefusalError)) parts.needs.log.warn({ err }, 'a realtime frame could not be handled')
      page.close(closeCodes.tryLater, 'try again later')
    })
}

async function handleFrame(parts: Parts, page: PageSocket, data: RawData): Promise<void> {
  const { needs, rooms, users, pages } = parts
  const frame = parseClientFrame(toText(data))
  if (!frame) return page.close(closeCodes.unreadable, 'not understood')
  page.hasSentFrame = true
  if ('up' in frame) return handleUp(parts, page, frame)
  if ('leave' in frame) return rooms.leave(page, frame.leave)
  if ('hello' in frame) {
    const { token, lang } = frame.hello
    page.script = lang
    const viewer = token === '' ? null : await needs.viewerOf(token)
    if (!pages.has(page)) return
    page.token = viewer ? token : ''
    users.set(page, viewer?.id ?? 0)
    return page.send(framesOf({ hello: { userId: page.userId } }, needs.convert))
  }
  const { join: room, after } = frame
  if (after !== undefined && !page.consume(replayCost)) return
  await needs.limits.consume('realtime.join', page.address, joinLimit)
  const hasPlace = page.rooms.has(room) || page.rooms.size < realtimeBounds.maxRooms
  const viewer = hasPlace && page.token !== '' ? await needs.viewerOf(page.token) : null
  const isAdmitted = hasPlace && (await isAdmittedNow(parts, room, viewer))
  if (!pages.has(page)) return
  if (isAdmitted) await rooms.join(page, room, after)
  else page.send(framesOf({ room, refused: true }, needs.convert))
}

/** Whether the viewer may join the room, asked again if rooms were closed meanwhile: the answer may be of before. */
async function isAdmittedNow({ needs, rooms }: Parts, room: string, viewer: Viewer | null): Promise<boolean> {
  for (;;) {
    const { closings } = rooms
    const isAdmitted = await needs.canJoin(room, viewer)
    if (closings === rooms.closings) return isAdmitted
  }
}

/** Handles an up-frame by the rules of its call. Closes the page if its session has ended. */
async function handleUp(
  { needs, stats }: Parts,
  page: PageSocket,
  { up, send }: Extract<ClientFrame, { up: string }>,
): Promise<void> {
  try {
    const mounted = needs.ups.get(up)
    if (!mounted) throw new RefusalError('NoSuchAddress')
    await needs.limits.consume(mounted.call.name, page.address, mounted.limit)
    const viewer = page.token === '' ? null : await needs.viewerOf(page.token)
    if (viewer === null && page.token !== '') return page.close(closeCodes.sessionEnded, 'the session ended')
    await mounted.handle({ send, viewer, nowMs: needs.clock.nowMs() })
    stats.accepted++
    page.acknowledge()
  } catch (err) {
    if (!(err instanceof RefusalError)) throw err
    stats.refused++
    page.refuse(refusalOf(err.refusal).code)
  }
}

/** Whether the page's session is valid; closes the page if it has ended. */
async function checkSession({ needs }: Parts, page: PageSocket): Promise<boolean> {
  const { token } = page
  try {
    const viewer = token === '' ? null : await needs.viewerOf(token)
    // Another user may have signed in on the page meanwhile.
    if (page.token !== token) return false
    if (viewer === null && token !== '') page.close(closeCodes.sessionEnded, 'the session ended')
    return viewer !== null
  } catch (err) {
    needs.log.warn({ err }, 'a session could not be checked')
    return false
  }
}

/** Sequential, to avoid a burst of queries. */
async function checkSessions(parts: Parts, pages: readonly PageSocket[]): Promise<void> {
  for (const page of pages) await checkSession(parts, page)
}
