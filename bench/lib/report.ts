import { appendFileSync, mkdirSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../results')

/** Prints the figures of a run and appends them as one JSON line to `bench/results/<name>.jsonl`. */
export function report(name: string, figures: Record<string, unknown>): void {
  mkdirSync(folder, { recursive: true })
  const line = { at: new Date().toISOString(), node: process.version, cores: cpus().length, ...figures }
  appendFileSync(join(folder, `${name}.jsonl`), `${JSON.stringify(line)}\n`)
  for (const [key, value] of Object.entries(figures))
    console.log(`${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
}

/** Prints each goal with PASS or FAIL. If one is missed, the process ends with code 1. */
export function check(goals: Record<string, boolean>): void {
  for (const [goal, isMet] of Object.entries(goals)) {
    console.log(`${isMet ? 'PASS' : 'FAIL'} ${goal}`)
    if (!isMet) process.exitCode = 1
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** The value below which `share` (0 to 1) of the values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

export const round = (value: number, digits = 2): number => Number(value.toFixed(digits))
