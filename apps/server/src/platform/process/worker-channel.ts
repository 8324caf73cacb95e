import { refusals, type RefusalName, type Schema } from '@yunmu/contract'
import cluster, { type Worker } from 'node:cluster'
import * as z from 'zod/mini'
import { RefusalError } from '../http/refusal-error.ts'
import { errorCode } from './error-code.ts'

/** A request from a process of this station on this machine to another one. Both travel as JSON. */
export interface RequestKind<Input extends Schema, Output extends Schema> {
  readonly name: string
  readonly input: Input
  readonly output: Output
}

export function defineRequest<Input extends Schema, Output extends Schema>(
  name: string,
  input: Input,
  output: Output,
): RequestKind<Input, Output> {
  return { name, input, output }
}

/** A message that is not answered. */
export interface NoticeKind<Detail extends Schema> {
  readonly name: string
  readonly detail: Detail
}

export function defineNotice<Detail extends Schema>(name: string, detail: Detail): NoticeKind<Detail> {
  return { name, detail }
}

export type RequestHandler<Input extends Schema, Output extends Schema> = (
  input: z.output<Input>,
) => Promise<z.output<Output>>

/** Connects the main process with its web workers. A station of one process is a main process without workers. */
export interface WorkerChannel {
  readonly isWorker: boolean
  /**
   * For what must exist once: returns a function that runs the handler in the main process, whichever process calls it.
   * Called where a domain is created: a main process with workers does not mount calls.
   * A RefusalError, and the message and code of any other error, reach the caller.
   * A worker that has no answer in time refuses as overloaded.
   */
  runInMain<Input extends Schema, Output extends Schema>(
    kind: RequestKind<Input, Output>,
    handler: RequestHandler<Input, Output>,
    options?: { limitMs?: number },
  ): RequestHandler<Input, Output>
  /**
   * Returns a function that runs the handler in all workers, for the main process. Workers that do not answer in time are
   * left out.
   */
  runInWorkers<Input extends Schema, Output extends Schema>(
    kind: RequestKind<Input, Output>,
    handler: RequestHandler<Input, Output>,
    limitMs: number,
  ): (input: z.output<Input>) => Promise<z.output<Output>[]>
  /** Sends to the main process, or from it to all workers. */
  notify<Detail extends Schema>(kind: NoticeKind<Detail>, detail: z.output<Detail>): void
  on<Detail extends Schema>(
    kind: NoticeKind<Detail>,
    listener: (detail: z.output<Detail>, from: ChannelPeer) => void,
  ): void
  /** Calls back when a process at the other end has ended, after all that it sent. */
  onEnd(listener: (peer: ChannelPeer) => void): void
  /** Hears nothing any more, for a process that lives on. */
  close(): void
}

/** A process at the other end: one object for each. */
export interface ChannelPeer {
  /** Nothing arrives once the process has ended. */
  send(message: object, onFailure?: (failure: Error) => void): void
}

export interface ChannelLink {
  readonly isWorker: boolean
  /** The main process of a worker; the workers of the main process. */
  peers(): ChannelPeer[]
  /** Called once. */
  receive(listener: (message: unknown, from: ChannelPeer) => void): void
  onEnd(listener: (peer: ChannelPeer) => void): void
  close(): void
}

const Message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('request'), name: z.string(), id: z.int(), payload: z.unknown() }),
  z.object({ type: z.literal('answer'), id: z.int(), payload: z.unknown() }),
  z.object({
    type: z.literal('refusal'),
    id: z.int(),
    refusal: z.custom<RefusalName>((name) => typeof name === 'string' && Object.hasOwn(refusals, name)),
    retryAfterSec: z.nullable(z.number()),
  }),
  z.object({ type: z.literal('failure'), id: z.int(), message: z.string(), code: z.nullable(z.string()) }),
  z.object({ type: z.literal('notice'), name: z.string(), payload: z.unknown() }),
])
type Message = z.output<typeof Message>

/** What all answers have in common, also those that cannot be read otherwise. */
const AnyAnswer = z.object({ type: z.enum(['answer', 'refusal', 'failure']), id: z.int() })

/** How long a worker waits for the main process. */
const mainLimitMs = 5000

export function createWorkerChannel(link: ChannelLink = clusterLink()): WorkerChannel {
  const handlers = new Map<string, Handle>()
  const listeners = new Map<string, (payload: unknown, from: ChannelPeer) => void>()
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0

  link.receive((received, from) => {
    const { success, data: message } = Message.safeParse(received)
    if (!success) {
      const { data: unread } = AnyAnswer.safeParse(received)
      if (unread) pending.get(unread.id)?.reject(new Error(`an unreadable ${unread.type} of another process`))
      return
    }
    switch (message.type) {
      case 'request':
        void answer(message, handlers.get(message.name), from)
        break
      case 'answer':
        pending.get(message.id)?.resolve(message.payload)
        break
      case 'refusal':
        pending.get(message.id)?.reject(refusalOf(message))
        break
      case 'failure':
        pending.get(message.id)?.reject(errorOf(message))
        break
      case 'notice':
        listeners.get(message.name)?.(message.payload, from)
    }
  })

  const request = async (peer: ChannelPeer, name: string, payload: unknown, limitMs: number): Promise<unknown> => {
    const id = ++lastId
    const answered = Promise.withResolvers<unknown>()
    pending.set(id, answered)
    const timeout = setTimeout(() => answered.reject(new RefusalError('Overloaded')), limitMs)
    try {
      peer.send({ type: 'request', name, id, payload }, answered.reject)
      return await answered.promise
    } finally {
      clearTimeout(timeout)
      pending.delete(id)
    }
  }

  return {
    isWorker: link.isWorker,
    runInMain(kind, handler, { limitMs = mainLimitMs } = {}) {
      if (!link.isWorker) {
        addOnce(handlers, kind.name, (payload) => handler(kind.input.parse(payload)))
        return handler
      }
      return async (input) => {
        const [main] = link.peers()
        if (!main) throw new Error('the main process has ended')
        return kind.output.parse(await request(main, kind.name, input, limitMs))
      }
    },
    runInWorkers(kind, handler, limitMs) {
      if (link.isWorker) addOnce(handlers, kind.name, (payload) => handler(kind.input.parse(payload)))
      return async (input) => {
        const requests = link.peers().map((peer) => request(peer, kind.name, input, limitMs))
        const settled = await Promise.allSettled(requests)
        return settled.flatMap((each) => (each.status === 'fulfilled' ? [kind.output.parse(each.value)] : []))
      }
    },
    notify(kind, detail) {
      for (const peer of link.peers()) peer.send({ type: 'notice', name: kind.name, payload: detail })
    },
    on(kind, listener) {
      addOnce(listeners, kind.name, (payload, from) => listener(kind.detail.parse(payload), from))
    },
    onEnd: link.onEnd,
    close: link.close,
  }
}

