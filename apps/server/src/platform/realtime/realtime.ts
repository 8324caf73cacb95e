import { realtimeBounds, refusalOf, type ClientFrame, type Danmaku, type ServerFrame } from '@yunmu/contract'
import type { FastifyInstance } from 'fastify'
import type { RawData } from 'ws'
import { readClientFrame } from './client-frames.ts'
import { RefusalError } from '../http/refusal-error.ts'
import { installDoor } from './door.ts'
import { framesOf, textFrame } from './frames.ts'
import { inTurns } from './in-turns.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { createOnlineCounts, type OnlineCounts } from './online-counts.ts'
import { endCodes, PageSocket, textOf } from './page-socket.ts'
import { createPeopleHere, type PeopleHere } from './people.ts'
import type { RealtimeNeeds } from './realtime-needs.ts'
import { createRooms, type Rooms } from './rooms.ts'
import { createSharedWait, type SharedWait } from './shared-wait.ts'

/** Everything that happens again and again happens together, this often. */
const pulseMs = 5000
const pulsesPerBeat = Math.round((realtimeBounds.beatSec * 1000) / pulseMs)
/** Every so many pulses it is looked whether sessions still hold. */
const pulsesPerCheck = 60
/** Telling what was missed is work for the database: a page that asks for it pays more than for a word. */
const priceOfMissed = 4
/** Rooms that pages of one address may enter: each is a look at what there is, and at what was missed. */
const joins = { points: 300, perSec: 60 }
const goodbyeMs = 500
/** What a page says waits so long and is answered with what others say: to wake up for each would cost most of all. */
const gatheredMs = 100

/** What pages hear at once: one WebSocket per page, rooms in it, and word to single people. */
export interface Realtime {
  /** Lets pages connect. */
  install(app: FastifyInstance): void
  /** To everybody in a room of this process: gathered for a while, one frame per script. */
  toRoom(room: string, danmaku: readonly Danmaku[]): void
  /** @param exceptUserId whose pages are not told */
  goneFrom(room: string, ids: readonly string[], exceptUserId?: number): void
  /** To the pages of a person at this process whose sessions hold. */
  toUser(userId: number, frame: ServerFrame): void
  /** Which of these people have a page open at this process; of all without a list. */
  present(userIds?: readonly number[]): number[]
  /** To every page of this process. */
  toAll(frame: ServerFrame): void
  /** How many are in a room, all processes together. */
  online(room: string): number
  /** Announcements may have been missed: what rooms were not told is read and told. */
  missed(): void
  /** Sessions of these people, or anybody's, may have ended: pages that speak for such a one are let go. */
  recheck(userIds: readonly number[] | null): void
  close(): Promise<void>
}

/** What the parts of it share. */
interface Parts {
  needs: RealtimeNeeds
  pages: Set<PageSocket>
  people: PeopleHere
  rooms: Rooms
  counts: OnlineCounts
  saying: SharedWait
  seen: { frames: number; slow: number; dead: number; leftOut: number; taken: number; notTaken: number }
}

export function createRealtime(needs: RealtimeNeeds): Realtime {
  const parts = partsOf(needs)
  const { pages, people, rooms, counts } = parts
  watch(parts)
  const ears = { ...tallyOf(parts), said: (page: PageSocket, data: RawData) => hear(parts, page, data) }
  const beating = setInterval(beatOf(parts), pulseMs)
  beating.unref()
  const readAgain = oneAtATime(() => rooms.readAgain())
  let isClosed = false
  const close = async (): Promise<void> => {
    if (isClosed) return
    isClosed = true
    clearInterval(beating)
    counts.leave()
    rooms.close()
    parts.saying.end()
    for (const page of pages) page.end(endCodes.goingAway, 'the station restarts')
    const untilMs = performance.now() + goodbyeMs
    while (pages.size > 0 && performance.now() < untilMs) await new Promise((resolve) => setTimeout(resolve, 20))
    for (const page of pages) page.cut()
  }
  return {
    install(app) {
      installDoor(app, {
        ...needs,
        welcome(ws, socket, from) {
          const page = new PageSocket(ws, socket, from, ears)
          pages.add(page)
          if (isClosed) page.end(endCodes.goingAway, 'the station restarts')
        },
      })
      app.addHook('preClose', close)
    },
    toRoom: rooms.say,
    goneFrom: rooms.takeBack,
    toUser(userId, frame) {
      const frames = framesOf(frame, needs.convert)
      for (const page of people.pagesOf(userId)) {
        void check(parts, page).then((holds) => {
          if (holds) page.send(frames)
        })
      }
    },
    present: (userIds = people.ids()) => userIds.filter((id) => people.has(id)),
    toAll(frame) {
      const frames = framesOf(frame, needs.convert)
      void inTurns(pages, (page) => page.send(frames))
    },
    online: counts.of,
    missed: readAgain,
    recheck(userIds) {
      const asked = userIds === null ? [...pages].filter(({ userId }) => userId !== 0) : userIds.flatMap(people.pagesOf)
      void checkInTurn(parts, asked)
    },
    close,
  }
}

function partsOf(needs: RealtimeNeeds): Parts {
  const seen = { frames: 0, slow: 0, dead: 0, leftOut: 0, taken: 0, notTaken: 0 }
  const rooms = createRooms({
    ...needs,
    online: (room) => counts.of(room),
    leftOut(count) {
      seen.leftOut += count
    },
  })
  const counts = createOnlineCounts(needs.events, rooms)
  const saying = createSharedWait(gatheredMs)
  return { needs, pages: new Set<PageSocket>(), people: createPeopleHere(), rooms, counts, saying, seen }
}

