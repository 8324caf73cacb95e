import { expect, test } from 'vitest'
import { withProgress } from './progress.mjs'

test('long work is reported until it ends, also if it fails', async () => {
  /** @type {string[]} */
  const lines = []
  const options = { everyMs: 1, print: (/** @type {string} */ line) => void lines.push(line) }
  /** @type {Promise<void>} */
  const reported = new Promise((resolve) => {
    const poll = setInterval(() => {
      if (lines.length < 2) return
      clearInterval(poll)
      resolve()
    }, 1)
  })
  const work = withProgress(
    (seconds) => `${seconds} s`,
    () => reported.then(() => Promise.reject(new Error('failed'))),
    options,
  )
  await expect(work).rejects.toThrow('failed')
  const count = lines.length
  expect(lines[0]).toBe('0 s')
  await new Promise((resolve) => setImmediate(resolve))
  expect(lines).toHaveLength(count)
})