function addOnce<Value>(byName: Map<string, Value>, name: string, value: Value): void {
  if (byName.has(name)) throw new Error(`${name} is handled twice`)
  byName.set(name, value)
}

type Handle = (payload: unknown) => Promise<unknown>

async function answer(
  message: Extract<Message, { type: 'request' }>,
  handler: Handle | undefined,
  from: ChannelPeer,
): Promise<void> {
  const answered = await answerOf(message, handler)
  try {
    from.send(answered)
  } catch (err) {
    // The answer has no form in JSON, such as a bigint.
    from.send({ type: 'failure', id: message.id, ...failureOf(err) } satisfies Message)
  }
}

async function answerOf(
  { name, id, payload }: Extract<Message, { type: 'request' }>,
  handler: Handle | undefined,
): Promise<Message> {
  try {
    if (!handler) throw new Error(`no handler for ${name}`)
    return { type: 'answer', id, payload: await handler(payload) }
  } catch (err) {
    if (err instanceof RefusalError) {
      return { type: 'refusal', id, refusal: err.refusal, retryAfterSec: err.retryAfterSec ?? null }
    }
    return { type: 'failure', id, ...failureOf(err) }
  }
}

const refusalOf = ({ refusal, retryAfterSec }: Extract<Message, { type: 'refusal' }>): RefusalError =>
  new RefusalError(refusal, retryAfterSec === null ? {} : { retryAfterSec })

type Failure = Extract<Message, { type: 'failure' }>

/** Of several errors, such as those of the addresses of one host, the first stands for all. */
function failureOf(err: unknown): Pick<Failure, 'message' | 'code'> {
  const first: unknown = err instanceof AggregateError ? (err.errors[0] ?? err) : err
  return { message: first instanceof Error ? first.message : String(first), code: errorCode(first) ?? null }
}

const errorOf = ({ message, code }: Failure): Error =>
  Object.assign(new Error(message), code === null ? undefined : { code })

/** A send that fails concerns a process that ends: its exit is handled elsewhere. */
const ignoreFailure = (): void => {}

const failureTo =
  (onFailure: (failure: Error) => void) =>
  (failure: Error | null): void => {
    if (failure) onFailure(failure)
  }

/** The IPC channels of the cluster module. */
function clusterLink(): ChannelLink {
  const offs: (() => void)[] = []
  const close = (): void => {
    for (const off of offs.splice(0)) off()
  }
  if (cluster.isWorker) {
    const main: ChannelPeer = {
      send(message, onFailure = ignoreFailure) {
        if (!process.connected) onFailure(new Error('the main process has ended'))
        else process.send?.(message, undefined, undefined, failureTo(onFailure))
      },
    }
    return {
      isWorker: true,
      peers: () => (process.connected ? [main] : []),
      receive(listener) {
        const hear = (message: unknown): void => listener(message, main)
        process.on('message', hear)
        offs.push(() => process.off('message', hear))
      },
      onEnd(listener) {
        const hear = (): void => listener(main)
        process.on('disconnect', hear)
        offs.push(() => process.off('disconnect', hear))
      },
      close,
    }
  }
  const peers = new WeakMap<Worker, ChannelPeer>()
  const peerOf = (worker: Worker): ChannelPeer => {
    const known = peers.get(worker)
    if (known) return known
    const peer: ChannelPeer = {
      send(message, onFailure = ignoreFailure) {
        if (!worker.isConnected()) onFailure(new Error('the worker has ended'))
        else worker.send(message, failureTo(onFailure))
      },
    }
    peers.set(worker, peer)
    return peer
  }
  return {
    isWorker: false,
    peers: () =>
      Object.values(cluster.workers ?? {}).flatMap((worker) => (worker?.isConnected() ? [peerOf(worker)] : [])),
    receive(listener) {
      const hear = (worker: Worker, message: unknown): void => listener(message, peerOf(worker))
      cluster.on('message', hear)
      offs.push(() => cluster.off('message', hear))
    },
    onEnd(listener) {
      const hear = (worker: Worker): void => listener(peerOf(worker))
      cluster.on('disconnect', hear)
      offs.push(() => cluster.off('disconnect', hear))
    },
    close,
  }
}

/** The channel of a process that has no workers and is none. */
export const localChannel = (): WorkerChannel =>
  createWorkerChannel({ isWorker: false, peers: () => [], receive: () => {}, onEnd: () => {}, close: () => {} })
