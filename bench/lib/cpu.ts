import { readdirSync, readFileSync } from 'node:fs'

/**
 * CPU milliseconds of processes since their start, over all threads. From the scheduler's clock: the times in
 * /proc/<pid>/stat are sampled a hundred times per second, and miss threads that sleep in phase with the sampling.
 */
export function cpuMs(pids: readonly number[]): number {
  const tasks = pids.flatMap((pid) => readdirSync(`/proc/${pid}/task`).map((task) => `/proc/${pid}/task/${task}`))
  const ns = tasks.map((task) => Number(readFileSync(`${task}/schedstat`, 'utf8').split(' ', 1)[0]))
  return ns.reduce((sum, one) => sum + one, 0) / 1e6
}
