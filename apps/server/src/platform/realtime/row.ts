import { realtimeBounds, type Danmaku, type ServerFrame } from '@yunmu/contract'
import { heaviest, mostAtOnce } from './heaviest.ts'
import { inTurns } from './in-turns.ts'
import type { PageSocket } from './page-socket.ts'
import type { ScriptFrames } from './frames.ts'

export interface RowNeeds {
  room: string
  frames(frame: ServerFrame): ScriptFrames
  /** How many are in the room, all processes together. */
  online(): number
  /** So many danmaku were not sent to a page, because more was said than a screen holds. */
  leftOut(count: number): void
  /** Does something when it is this row's turn: one row of a room after the other. */
  inTurn(work: () => Promise<void>): void
}

/** What is gone, and for whom it is not. */
interface Gone {
  id: string
  exceptUserId: number | undefined
}

/** Whether a count of people is so much another that it is worth telling. */
export const isOtherCount = (count: number, told: number): boolean => Math.abs(count - told) > told / 100

/** Some pages of a room, which hear in the same batches. */
export class Row {
  readonly pages = new Set<PageSocket>()
  readonly #needs: RowNeeds
  #said: Danmaku[] = []
  #gone: Gone[] = []
  /** Whether a batch is on its way, or the span after one is not over. */
  #isHeld = false
  #pause: NodeJS.Timeout | undefined
  #toldOnline = 0

  constructor(needs: RowNeeds) {
    this.#needs = needs
  }

  say(danmaku: readonly Danmaku[]): void {
    this.#said.push(...danmaku)
    // While the row is written to, as much may be said as anybody likes.
    if (this.#said.length > 2 * mostAtOnce) this.#said = this.#heaviest(this.#said)
    this.#flushSoon()
  }

  takeBack(ids: readonly string[], exceptUserId?: number): void {
    const gone = new Set(ids)
    this.#said = this.#said.filter(({ id }) => !gone.has(id))
    for (const id of ids) this.#gone.push({ id, exceptUserId })
    this.#flushSoon()
  }

  /** Tells how many are in the room, where that is other than what was told. */
  tellOnline(): void {
    if (isOtherCount(this.#needs.online(), this.#toldOnline)) this.#flushSoon()
  }

  close(): void {
    clearTimeout(this.#pause)
    this.pages.clear()
  }

  /** What comes first goes out at once; what comes within the span after it goes together. */
  #flushSoon(): void {
    if (this.#isHeld) return
    this.#isHeld = true
    setImmediate(() => this.#needs.inTurn(() => this.#flush()))
  }

  async #flush(): Promise<void> {
    const begunMs = performance.now()
    const [said, gone] = [this.#heaviest(this.#said), this.#gone]
    this.#said = []
    this.#gone = []
    try {
      if (gone.length > 0) await this.#tellGone(gone)
      if (said.length > 0 || gone.length === 0) {
        this.#toldOnline = this.#needs.online()
        await this.#tell({ room: this.#needs.room, danmaku: said, online: this.#toldOnline })
      }
    } finally {
      const leftMs = realtimeBounds.batchMs - (performance.now() - begunMs)
      if (this.pages.size > 0) this.#pause = setTimeout(() => this.#letGo(), Math.max(0, leftMs))
      else this.#letGo()
    }
  }

  #letGo(): void {
    this.#isHeld = false
    if (this.pages.size > 0 && this.#said.length + this.#gone.length > 0) this.#flushSoon()
  }

  #heaviest(said: Danmaku[]): Danmaku[] {
    const chosen = heaviest(said, mostAtOnce)
    if (chosen.length < said.length) this.#needs.leftOut((said.length - chosen.length) * this.pages.size)
    return chosen
  }

  async #tellGone(gone: readonly Gone[]): Promise<void> {
    const framesFor = (userId: number): ScriptFrames | null => {
      const ids = gone.flatMap(({ id, exceptUserId }) => (exceptUserId === userId ? [] : [id]))
      return ids.length === 0 ? null : this.#needs.frames({ room: this.#needs.room, gone: ids })
    }
    const forMost = framesFor(0)
    const forSome = new Map(gone.flatMap(({ exceptUserId: id }) => (id ? [[id, framesFor(id)] as const] : [])))
    await inTurns(this.pages, (page) => {
      const frames = forSome.has(page.userId) ? forSome.get(page.userId) : forMost
      if (frames) page.send(frames)
    })
  }

  async #tell(frame: ServerFrame): Promise<void> {
    const frames = this.#needs.frames(frame)
    await inTurns(this.pages, (page) => page.send(frames))
  }
}
