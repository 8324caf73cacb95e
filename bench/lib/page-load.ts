import { Agent, request } from 'node:http'

/**
 * Asks for pages over keep-alive connections, one after the other on each, in a process of its own. The parent sends the
 * load, the answer is the result.
 */
export interface PageLoad {
  urls: readonly string[]
  connections: number
}

export interface PageLoadResult {
  /** Replies with the status 200. */
  pages: number
  otherReplies: number
  wallMs: number
  /** Of this process. */
  cpuMs: number
}

/** An address of the visitor for each page, as a proxy on this machine would name it: no limit is reached. */
const visitorOf = (at: number): string => `198.19.${at % 250}.${1 + (Math.floor(at / 250) % 250)}`

function ask(url: string, agent: Agent, visitor: string): Promise<number> {
  return new Promise((resolve) => {
    const headers = { 'x-forwarded-for': visitor, 'accept-encoding': 'gzip' }
    const asked = request(url, { agent, headers }, (reply) => {
      reply.resume()
      reply.on('end', () => resolve(reply.statusCode ?? 0))
    })
    asked.on('error', () => resolve(0))
    asked.end()
  })
}

async function run({ urls, connections }: PageLoad): Promise<PageLoadResult> {
  const startMs = performance.now()
  const startCpu = process.cpuUsage()
  let next = 0
  let pages = 0
  const connection = async (): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let at = next++; at < urls.length; at = next++)
      if ((await ask(urls[at] ?? '', agent, visitorOf(at))) === 200) pages++
    agent.destroy()
  }
  await Promise.all(Array.from({ length: connections }, connection))
  const { user, system } = process.cpuUsage(startCpu)
  return {
    pages,
    otherReplies: urls.length - pages,
    wallMs: performance.now() - startMs,
    cpuMs: (user + system) / 1000,
  }
}

process.once('message', (load: PageLoad) => {
  run(load).then(
    (result) => process.send?.(result),
    (err: unknown) => {
      throw err
    },
  )
})
