import { realtimeBounds, type Danmaku, type ServerFrame } from '@yunmu/contract'
import type { Clock } from '../clock.ts'
import type { Logger } from '../logger.ts'
import { framesOf, type ScriptFrames } from './frames.ts'
import { inTurns } from './in-turns.ts'
import type { PageSocket } from './page-socket.ts'
import type { RealtimeNeeds, SentDanmaku } from './realtime-needs.ts'
import { createRing, type Ring } from './ring.ts'

const missedMs = realtimeBounds.missedSec * 1000

export interface RoomNeeds extends Pick<RealtimeNeeds, 'recent' | 'convert'> {
  clock: Clock
  log: Logger
  /** How many are in a room, all processes together. */
  online(room: string): number
}

/** Pages that hear the same. What is said goes out in batches, each built once. */
export class Room {
  readonly pages = new Set<PageSocket>()
  readonly #name: string
  readonly #needs: RoomNeeds
  readonly #ring: Ring
  /** Settles when the ring holds what was said before the first page came. */
  readonly #filled: Promise<void>
  #said: Danmaku[] = []
  #gone: string[] = []
  /** Whether a batch is on its way, or the span after one is not over. */
  #isHeld = false
  #isClosed = false
  #pause: NodeJS.Timeout | undefined
  #toldOnline = 0

  constructor(name: string, needs: RoomNeeds) {
    this.#name = name
    this.#needs = needs
    this.#ring = createRing(missedMs)
    this.#filled = this.#recent()
      .then((earlier) => this.#ring.fill(earlier))
      .catch((err: unknown) => needs.log.warn({ err, room: name }, 'what was said in a room could not be read'))
  }

  /** Tells a page that came how many are there, and what it missed. */
  async greet(page: PageSocket, after: string | undefined): Promise<void> {
    if (after !== undefined) await this.#filled
    const danmaku = after === undefined ? [] : this.#ring.after(after, this.#needs.clock.nowMs())
    page.send(this.#frames({ room: this.#name, danmaku, online: this.#needs.online(this.#name) }))
  }

  say(sent: readonly SentDanmaku[]): void {
    const fresh = sent.filter((one) => this.#ring.add(one))
    if (fresh.length === 0) return
    this.#said.push(...fresh.map(({ danmaku }) => danmaku))
    this.#flushSoon()
  }

  takeBack(ids: readonly string[]): void {
    const gone = new Set(ids)
    this.#ring.remove(ids)
    this.#said = this.#said.filter(({ id }) => !gone.has(id))
    this.#gone.push(...ids)
    this.#flushSoon()
  }

  /** Reads again what was said lately, and tells what was not heard. */
  async readAgain(): Promise<void> {
    const nowMs = this.#needs.clock.nowMs()
    await this.#filled
    const recent = await this.#recent()
    const gone = this.#ring.missingFrom(recent, nowMs - missedMs, nowMs)
    if (gone.length > 0) this.takeBack(gone)
    this.say(recent)
  }

  /** Tells how many are here, where that is other than what was told. */
  tellOnline(): void {
    const others = Math.abs(this.#needs.online(this.#name) - this.#toldOnline)
    if (others > this.#toldOnline / 100) this.#flushSoon()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#pause)
  }

  #recent(): Promise<readonly SentDanmaku[]> {
    return this.#needs.recent(this.#name, this.#needs.clock.nowMs() - missedMs)
  }

  #frames(frame: ServerFrame): ScriptFrames {
    return framesOf(frame, this.#needs.convert)
  }

  /** What comes first goes out at once; what comes within the span after it goes together. */
  #flushSoon(): void {
    if (this.#isHeld) return
    this.#isHeld = true
    setImmediate(() => void this.#flush())
  }

  async #flush(): Promise<void> {
    const begunMs = performance.now()
    const [said, gone] = [this.#said, this.#gone]
    this.#said = []
    this.#gone = []
    try {
      if (gone.length > 0) await this.#tell({ room: this.#name, gone })
      if (said.length > 0 || gone.length === 0) {
        this.#toldOnline = this.#needs.online(this.#name)
        await this.#tell({ room: this.#name, danmaku: said, online: this.#toldOnline })
      }
    } catch (err) {
      this.#needs.log.error({ err, room: this.#name }, 'a room could not be told what was said')
    }
    if (this.#isClosed) return
    this.#pause = setTimeout(
      () => {
        this.#isHeld = false
        if (this.#said.length + this.#gone.length > 0) this.#flushSoon()
      },
      Math.max(0, realtimeBounds.batchMs - (performance.now() - begunMs)),
    )
  }

  async #tell(frame: ServerFrame): Promise<void> {
    const frames = this.#frames(frame)
    await inTurns(this.pages, (page) => page.send(frames))
  }
}
