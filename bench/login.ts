import { userLogin } from '@yunmu/contract'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { buildApp } from '../apps/server/src/app.ts'
import { median, report, round } from './lib/report.ts'
import { openScratchStation } from './lib/scratch-station.ts'
import { seedTitles } from './seed.ts'

/**
 * How a hundred concurrent logins affect others who load the home page: the time of a cached page meanwhile, compared
 * with its time without logins, in the same run. Pages are requested by another process over loopback. Needs a web
 * build.
 */
const people = 100
const requests = 400
const connections = 4
const rounds = 5
const password = 'wanquan-budui-93'
const address = '127.0.0.1'

const { platform, station, close } = await openScratchStation()
await seedTitles(platform.db, 2000)
const app = await buildApp(platform, station, {
  webBuildDir: join(import.meta.dirname, '../apps/web/build'),
  lagMs: () => 0,
})
try {
  const page = new URL('/', await app.listen({ port: 0, host: address })).href
  const bytes = (await (await fetch(page)).arrayBuffer()).byteLength
  for (let at = 0; at < people; at++) await station.accounts.manager.add({ name: `person${at}`, email: '', password })
  const times: Record<'quiet' | 'busy', number[]> = { quiet: [], busy: [] }
  const left: number[] = []
  await msPerPage(page)
  for (let at = 0; at < rounds; at++) {
    times.quiet.push(await msPerPage(page))
    const { done, waiting } = signEverybodyIn()
    times.busy.push(await msPerPage(page))
    left.push(waiting())
    await done
  }
  const [quietMs, busyMs] = [median(times.quiet), median(times.busy)]
  report('login', {
    people,
    pageBytes: bytes,
    quietMs: round(quietMs),
    busyMs: round(busyMs),
    ratio: round(busyMs / quietMs),
    /** Logins still waiting when the pages were done, which shows that all pages were requested meanwhile. */
    stillSigningIn: left,
    promised: 'ratio ≤ 2',
  })
} finally {
  await app.close()
  await close()
}

/** Starts all logins. */
function signEverybodyIn(): { done: Promise<void>; waiting: () => number } {
  let waiting = people
  const logins = Array.from({ length: people }, async (_, at) => {
    const payload = { username: `person${at}`, password, captcha: '', captcha_id: '' }
    const answer = await app.inject({ method: 'POST', url: userLogin.path, payload })
    if (answer.json().code !== 0) throw new Error(answer.body)
    waiting--
  })
  return { done: Promise.all(logins).then(() => undefined), waiting: () => waiting }
}

/** Wall milliseconds per page and connection. */
async function msPerPage(url: string): Promise<number> {
  const load = fork(new URL('./lib/load.ts', import.meta.url), [url, String(requests), String(connections)])
  await once(load, 'message')
  const begunMs = performance.now()
  load.send('go')
  await once(load, 'message')
  const tookMs = performance.now() - begunMs
  load.kill()
  await once(load, 'exit')
  return (tookMs * connections) / requests
}
