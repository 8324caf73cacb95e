import { spawn } from 'node:child_process'
import { rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openFolder } from '../../../testing/open-folder.ts'
import { watchdogScript } from './watchdog.ts'
import { killGroup } from './processes.ts'

/** A long-running command with a watchdog that checks ten times per second. */
function start(cwd: string, alive: string) {
  const script = watchdogScript({ intervalSec: 0.1, maxMissed: 50 })
  const child = spawn('/bin/sh', ['-c', script, 'sh', alive, 'sleep', '60'], { cwd, detached: true, stdio: 'ignore' })
  onTestFinished(() => killGroup(child.pid))
  return () => child.exitCode === null && child.signalCode === null
}

function folderOf(): { dir: string; alive: string } {
  const dir = openFolder()
  writeFileSync(join(dir, 'pid'), '')
  const alive = join(dir, 'alive')
  writeFileSync(alive, '')
  return { dir, alive }
}

test('[G03] ffmpeg is killed when the heartbeat stops, independent of the system clock', async () => {
  const { dir, alive } = folderOf()
  const isAlive = start(dir, alive)
  for (const hours of [-2, -1, 1, 2, -1, 0]) {
    const shownSec = Date.now() / 1000 + hours * 3600
    utimesSync(alive, shownSec, shownSec)
    await delay(400)
    expect(isAlive()).toBe(true)
  }
  await expect.poll(isAlive).toBe(false)
})

test('[G03] ffmpeg is killed when its folder has no pid file', async () => {
  const { dir, alive } = folderOf()
  const isAlive = start(dir, alive)
  rmSync(join(dir, 'pid'))
  await expect.poll(isAlive).toBe(false)
})
