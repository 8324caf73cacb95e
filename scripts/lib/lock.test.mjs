import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { withLock } from './lock.mjs'

function newLock() {
  const folder = mkdtempSync(path.join(tmpdir(), 'yunmu-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return path.join(folder, 'deeper', 'lock')
}

/** @param {string} lock @param {number} pid */
function plant(lock, pid) {
  mkdirSync(lock, { recursive: true })
  writeFileSync(path.join(lock, 'pids'), `${pid}\n`)
}

test('failed work releases the lock, and its error is thrown on', async () => {
  const lock = newLock()
  const failing = withLock(lock, vi.fn(), () => Promise.reject(new Error('no network')))
  await expect(failing).rejects.toThrow('no network')
  expect(existsSync(lock)).toBe(false)
})

test('the second of two processes waits for the lock and reports that once', async () => {
  const lock = newLock()
  const onWait = vi.fn()
  /** @type {string[]} */
  const happened = []
  const work = (/** @type {string} */ name) =>
    withLock(lock, onWait, async () => {
      happened.push(`${name} begins`)
      await delay(250)
      happened.push(`${name} ends`)
    })
  await Promise.all([work('one'), work('two')])
  expect(happened).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
  expect(onWait).toHaveBeenCalledTimes(1)
})

test('a lock whose holder was killed is cleared at once', async () => {
  const lock = newLock()
  plant(lock, spawnSync(process.execPath, ['--version']).pid)
  const onWait = vi.fn()
  expect(await withLock(lock, onWait, () => Promise.resolve('done'))).toBe('done')
  expect(onWait).not.toHaveBeenCalled()
})

test('a lock whose holder was killed stays while the program that the holder started runs', async () => {
  const lock = newLock()
  plant(lock, spawnSync(process.execPath, ['--version']).pid)
  const orphan = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 700)'])
  appendFileSync(path.join(lock, 'pids'), `${orphan.pid}\n`)
  await withLock(lock, vi.fn(), () => Promise.resolve(expect(orphan.exitCode).toBe(0)))
})

test("a lock without a heartbeat for minutes is cleared, even if another process has its holder's number", async () => {
  const lock = newLock()
  plant(lock, process.pid)
  const longAgo = new Date(Date.now() - 15 * 60_000)
  utimesSync(lock, longAgo, longAgo)
  expect(await withLock(lock, vi.fn(), () => Promise.resolve('done'))).toBe('done')
})
