import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

export interface ProbeAnswer {
  /** 0 without a reply. */
  status: number
  tookMs: number
  location: string
}

const agent = new Agent({ keepAlive: true })

/** Sends one request, with a client address as a proxy on this machine would report it. */
export function probe(url: string, address: string, timeoutMs = 30_000): Promise<ProbeAnswer> {
  return new Promise((resolve) => {
    const sentMs = performance.now()
    const headers = { 'x-forwarded-for': address, 'accept-encoding': 'gzip' }
    const asked = request(url, { agent, headers, timeout: timeoutMs }, (reply) => {
      reply.resume()
      reply.on('end', () => done(reply.statusCode ?? 0, reply.headers.location))
    })
    const done = (status: number, location = ''): void =>
      resolve({ status, tookMs: performance.now() - sentMs, location })
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => done(0))
    asked.end()
  })
}

/** Sends requests repeatedly until stopped, each with another client address. */
export function probeEvery(
  everyMs: number,
  url: string,
  addressOf: (at: number) => string,
): { stop(): Promise<ProbeAnswer[]> } {
  let isStopped = false
  const answers: Promise<ProbeAnswer>[] = []
  const running = (async () => {
    for (const beginMs = performance.now(); !isStopped;) {
      answers.push(probe(url, addressOf(answers.length)))
      await delay(Math.max(0, beginMs + answers.length * everyMs - performance.now()))
    }
  })()
  return {
    async stop() {
      isStopped = true
      await running
      return Promise.all(answers)
    },
  }
}
