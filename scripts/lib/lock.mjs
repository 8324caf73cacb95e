import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'

const heartbeatMs = 2000
/** A holder that has not shown itself for so long has ended, whatever program has its process number now. */
const staleMs = 60_000
/** Between making the folder and writing the number into it a holder needs a moment. */
const namelessMs = 5000

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
    const holder = Number.parseInt(readFileSync(path.join(lock, 'pid'), 'utf8'), 10)
    return Number.isNaN(holder) ? ageMs > namelessMs : !isRunning(holder)
  } catch (error) {
    if (!isOneOf(error, 'ENOENT')) throw error
    const made = statSync(lock, { throwIfNoEntry: false })
    return made !== undefined && Date.now() - made.mtimeMs > namelessMs
  }
}

/** @param {string} lock */
function tryTake(lock) {
  try {
    mkdirSync(lock)
  } catch (error) {
    if (isOneOf(error, 'EEXIST')) return false
    throw error
  }
  writeFileSync(path.join(lock, 'pid'), String(process.pid))
  return true
}

/** Moved away before it is removed, so that of several who find it stale only one clears it. @param {string} lock */
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
 * Does the work while holding a lock that every command of this checkout respects; waits for its turn. A lock whose
 * holder was killed is cleared.
 * @template T
 * @param {string} lock the folder that stands for the lock
 * @param {() => void} onWait called once when somebody else holds it
 * @param {() => Promise<T>} work
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
    return await work()
  } finally {
    clearInterval(heartbeat)
    process.off('exit', release)
    release()
  }
}