function tallyOf({ pages, people, rooms, seen }: Parts) {
  return {
    wrote(): void {
      seen.frames++
    },
    dropped(why: 'slow' | 'dead'): void {
      seen[why]++
    },
    gone(page: PageSocket): void {
      pages.delete(page)
      people.set(page, 0)
      for (const room of page.rooms) rooms.leave(page, room)
    },
  }
}

/** What operators look at. */
function watch({ needs: { metrics }, pages, people, rooms, seen }: Parts): void {
  metrics.watch({
    name: 'yunmu_realtime',
    help: 'Pages that are connected, people who are signed in at them, rooms that pages are in.',
    label: 'kind',
    read: async () => ({ pages: pages.size, people: people.size, rooms: rooms.counts().size }),
  })
  metrics.watchTotal({
    name: 'yunmu_realtime_frames_total',
    help: 'Frames that went out to pages.',
    label: 'kind',
    read: () => ({ sent: seen.frames }),
  })
  metrics.watchTotal({
    name: 'yunmu_realtime_ups_total',
    help: 'What pages sent instead of calls: taken, and refused.',
    label: 'outcome',
    read: () => ({ taken: seen.taken, refused: seen.notTaken }),
  })
  metrics.watchTotal({
    name: 'yunmu_realtime_left_out_total',
    help: 'Danmaku that a page was not sent at once, because more was said than a screen holds; one for each page.',
    label: 'kind',
    read: () => ({ danmaku: seen.leftOut }),
  })
  metrics.watchTotal({
    name: 'yunmu_realtime_dropped_total',
    help: 'Pages that were let go because they did not take what they were sent, or were not there any more.',
    label: 'why',
    read: () => ({ slow: seen.slow, dead: seen.dead }),
  })
}

/** Heartbeats, counts, and a look at sessions now and then: one timer for all pages. */
function beatOf(parts: Parts): () => void {
  const { pages, rooms, counts } = parts
  const beat = textFrame(JSON.stringify({ beat: 1 } satisfies ServerFrame))
  let pulses = 0
  return () => {
    void inTurns(pages, (page) => page.pulse(beat, pulsesPerBeat))
    counts.turn()
    rooms.turn()
    if (++pulses % pulsesPerCheck === 0)
      void checkInTurn(
        parts,
        [...pages].filter(({ userId }) => userId !== 0),
      )
  }
}

/** What a page says is answered in its order. */
function hear(parts: Parts, page: PageSocket, data: RawData): void {
  const due = parts.saying.wait()
  page.answering = page.answering
    .then(() => due)
    .then(() => answer(parts, page, data))
    .catch((err: unknown) => {
      if (!(err instanceof RefusalError)) parts.needs.log.warn({ err }, 'a page could not be answered')
      page.end(endCodes.tryLater, 'try again later')
    })
}

async function answer(parts: Parts, page: PageSocket, data: RawData): Promise<void> {
  const { needs, rooms, people, pages } = parts
  const frame = readClientFrame(textOf(data))
  if (!frame) return page.end(endCodes.unreadable, 'not understood')
  page.hasSpoken = true
  if ('up' in frame) return answerUp(parts, page, frame)
  if ('leave' in frame) return rooms.leave(page, frame.leave)
  if ('hello' in frame) {
    const { token, lang } = frame.hello
    page.script = lang
    const viewer = token === '' ? null : await needs.viewerOf(token)
    if (!pages.has(page)) return
    page.token = viewer ? token : ''
    people.set(page, viewer?.id ?? 0)
    return page.send(framesOf({ hello: { userId: page.userId } }, needs.convert))
  }
  const { join: room, after } = frame
  if (after !== undefined && !page.pay(priceOfMissed)) return
  await needs.limits.consume('realtime.join', page.address, joins)
  const hasPlace = page.rooms.has(room) || page.rooms.size < realtimeBounds.mostRooms
  const viewer = hasPlace && page.token !== '' ? await needs.viewerOf(page.token) : null
  const enters = hasPlace && (await needs.mayEnter(room, viewer))
  if (!pages.has(page)) return
  if (enters) await rooms.join(page, room, after)
  else page.send(framesOf({ room, refused: true }, needs.convert))
}

/** Takes what a page sends instead of a call, by the rules of the call. A page of a session that ended is let go. */
async function answerUp(
  { needs, seen }: Parts,
  page: PageSocket,
  { up, send }: Extract<ClientFrame, { up: string }>,
): Promise<void> {
  try {
    const mounted = needs.ups.get(up)
    if (!mounted) throw new RefusalError('NoSuchAddress')
    await needs.limits.consume(mounted.call.name, page.address, mounted.limit)
    const viewer = page.token === '' ? null : await needs.viewerOf(page.token)
    if (viewer === null && page.token !== '') return page.end(endCodes.sessionEnded, 'the session ended')
    mounted.take({ send, viewer, nowMs: needs.clock.nowMs() })
    seen.taken++
    page.noteTaken()
  } catch (err) {
    if (!(err instanceof RefusalError)) throw err
    seen.notTaken++
    page.refuse(refusalOf(err.refusal).code)
  }
}

/** Whether the session that a page speaks for still holds; a page of one that ended is let go. */
async function check({ needs }: Parts, page: PageSocket): Promise<boolean> {
  const { token } = page
  try {
    const viewer = token === '' ? null : await needs.viewerOf(token)
    // Somebody else may have signed in meanwhile.
    if (page.token !== token) return false
    if (viewer === null && token !== '') page.end(endCodes.sessionEnded, 'the session ended')
    return viewer !== null
  } catch (err) {
    needs.log.warn({ err }, 'a session could not be looked at')
    return false
  }
}

/** One after the other: a rush of questions is for nobody's good. */
async function checkInTurn(parts: Parts, pages: readonly PageSocket[]): Promise<void> {
  for (const page of pages) await check(parts, page)
}
