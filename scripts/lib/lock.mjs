import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'

const heartbeatMs = 2000
/** A lock without a heartbeat for this long is stale, even if a process with its number runs: numbers are reused. */
const staleMs = 10 * 60_000
/** Time that a holder may need between creating the folder and writing its process number. */
const unownedMs = 5000

/** @param {unknown} error @param {...string} codes */
function isOneOf(error, ...codes) {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isOneOf(error, 'EPERM')
  }
}

/** @param {string} lock */
function isStale(lock) {
  try {
    const ageMs = Date.now() - statSync(lock).mtimeMs
    if (ageMs > staleMs) return true
    const holders = readFileSync(path.join(lock, 'pids'), 'utf8').split('\n').filter(Boolean).map(Number)
    return holders.length === 0 ? ageMs > unownedMs : !holders.some(isRunning)
  } catch (error) {
    if (!isOneOf(error, 'ENOENT')) throw error
    const made = statSync(lock, { throwIfNoEntry: false })
    return made !== undefined && Date.now() - made.mtimeMs > unownedMs
  }
}

/** @param {string} lock @param {number} pid */
function holdFor(lock, pid) {
  appendFileSync(path.join(lock, 'pids'), `${pid}\n`)
}

/** @param {string} lock */
function tryTake(lock) {
  try {
    mkdirSync(lock)
  } catch (error) {
    if (isOneOf(error, 'EEXIST')) return false
    throw error
  }
  holdFor(lock, process.pid)
  return true
}

/** Renames the lock before removing it, so that only one of several processes clears it. @param {string} lock */
function clearStale(lock) {
  const aside = `${lock}.${process.pid}`
  try {
    renameSync(lock, aside)
  } catch (error) {
    if (!isOneOf(error, 'ENOENT')) throw error
  }
  rmSync(aside, { recursive: true, force: true })
}

/**
 * Runs work while holding a lock that all commands of this checkout share; waits until the lock is free. The lock of a
 * killed process is cleared after the program that the process had started has ended too.
 * @template T
 * @param {string} lock the folder that is the lock
 * @param {() => void} onWait called once if another process holds it
 * @param {(holdFor: (pid: number) => void) => Promise<T>} work calls `holdFor` with the process number of each program that it starts
 * @returns {Promise<T>}
 */
export async function withLock(lock, onWait, work) {
  mkdirSync(path.dirname(lock), { recursive: true })
  for (let waited = false; !tryTake(lock);) {
    if (isStale(lock)) clearStale(lock)
    else {
      if (!waited) onWait()
      waited = true
      await delay(100)
    }
  }
  const release = () => rmSync(lock, { recursive: true, force: true })
  const heartbeat = setInterval(() => utimesSync(lock, new Date(), new Date()), heartbeatMs)
  process.on('exit', release)
  try {
    return await work((pid) => holdFor(lock, pid))
  } finally {
    clearInterval(heartbeat)
    process.off('exit', release)
    release()
  }
}
