import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

let boot: string | undefined

/**
 * The start time of a process, which distinguishes it from other processes with the same id. Undefined if there is no such
 * process or it is a zombie.
 */
export function processStart(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program name is in parentheses and may contain any character (proc(5)), so fields are counted behind it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined
    boot ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${fields[19]}`
  } catch {
    return undefined
  }
}

/** Identifies a process started by this or an earlier recorder. */
export interface ProcessRef {
  readonly pid: number
  readonly start: string
}

export const isAlive = ({ pid, start }: ProcessRef): boolean => processStart(pid) === start

/** Sends a signal to a process or its process group. Does nothing if the process has ended. */
export function signalProcess(ref: ProcessRef, signal: NodeJS.Signals, group: boolean): void {
  if (!isAlive(ref)) return
  try {
    process.kill(group ? -ref.pid : ref.pid, signal)
  } catch {
    // The process ended between the check and the signal.
  }
}

/** Kills the process group of a process that has just ended. The id is not reused while the group has members. */
export function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // The group is empty.
  }
}
