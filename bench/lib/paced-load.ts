import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Sends GET requests at a steady pace whatever becomes of them, in a process of its own: the parent sends the streams,
 * the answer is how long each took from the moment that it was due, in milliseconds, and how many were not answered 200.
 */
export interface Stream {
  name: string
  perSec: number
  /** Addresses, asked in turn. */
  urls: string[]
}

export interface PacedDone {
  times: Record<string, number[]>
  refused: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 200 })

function ask(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = request(url, { agent, headers: { 'accept-encoding': 'gzip' } }, (reply) => {
      reply.resume()
      reply.on('end', () => resolve(reply.statusCode === 200))
    })
    asked.on('error', () => resolve(false))
    asked.end()
  })
}

async function run({ streams, seconds }: { streams: Stream[]; seconds: number }): Promise<PacedDone> {
  const done: PacedDone = { times: {}, refused: 0 }
  const begun = performance.now()
  const all: Promise<void>[] = []
  await Promise.all(
    streams.map(async ({ name, perSec, urls }) => {
      const times: number[] = []
      done.times[name] = times
      for (let at = 0; at < perSec * seconds; at++) {
        const dueMs = begun + (at * 1000) / perSec
        await delay(Math.max(0, dueMs - performance.now()))
        all.push(
          ask(urls[at % urls.length] ?? '').then((fine) => {
            times.push(performance.now() - dueMs)
            if (!fine) done.refused++
          }),
        )
      }
    }),
  )
  await Promise.all(all)
  agent.destroy()
  return done
}

process.once('message', (message: { streams: Stream[]; seconds: number }) => {
  run(message).then(
    (done) => process.send?.(done),
    (err: unknown) => {
      throw err
    },
  )
})
process.send?.('ready')
