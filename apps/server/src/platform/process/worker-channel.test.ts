import cluster from 'node:cluster'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { connectChannels } from '../../testing/worker-channels.ts'
import { outageOf } from '../http/outages.ts'
import { RefusalError } from '../http/refusal-error.ts'
import { createWorkerChannel, defineNotice, defineRequest, localChannel, type ChannelPeer } from './worker-channel.ts'

const double = defineRequest('double', z.object({ value: z.int() }), z.int())
const nameOf = defineRequest('name', z.object({}), z.string())
const greeting = defineNotice('greeting', z.string())

test('[M05] a refusal in the main process reaches the worker as a refusal, another failure by its message', async () => {
  const { main, workers } = connectChannels(1)
  const refuse = async ({ value }: { value: number }): Promise<number> => {
    if (value > 9) throw new RefusalError('Overloaded', { retryAfterSec: 3 })
    throw new Error('no numbers today')
  }
  main.runInMain(double, refuse)
  const ask = workers[0]?.runInMain(double, refuse)
  await expect(ask?.({ value: 10 })).rejects.toMatchObject({ refusal: 'Overloaded', retryAfterSec: 3 })
  await expect(ask?.({ value: 1 })).rejects.toThrow('no numbers today')
})

test('[M05] an outage in the main process is one for the worker', async () => {
  const lost = Object.assign(new Error('terminating connection'), { code: '57P01' })
  const unreachable = Object.assign(new Error('connect ECONNREFUSED ::1:5432'), { code: 'ECONNREFUSED' })
  for (const [thrown, reported, outage] of [
    [lost, lost, 'database'],
    [new AggregateError([unreachable, new Error('another address')]), unreachable, 'connection'],
    [new AggregateError([], 'none of the addresses'), new Error('none of the addresses'), null],
  ] as const) {
    const { main, workers } = connectChannels(1)
    const fail = () => Promise.reject<number>(thrown)
    main.runInMain(double, fail)
    const failure: unknown = await workers[0]
      ?.runInMain(
        double,
        fail,
      )({ value: 1 })
      .catch((err: unknown) => err)
    expect(failure).toMatchObject({ message: reported.message })
    expect(outageOf(failure)).toBe(outage)
  }
})

test('[M05] a request that the main process does not know is refused, not left waiting', async () => {
  const { workers } = connectChannels(1)
  const ask = workers[0]?.runInMain(double, async () => 0)
  await expect(ask?.({ value: 1 })).rejects.toThrow('no handler for double')
})

test('[M05] an answer that cannot be sent is a failure for whoever asked', async () => {
  const { main, workers } = connectChannels(1)
  const largest = defineRequest('largest', z.object({}), z.bigint())
  const answer = async () => 2n ** 64n
  main.runInMain(largest, answer)
  await expect(workers[0]?.runInMain(largest, answer)({})).rejects.toThrow('BigInt')
})

test('[M05] a worker does not wait for a main process that does not answer in time', async () => {
  const { main, workers } = connectChannels(1)
  const never = () => new Promise<number>(() => undefined)
  main.runInMain(double, never)
  const ask = workers[0]?.runInMain(double, never, { limitMs: 20 })
  await expect(ask?.({ value: 1 })).rejects.toMatchObject({ refusal: 'Overloaded' })
})

test.each<[string, { answer: object } | { failure: Error }, string]>([
  ['an answer of another kind', { answer: { type: 'answer', id: 1, payload: 'two' } }, 'expected'],
  [
    'an unknown refusal',
    { answer: { type: 'refusal', id: 1, refusal: 'NoSuchRefusal', retryAfterSec: null } },
    'unreadable refusal',
  ],
  ['a request that was not sent', { failure: new Error('write EPIPE') }, 'write EPIPE'],
])('[M05] a worker does not wait after %s', async (_, given, message) => {
  let receive: (message: unknown, from: ChannelPeer) => void = () => {}
  const main: ChannelPeer = {
    send(_request, onFailure) {
      if ('failure' in given) onFailure?.(given.failure)
      else setImmediate(() => receive(given.answer, main))
    },
  }
  const worker = createWorkerChannel({
    isWorker: true,
    peers: () => [main],
    receive: (listener) => void (receive = listener),
    onEnd: () => {},
    close: () => {},
  })
  await expect(worker.runInMain(double, async () => 0)({ value: 1 })).rejects.toThrow(message)
})

test('[M05] singletons run in the main process, whichever process calls them', async () => {
  const { main, workers } = connectChannels(2)
  const calls: string[] = []
  const runs = [main, ...workers].map((channel, at) =>
    channel.runInMain(double, async ({ value }) => {
      calls.push(`process ${at}`)
      return 2 * value
    }),
  )
  expect(await Promise.all(runs.map((run, at) => run({ value: at })))).toEqual([0, 2, 4])
  expect(calls).toEqual(['process 0', 'process 0', 'process 0'])
  expect(await localChannel().runInMain(double, async ({ value }) => 2 * value)({ value: 4 })).toBe(8)
})

test('[M05] the main process collects replies of all workers, and omits one that does not reply in time', async () => {
  const { main, workers } = connectChannels(3)
  for (const [at, worker] of workers.entries())
    worker.runInWorkers(nameOf, () => (at === 1 ? new Promise(() => undefined) : Promise.resolve(`worker ${at}`)), 50)
  const ask = main.runInWorkers(nameOf, async () => 'main', 50)
  expect((await ask({})).toSorted()).toEqual(['worker 0', 'worker 2'])
})

test('[M05] a notice of a worker reaches the main process, one of the main process all workers', async () => {
  const { main, workers } = connectChannels(2)
  const received: string[] = []
  main.on(greeting, (text) => received.push(`main: ${text}`))
  for (const [at, worker] of workers.entries()) worker.on(greeting, (text) => received.push(`worker ${at}: ${text}`))
  workers[1]?.notify(greeting, 'from a worker')
  await expect.poll(() => received).toEqual(['main: from a worker'])
  main.notify(greeting, 'to all')
  await expect.poll(() => received.slice(1)).toEqual(['worker 0: to all', 'worker 1: to all'])
})

test('[M05] a name has one handler or listener in a process', () => {
  const { main, workers } = connectChannels(1)
  const [worker] = workers
  const registrations = [
    () => main.runInMain(double, async () => 0),
    () => worker?.runInWorkers(nameOf, async () => '', 50),
    () => main.on(greeting, () => {}),
  ]
  for (const register of registrations) {
    register()
    expect(register).toThrow('is handled twice')
  }
})

test('a channel that is closed leaves no listener behind', () => {
  const count = (): number => cluster.listenerCount('message') + cluster.listenerCount('disconnect')
  const before = count()
  const channel = createWorkerChannel()
  channel.onEnd(() => {})
  expect(count()).toBe(before + 2)
  channel.close()
  expect(count()).toBe(before)
})
