import { expect, test } from 'vitest'
import { beforeLeaving, finishBeforeLeaving } from './session.ts'

test('[E02] what needs the session is finished before it ends; what fails, and what has ended, holds nothing up', async () => {
  const done: string[] = []
  const ends = [
    beforeLeaving(async () => {
      await Promise.resolve()
      done.push('sent')
    }),
    beforeLeaving(() => Promise.reject(new Error('no network'))),
  ]
  beforeLeaving(async () => void done.push('too late'))()
  await finishBeforeLeaving()
  expect(done).toEqual(['sent'])
  for (const end of ends) end()
})
