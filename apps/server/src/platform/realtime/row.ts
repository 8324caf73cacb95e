import { realtimeBounds, type Danmaku, type ServerFrame } from '@yunmu/contract'
import { inTurns } from './in-turns.ts'
import type { PageSocket } from './page-socket.ts'
import type { ScriptFrames } from './frames.ts'

export interface RowNeeds {
  room: string
  frames(frame: ServerFrame): ScriptFrames
  /** How many are in the room, all processes together. */
  online(): number
  /** Does something when it is this row's turn: one row of a room after the other. */
  inTurn(work: () => Promise<void>): void
}

/** Some pages of a room, which hear in the same batches. */
export class Row {
  readonly pages = new Set<PageSocket>()
  readonly #needs: RowNeeds
  #said: Danmaku[] = []
  #gone: string[] = []
  /** Whether a batch is on its way, or the span after one is not over. */
  #isHeld = false
  #pause: NodeJS.Timeout | undefined
  #toldOnline = 0

  constructor(needs: RowNeeds) {
    this.#needs = needs
  }

  say(danmaku: readonly Danmaku[]): void {
    this.#said.push(...danmaku)
    this.#flushSoon()
  }

  takeBack(ids: ReadonlySet<string>): void {
    this.#said = this.#said.filter(({ id }) => !ids.has(id))
    this.#gone.push(...ids)
    this.#flushSoon()
  }

  /** Tells how many are in the room, where that is other than what was told. */
  tellOnline(): void {
    const change = Math.abs(this.#needs.online() - this.#toldOnline)
    if (change > this.#toldOnline / 100) this.#flushSoon()
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
    const [said, gone] = [this.#said, this.#gone]
    this.#said = []
    this.#gone = []
    try {
      if (gone.length > 0) await this.#tell({ room: this.#needs.room, gone })
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

  async #tell(frame: ServerFrame): Promise<void> {
    const frames = this.#needs.frames(frame)
    await inTurns(this.pages, (page) => page.send(frames))
  }
}
