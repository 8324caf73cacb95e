import { readdirSync, readFileSync } from 'node:fs'

/** The unit of the times in /proc/<pid>/stat: USER_HZ, which is 100 on every Linux that Node runs on. */
const tickMs = 10

/**
 * CPU milliseconds of a process over all its threads, those that have ended included; 0 after its end. Linux only.
 * The scheduler's clock counts nanoseconds, of the threads that live; the process's own count has all threads, in ticks.
 * The larger one is the process's time, to the nanosecond as long as no thread has ended.
 */
export function cpuMsOf(pid: number): number {
  const threads = entriesOf(`/proc/${pid}/task`)
  const ofLiving = threads.reduce((sum, thread) => sum + threadCpuMs(pid, thread), 0)
  const { ownMs } = statOf(pid)
  return Math.max(ofLiving, ownMs)
}

/**
 * CPU milliseconds of a process and all its descendants, those that have ended and were waited for included. Linux only.
 * A database ends a backend whenever a connection closes: its time moves to the process that waited for it.
 */
export const treeCpuMsOf = (pid: number): number =>
  [pid, ...descendantsOf(pid)].reduce((sum, each) => sum + cpuMsOf(each) + statOf(each).waitedForMs, 0)

/** CPU milliseconds of the main thread of a process. Linux only. */
export function mainThreadCpuMsOf(pid: number): number {
  return threadCpuMs(pid, String(pid))
}

/**
 * Milliseconds that the main thread of a process was runnable without a core: the part of a measured time that is
 * caused by other load. Linux only.
 */
export const runQueueMsOf = (pid: number): number => schedulerMs(pid, String(pid), 1)

function threadCpuMs(pid: number, thread: string): number {
  return schedulerMs(pid, thread, 0)
}

/** The running child processes of a process. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => parentOf(each) === pid)
}

/** The process that started a process; undefined if that has ended. */
export const parentOf = (pid: number): number | undefined => statOf(pid).parent || undefined

const descendantsOf = (pid: number): number[] => childrenOf(pid).flatMap((each) => [each, ...descendantsOf(each)])

/** Fields of /proc/<pid>/stat (proc_pid_stat(5)); zeros after the end of the process. */
function statOf(pid: number): { parent: number; ownMs: number; waitedForMs: number } {
  const stat = contentOf(`/proc/${pid}/stat`)
  // The second field is the program's name in parentheses, which may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const field = (number: number): number => Number(fields[number - 3] ?? 0)
  return {
    parent: field(4),
    ownMs: tickMs * (field(14) + field(15)),
    waitedForMs: tickMs * (field(16) + field(17)),
  }
}

/** The text of a file of /proc; empty where the process or thread has ended. */
function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function entriesOf(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}

/** The scheduler's figures of a thread: time on a core, time in a run queue. */
function schedulerMs(pid: number, thread: string, field: 0 | 1): number {
  return Number(contentOf(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[field] ?? 0) / 1e6
}
