import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { cpuMsOf, treeCpuMsOf } from './process-cpu.ts'

/** A program that ends when it has used so much CPU. */
const burn = (cpuMs: number): string => `while (process.cpuUsage().user < ${cpuMs * 1000});`

test('CPU of a process that has ended is counted with the process that waited for it', () => {
  const before = treeCpuMsOf(process.pid)
  spawnSync(process.execPath, ['-e', burn(300)])
  expect(treeCpuMsOf(process.pid) - before).toBeGreaterThanOrEqual(270)
})

test('CPU of a thread that has ended is counted with its process', async () => {
  const worker = `
    const { threadCpuUsage } = process
    while (threadCpuUsage.call(process).user < 300_000);`
  const before = cpuMsOf(process.pid)
  await once(new Worker(worker, { eval: true }), 'exit')
  expect(cpuMsOf(process.pid) - before).toBeGreaterThanOrEqual(270)
})

test('a process that does not exist has used no CPU', () => {
  expect(cpuMsOf(2 ** 30)).toBe(0)
})
