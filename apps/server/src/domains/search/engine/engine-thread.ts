import { Worker } from 'node:worker_threads'
import type {
  EngineAnswer,
  EngineOrder,
  EngineState,
  FindOrder,
  FoundTitles,
  NumberedOrder,
} from './engine-messages.ts'
import type { TitleTexts } from '../search-needs.ts'

/** Megabytes of objects that the thread may hold, and of short-lived ones among them. Texts and lists lie beside them in flat arrays. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 }

/**
 * A search engine in a thread of its own: what it does holds nobody else. Whoever waits for it when it ends, by whatever
 * cause, is refused, as is whoever asks it later. Alone it keeps no process alive.
 */
export class EngineThread {
  /** Resolves with the cause when it does nothing more: it was ended, or failed. */
  readonly ended: Promise<Error>
  private readonly worker = new Worker(new URL('./engine-worker.ts', import.meta.url), { resourceLimits })
  private readonly waiting = new Map<number, PromiseWithResolvers<EngineAnswer>>()
  private lastNumber = 0
  /** Why it does nothing more. */
  private cause: Error | null = null

  constructor() {
    const { worker } = this
    worker.unref()
    worker.on('message', (answer: EngineAnswer) => this.settle(answer))
    this.ended = new Promise((resolve) => {
      const end = (cause: Error): void => {
        resolve(cause)
        this.cause ??= cause
        for (const { reject } of this.waiting.values()) reject(this.cause)
        this.waiting.clear()
      }
      worker.once('error', (err) => end(new Error('the thread of the search failed', { cause: err })))
      worker.once('exit', () => end(new Error('the thread of the search has ended')))
    })
  }

  async clear(): Promise<void> {
    await this.change({ what: 'clear' })
  }

  /** Puts titles in, in place of what was known of them, and takes others out. */
  async put(titles: readonly TitleTexts[], gone: readonly number[] = []): Promise<EngineState> {
    return this.change({ what: 'put', titles, gone })
  }

  async setHits(hits: ReadonlyMap<number, number>): Promise<void> {
    await this.change({ what: 'setHits', hits })
  }

  /** Makes the lists; `trim` gives back the room that was kept for growth. Searches go on with the old ones meanwhile. */
  async index({ trim }: { trim: boolean }): Promise<void> {
    await this.change({ what: 'index', trim })
  }

  async find(order: FindOrder): Promise<FoundTitles> {
    const answer = await this.ask({ what: 'find', ...order })
    if (answer.said !== 'found') throw unexpected(answer)
    return answer.found
  }

  /** Ends the thread, whatever it does. */
  async end(): Promise<void> {
    await this.worker.terminate()
  }

  private async change(order: Exclude<EngineOrder, { what: 'find' }>): Promise<EngineState> {
    const answer = await this.ask(order)
    if (answer.said !== 'done') throw unexpected(answer)
    return answer.state
  }

  private async ask(order: EngineOrder): Promise<EngineAnswer> {
    if (this.cause !== null) throw this.cause
    const number = ++this.lastNumber
    const asked = Promise.withResolvers<EngineAnswer>()
    const message: NumberedOrder = { number, order }
    this.worker.postMessage(message)
    this.waiting.set(number, asked)
    this.worker.ref()
    return asked.promise
  }

  private settle(answer: EngineAnswer): void {
    this.waiting.get(answer.number)?.resolve(answer)
    this.waiting.delete(answer.number)
    if (this.waiting.size === 0) this.worker.unref()
  }
}

const unexpected = (answer: EngineAnswer): Error =>
  answer.said === 'failed'
    ? new Error('the search failed', { cause: answer.error })
    : new Error(`the thread of the search answered: ${answer.said}`)
