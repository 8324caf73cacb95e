import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * A crowd in its own process: sends GET requests at a constant rate independent of the replies, each from the next of
 * some addresses, as a proxy on this machine would report them. The parent sends a `Crowd` and gets a `CrowdResult`.
 */
export interface Crowd {
  origin: string
  /** Requested in rotation. */
  paths: string[]
  /** Client addresses, in rotation. */
  addresses: string[]
  count: number
  /** 0 sends all of them at once. */
  perSec: number
  timeoutMs: number
}

export interface CrowdResult {
  /** Number of replies by status; `timeout` and `error` without a reply. */
  outcomes: Record<string, number>
  /** Durations by outcome, in milliseconds. */
  times: Record<string, number[]>
}

const agent = new Agent({ keepAlive: true })

/** The outcome of one request. */
function sendRequest(url: string, address: string, timeoutMs: number): Promise<string> {
  return new Promise((resolve) => {
    const headers = { 'x-forwarded-for': address, 'accept-encoding': 'gzip' }
    const sent = request(url, { agent, headers, timeout: timeoutMs }, (reply) => {
      reply.resume()
      reply.on('end', () => resolve(String(reply.statusCode)))
      reply.on('error', () => resolve('error'))
    })
    sent.on('timeout', () => {
      resolve('timeout')
      sent.destroy()
    })
    sent.on('error', () => resolve('error'))
    sent.end()
  })
}

async function run({ origin, paths, addresses, count, perSec, timeoutMs }: Crowd): Promise<CrowdResult> {
  const result: CrowdResult = { outcomes: {}, times: {} }
  const beginMs = performance.now()
  const all: Promise<void>[] = []
  for (let at = 0; at < count; at++) {
    const aheadMs = perSec === 0 ? 0 : beginMs + (at * 1000) / perSec - performance.now()
    if (aheadMs > 1) await delay(aheadMs)
    const sentMs = performance.now()
    const url = `${origin}${paths[at % paths.length]}`
    all.push(
      sendRequest(url, addresses[at % addresses.length] ?? '', timeoutMs).then((outcome) => {
        result.outcomes[outcome] = (result.outcomes[outcome] ?? 0) + 1
        ;(result.times[outcome] ??= []).push(performance.now() - sentMs)
      }),
    )
  }
  await Promise.all(all)
  agent.destroy()
  return result
}

process.once('message', (crowd: Crowd) => {
  run(crowd).then(
    (result) => process.send?.(result, () => process.disconnect?.()),
    (err: unknown) => {
      throw err
    },
  )
})
