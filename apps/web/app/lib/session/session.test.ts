import { expect, test } from 'vitest'
import { beforeSignOut, runBeforeSignOut } from './session.ts'

test('[E02] work that needs the session finishes before it ends; failed and finished work delays nothing', async () => {
  const done: string[] = []
  const ends = [
    beforeSignOut(async () => {
      await Promise.resolve()
      done.push('sent')
    }),
    beforeSignOut(() => Promise.reject(new Error('no network'))),
  ]
  beforeSignOut(async () => void done.push('too late'))()
  await runBeforeSignOut()
  expect(done).toEqual(['sent'])
  for (const end of ends) end()
})
