import { readdirSync, readFileSync } from 'node:fs'

/** CPU milliseconds of a process over all its threads, from the scheduler's own clock. Linux only. */
export function cpuMsOf(pid: number): number {
  const tasks = readdirSync(`/proc/${pid}/task`).map((task) => `/proc/${pid}/task/${task}/schedstat`)
  return tasks.reduce((sum, file) => sum + Number(readFileSync(file, 'utf8').split(' ', 1)[0]), 0) / 1e6
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
