import { cpuMs } from './cpu-clock.ts'

/**
 * A fixed amount of work like that of a search: random reads of a large array, strings, JSON. Its CPU time says how fast
 * the machine is during a run, so that budgets can be ratios to it. Never change it: the budgets depend on it.
 */

const words = new Uint32Array(2 ** 24)
for (let at = 0; at < words.length; at++) words[at] = Math.imul(at, 2_654_435_761) >>> 8

const rows = Array.from({ length: 100 }, (_, id) => ({
  id,
  name: `流浪地球${id}`,
  remarks: '更新至 18 集',
  score: 8.5,
  actors: ['沈哲流', '王砚秋'],
}))

function work(): number {
  let sum = 0
  let at = 1
  for (let step = 0; step < 20_000; step++) {
    at = words[at] ?? 0
    sum += at
  }
  for (let times = 0; times < 12; times++) sum += JSON.stringify(JSON.parse(JSON.stringify(rows))).length
  for (const { name } of rows) for (const unit of name.normalize('NFKC')) sum += unit.codePointAt(0) ?? 0
  return sum
}

/** CPU milliseconds of each of `times` runs on this thread. */
export function referenceMs(times: number): number[] {
  return Array.from({ length: times }, () => {
    const begun = cpuMs().own
    if (work() === 0) throw new Error('the reference work was not done')
    return cpuMs().own - begun
  })
}

/**
 * How many times as long as its CPU time the work takes on this thread, at least 1: how much other work on the machine
 * delays whatever runs.
 */
export function slowdown(times: number): number {
  const [begunMs, begunCpu] = [performance.now(), cpuMs().own]
  for (let at = 0; at < times; at++) if (work() === 0) throw new Error('the reference work was not done')
  return Math.max(1, (performance.now() - begunMs) / (cpuMs().own - begunCpu))
}
