/**
 * CPU time of this process, exact to microseconds. The kernel brings the figures of a running thread up to date only at its
 * next tick or when it sleeps, so the thread sleeps for a moment first.
 */

const cell = new Int32Array(new SharedArrayBuffer(4))
const sleepMs = 0.02

const msOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000

/** CPU milliseconds since the start: of all threads, and of the calling one. */
export function cpuMs(): { all: number; own: number } {
  Atomics.wait(cell, 0, 0, sleepMs)
  return { all: msOf(process.cpuUsage()), own: msOf(process.threadCpuUsage()) }
}
