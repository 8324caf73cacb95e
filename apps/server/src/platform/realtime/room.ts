import { realtimeBounds, type Danmaku, type ServerFrame } from '@yunmu/contract'
import type { Clock } from '../process/clock.ts'
import type { Logger } from '../process/logger.ts'
import { framesOf, type ScriptFrames } from './frames.ts'
import { nothing } from './missed-lists.ts'
import type { PageSocket } from './page-socket.ts'
import type { RealtimeNeeds, SentDanmaku } from './realtime-needs.ts'
import { createRing, type Ring } from './ring.ts'
import { isOtherCount, Row } from './row.ts'

const missedMs = realtimeBounds.missedSec * 1000
/**
 * Pages that hear in the same batches. Writing to ten thousand takes a tenth of a second and more: where they are one row,
 * the last of them waits for that on top of the batch; row after row, each at its own time, none waits for all the others.
 */
const pagesInRow = 2000

export interface RoomNeeds extends Pick<RealtimeNeeds, 'recent' | 'heldOf' | 'convert'> {
  clock: Clock
  log: Logger
  /** How many are in a room, all processes together. */
  online(room: string): number
  /** So many danmaku were not sent to a page, because more was said than a screen holds. */
  leftOut(count: number): void
}

/** Pages that hear the same. What is said goes out in batches, each built once for many. */
export class Room {
  readonly #name: string
  readonly #needs: RoomNeeds
  readonly #ring: Ring
  /** Settles when the ring holds what was said before the first page came; absent until that is asked for. */
  #filled: Promise<void> | undefined
  #rows: Row[] = []
  /** The last turn of a row. */
  #turn: Promise<void> = Promise.resolve()
  /** What pages that come are told: the same bytes for all who missed the same. */
  readonly #greetings = new WeakMap<readonly Danmaku[], { online: number; frames: ScriptFrames }>()
  size = 0
  /** By the clock of `needs`: since when nobody is here. */
  emptySinceMs = 0

  constructor(name: string, needs: RoomNeeds) {
    this.#name = name
    this.#needs = needs
    this.#ring = createRing(missedMs)
  }

  add(page: PageSocket): void {
    if (this.#rows.some(({ pages }) => pages.has(page))) return
    const row = this.#rows.find(({ pages }) => pages.size < pagesInRow) ?? this.#newRow()
    row.pages.add(page)
    this.size++
  }

  remove(page: PageSocket): void {
    const row = this.#rows.find(({ pages }) => pages.delete(page))
    if (!row) return
    this.size--
    if (this.size === 0) this.emptySinceMs = this.#needs.clock.nowMs()
    if (row.pages.size > 0) return
    row.close()
    this.#rows = this.#rows.filter((one) => one !== row)
  }

  /** Tells a page that came how many are there, and what it missed. */
  async greet(page: PageSocket, after: string | undefined): Promise<void> {
    if (after !== undefined) await this.#fill()
    const danmaku = after === undefined ? nothing : this.#ring.after(after, this.#needs.clock.nowMs())
    const online = this.#needs.online(this.#name)
    let greeting = this.#greetings.get(danmaku)
    if (!greeting || isOtherCount(online, greeting.online)) {
      greeting = { online, frames: this.#frames({ room: this.#name, danmaku: [...danmaku], online }) }
      this.#greetings.set(danmaku, greeting)
    }
    page.send(greeting.frames)
  }

  say(sent: readonly SentDanmaku[]): void {
    const fresh = sent.filter((one) => this.#ring.add(one)).map(({ danmaku }) => danmaku)
    if (fresh.length > 0) for (const row of this.#rows) row.say(fresh)
  }

  /** @param exceptUserId whose pages are not told */
  takeBack(ids: readonly string[], exceptUserId?: number): void {
    this.#ring.remove(ids)
    for (const row of this.#rows) row.takeBack(ids, exceptUserId)
  }

  /** Reads again what was said lately, and tells what was not heard. */
  async readAgain(): Promise<void> {
    await this.#filled
    const nowMs = this.#needs.clock.nowMs()
    const sinceMs = nowMs - missedMs
    const recent = await this.#needs.recent(this.#name, sinceMs)
    const gone = this.#ring.missingFrom(recent, sinceMs, nowMs)
    const held = gone.length > 0 ? await this.#needs.heldOf(gone) : new Map<string, number>()
    for (const [author, ids] of Map.groupBy(gone, (id) => held.get(id))) this.takeBack(ids, author)
    this.say(recent)
  }

  /** Tells how many are here, where that is other than what was told. */
  tellOnline(): void {
    for (const row of this.#rows) row.tellOnline()
  }

  close(): void {
    for (const row of this.#rows) row.close()
    this.#rows = []
  }

  #newRow(): Row {
    const row = new Row({
      room: this.#name,
      frames: (frame) => this.#frames(frame),
      online: () => this.#needs.online(this.#name),
      leftOut: this.#needs.leftOut,
      inTurn: (work) => {
        this.#turn = this.#turn.then(work).catch((err: unknown) => {
          this.#needs.log.error({ err, room: this.#name }, 'a room could not be told what was said')
        })
      },
    })
    this.#rows.push(row)
    return row
  }

  #fill(): Promise<void> {
    this.#filled ??= this.#needs
      .recent(this.#name, this.#needs.clock.nowMs() - missedMs)
      .then((earlier) => this.#ring.fill(earlier))
      .catch((err: unknown) => {
        this.#needs.log.warn({ err, room: this.#name }, 'what was said in a room could not be read')
      })
    return this.#filled
  }

  #frames(frame: ServerFrame): ScriptFrames {
    return framesOf(frame, this.#needs.convert)
  }
}
