import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

let boot: string | undefined

/**
 * What tells a process from every other that has or had its number: when it began. Undefined where there is none, or one
 * that has ended and waits to be reaped.
 */
export function processStart(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name stands in parentheses and may hold anything (proc(5)): fields are counted behind it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined
    boot ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${fields[19]}`
  } catch {
    return undefined
  }
}

/** A process that this or an earlier recorder started. */
export interface ProcessRef {
  readonly pid: number
  readonly start: string
}

export const isAlive = ({ pid, start }: ProcessRef): boolean => processStart(pid) === start

/** Sends a signal to a process and, where `group`, to what it started. Whoever has ended hears nothing. */
export function signalProcess(ref: ProcessRef, signal: NodeJS.Signals, group: boolean): void {
  if (!isAlive(ref)) return
  try {
    process.kill(group ? -ref.pid : ref.pid, signal)
  } catch {
    // It ended between the question and the signal.
  }
}

/** Ends what a process has started that just ended itself. Its number is nobody else's while anything of its group lives. */
export function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing was left.
  }
}
