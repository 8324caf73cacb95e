import { readdirSync, readFileSync } from 'node:fs'

/** CPU milliseconds of a process over all its threads, from the scheduler's own clock. Linux only. */
export function cpuMsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + threadCpuMs(pid, thread), 0)
}

/** CPU milliseconds of the thread that a process began with. Linux only. */
export function mainThreadCpuMsOf(pid: number): number {
  return threadCpuMs(pid, String(pid))
}

function threadCpuMs(pid: number, thread: string): number {
  return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6
}

/** The processes that a process has started and that have not ended. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => parentOf(each) === pid)
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}
