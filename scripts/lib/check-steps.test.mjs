import { expect, test } from 'vitest'
import { runSteps } from './check-steps.mjs'

/** @param {number} ms @param {string} wrong */
const after = (ms, wrong) => () => new Promise((resolve) => setTimeout(() => resolve(wrong), ms))

test('every step is counted once, in whatever order the concurrent steps end', async () => {
  const steps = [30, 1, 1, 20, 1, 1, 1].map((ms, at) => ({ name: `step ${at}`, check: after(ms, '') }))
  expect(await runSteps(steps)).toEqual({ passed: 7, failed: 0 })
})

test('a step that reports a problem and a step that throws have failed', async () => {
  const broken = () => Promise.reject(new Error('no such program'))
  const steps = [
    { name: 'finds', check: after(1, 'line 3 is wrong') },
    { name: 'breaks', check: broken },
    { name: 'finds nothing', check: after(5, '') },
  ]
  expect(await runSteps(steps)).toEqual({ passed: 1, failed: 2 })
})
