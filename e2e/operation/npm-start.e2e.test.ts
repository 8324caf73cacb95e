import { indexSearch } from '@yunmu/contract'
import { addressOf, openSealed, queryOf, signPath } from '@yunmu/contract/wire'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadSecrets } from '../../apps/server/src/platform/process/secrets.ts'
import { bareEnv } from '../../apps/server/src/testing/bare-env.ts'

const root = join(import.meta.dirname, '../..')
const patience = { timeout: 120_000, interval: 200 }

/** A file of a process, or nothing where it has ended. Linux only. */
function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** The processes of a process group, and those that name the folder in their command line or environment. */
function processesOf(groupId: number, folder: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      if (!(pid > 0) || pid === process.pid) return false
      const [state, , group] = readProcess(pid, 'stat')
        .replace(/^.*\) /s, '')
        .split(' ')
      if (state === 'Z') return false
      const names = [readProcess(pid, 'cmdline'), readProcess(pid, 'environ')]
      return Number(group) === groupId || names.some((text) => text.includes(folder))
    })
}

/** Searches over a connection of its own. Returns the number of titles found. */
async function searchOf(base: string, siteKey: string, q: string): Promise<number> {
  const { path, rest } = addressOf(indexSearch, { kind: 'all', q, order: '相关', page: 1, size: 24 })
  const query = queryOf({ ...rest, lang: 's', _vv: signPath(siteKey, path, Date.now() / 1000) })
  const response = await fetch(`${base}${path}?${query}`, { headers: { connection: 'close' } })
  const { data, day }: { data: string; day: string } = JSON.parse(await response.text())
  return indexSearch.reply.parse(openSealed(data, siteKey, day)).total
}

test('[M05] npm start with two web workers answers pages and searches, and one Ctrl-C leaves no process behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'yunmu-npm-start-'))
  // Run as root, the database runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711)
  const dataDir = join(folder, 'data')
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...bareEnv(), HOME: process.env.HOME ?? folder, WORKERS: '2', PORT: '0', YUNMU_DATA: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, as a shell gives to a command: Ctrl-C reaches all of it.
    detached: true,
  })
  const groupId = child.pid ?? 0
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (text += part))
  const ended = once(child, 'close')
  onTestFinished(async () => {
    for (const pid of processesOf(groupId, folder)) process.kill(pid, 'SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  })

  await expect.poll(() => text, patience).toMatch(/http:\/\/127\.0\.0\.1:\d+/)
  const base = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0] ?? ''
  const readiness = async (): Promise<number> =>
    (await fetch(`${base}/readyz`, { headers: { connection: 'close' } })).status
  // The kernel spreads connections at random: of so many, each worker gets some.
  const areReady = async (): Promise<boolean> =>
    (await Promise.all(Array.from({ length: 24 }, readiness))).every((status) => status === 200)
  await expect.poll(areReady, patience).toBe(true)
  const home = await fetch(base, { headers: { connection: 'close' } })
  expect(await home.text()).toContain('<main')
  const { siteKey } = await loadSecrets(dataDir)
  // Each over a connection of its own: each worker is asked.
  for (let at = 0; at < 24; at++) expect(await searchOf(base, siteKey, '白塔以北')).toBeGreaterThan(0)
  expect(processesOf(groupId, folder).length).toBeGreaterThan(3)

  process.kill(-groupId, 'SIGINT')
  await ended
  expect(child.exitCode).toBe(0)
  expect(text.match(/https?:\/\//g)).toHaveLength(1)
  await expect.poll(() => processesOf(groupId, folder)).toEqual([])
})
