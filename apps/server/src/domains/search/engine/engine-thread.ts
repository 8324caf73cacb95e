import { Worker } from 'node:worker_threads'
import type {
  EngineReply,
  EngineRequest,
  EngineState,
  FindRequest,
  FoundTitles,
  EngineMessage,
} from './engine-messages.ts'
import type { TitleTexts } from '../search-needs.ts'

/** Heap limits of the thread in MB. Texts and posting lists lie in typed arrays outside the heap. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 }

/**
 * A search engine in a worker thread, so that searches and index builds do not block the event loop. When the thread
 * ends, pending and later requests are rejected. An idle thread does not keep the process alive.
 */
export class EngineThread {
  /** Resolves with the cause when the thread has failed or was ended. */
  readonly ended: Promise<Error>
  private readonly worker = new Worker(new URL('./engine-worker.ts', import.meta.url), { resourceLimits })
  private readonly pending = new Map<number, PromiseWithResolvers<EngineReply>>()
  private lastId = 0
  /** Why the thread has ended; null while it runs. */
  private cause: Error | null = null

  constructor() {
    const { worker } = this
    worker.unref()
    worker.on('message', (reply: EngineReply) => this.settle(reply))
    this.ended = new Promise((resolve) => {
      const end = (cause: Error): void => {
        resolve(cause)
        this.cause ??= cause
        for (const { reject } of this.pending.values()) reject(this.cause)
        this.pending.clear()
      }
      worker.once('error', (err) => end(new Error('the search thread failed', { cause: err })))
      worker.once('exit', () => end(new Error('the search thread has ended')))
    })
  }

  async clear(): Promise<void> {
    await this.change({ type: 'clear' })
  }

  /** Adds or replaces titles, and removes others. */
  async put(titles: readonly TitleTexts[], removed: readonly number[] = []): Promise<EngineState> {
    return this.change({ type: 'put', titles, removed })
  }

  async setHits(hits: ReadonlyMap<number, number>): Promise<void> {
    await this.change({ type: 'setHits', hits })
  }

  /** Builds the index; `trim` frees spare capacity first. Searches use the old index meanwhile. */
  async index({ trim }: { trim: boolean }): Promise<void> {
    await this.change({ type: 'index', trim })
  }

  async find(request: FindRequest): Promise<FoundTitles> {
    const reply = await this.send({ type: 'find', ...request })
    if (reply.type !== 'found') throw unexpected(reply)
    return reply.found
  }

  /** Terminates the thread, even if it is busy. */
  async end(): Promise<void> {
    await this.worker.terminate()
  }

  private async change(request: Exclude<EngineRequest, { type: 'find' }>): Promise<EngineState> {
    const reply = await this.send(request)
    if (reply.type !== 'done') throw unexpected(reply)
    return reply.state
  }

  private async send(request: EngineRequest): Promise<EngineReply> {
    if (this.cause !== null) throw this.cause
    const id = ++this.lastId
    const reply = Promise.withResolvers<EngineReply>()
    const message: EngineMessage = { id, request }
    this.worker.postMessage(message)
    this.pending.set(id, reply)
    this.worker.ref()
    return reply.promise
  }

  private settle(reply: EngineReply): void {
    this.pending.get(reply.id)?.resolve(reply)
    this.pending.delete(reply.id)
    if (this.pending.size === 0) this.worker.unref()
  }
}

const unexpected = (reply: EngineReply): Error =>
  reply.type === 'failed'
    ? new Error('the search failed', { cause: reply.error })
    : new Error(`unexpected reply of the search thread: ${reply.type}`)
