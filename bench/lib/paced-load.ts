import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Sends GET requests at a constant rate independent of the replies, in its own process. The parent sends streams; the
 * reply contains the duration of each request from its scheduled time, in milliseconds, and the number that was not
 * answered with 200.
 */
export interface Stream {
  name: string
  perSec: number
  /** Requested in rotation. */
  urls: string[]
}

export interface PacedDone {
  times: Record<string, number[]>
  refused: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 200 })

function sendRequest(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const sent = request(url, { agent, headers: { 'accept-encoding': 'gzip' } }, (reply) => {
      reply.resume()
      reply.on('end', () => resolve(reply.statusCode === 200))
    })
    sent.on('error', () => resolve(false))
    sent.end()
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
          sendRequest(urls[at % urls.length] ?? '').then((fine) => {
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
